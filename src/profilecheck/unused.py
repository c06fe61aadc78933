"""Suppressions that silence nothing, told only where it is known that they do not.

A suppression may be meant for another run than this one: another mode, another machine, another
count of agents. So what it might silence is looked for under all of them before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Final, get_args

from profilecheck.document import Document
from profilecheck.experiment import Mode
from profilecheck.findings import Finding, Note, Severity
from profilecheck.hosts import THIS_MACHINE, Host, Limit, declared
from profilecheck.options import Options
from profilecheck.rules import Rule, rules
from profilecheck.suppress import HYGIENE, SWALLOWED, Suppression

UNUSED: Final = "PC905"

_SMALLEST: Final = (
    declared(1, 1, "a small machine"),
    declared("none", None, "a machine that psutil cannot count"),
    Host(THIS_MACHINE, False, 1, 2, (Limit("affinity", 1, "a small share"),)),
)
"""Machines on which every rule on machines finds what it can find."""
_AGENTS: Final = (None, 7, 2**20 + 7)
"""Counts of agents that fit no usual number of them, few and many."""


def unused(
    document: Document,
    found: Iterable[Suppression],
    findings: Iterable[Finding],
    profiles: Iterable[str | None],
    options: Options,
    under: Callable[[Options], Iterable[Finding]],
) -> list[Finding]:
    """A finding for each suppression that silences nothing, in this run or another.

    ``findings`` are all of this run, whatever is selected; ``profiles`` are those that the file's
    experiments were judged as; ``under`` gives the findings of a run with other options. Nothing is
    told where the target of an experiment is open or the text is broken, of rules that did not run,
    and of those that an error elsewhere may have kept from running.
    """
    judged = set(profiles)
    suppressions = list(found)
    if not suppressions or not judged or None in judged:
        return []
    if document.broken or not options.wants(UNUSED):
        return []
    here = list(findings)
    errors = [
        finding
        for finding in here
        if finding.severity is Severity.ERROR
        and not finding.code.startswith(HYGIENE)
        and not any(one.covers(finding) for one in suppressions)
    ]
    swallowed = {finding.span.line for finding in here if finding.code == SWALLOWED}
    left = [
        one
        for one in suppressions
        if not any(map(one.covers, here))
        and _could_tell(one, document, judged, errors, swallowed, options)
    ]
    for other in dict.fromkeys(_other_runs(options)):
        if not left:
            break
        there = list(under(other))
        left = [one for one in left if not any(map(one.covers, there))]
    return [_finding(one, document, here) for one in left]


def _could_tell(
    one: Suppression,
    document: Document,
    judged: set[str | None],
    errors: list[Finding],
    swallowed: set[int],
    options: Options,
) -> bool:
    """Whether a rule that it is for ran in this run, and no error elsewhere may have hidden its finding."""
    if one.within_value and one.span.line in swallowed:
        return False  # the finding on the comment itself says it all
    ran = [rule for rule in rules().values() if _ran(rule, judged) and options.wants(rule.code)]
    meant = [rule.family for rule in ran if one.code is None or rule.code.startswith(one.code)]
    if not meant:
        return False
    if one.lines is not None:
        astray = _is_empty(document.text, one.lines[-1])
        beside = any(error.span.line in one.lines or _is_meant(one, error) for error in errors)
        if astray or beside:
            return True
    return all(error.code[: len(HYGIENE)] > max(meant) for error in errors)


def _ran(rule: Rule, judged: set[str | None]) -> bool:
    if rule.code.startswith(HYGIENE):
        return False
    if rule.check_text is not None:
        return True
    return rule.check is not None and (not rule.profiles or not judged.isdisjoint(rule.profiles))


def _other_runs(options: Options) -> Iterator[Options]:
    """Runs with another mode, machine, count of agents, or nothing laid over."""
    bases = [options]
    if options.overrides or options.defaults is not None:
        bases.append(replace(options, overrides=(), defaults=None))
    modes: tuple[Mode, ...] = get_args(Mode)
    for base, mode, host in product(bases, modes, (options.host, *_SMALLEST)):
        yield replace(base, mode=mode, host=host)
    for base, mode, agents in product(bases, modes, _AGENTS):
        yield replace(base, mode=mode, agents_per_env=agents)


def _finding(one: Suppression, document: Document, here: list[Finding]) -> Finding:
    rule = rules()[UNUSED]
    where = "this file" if one.lines is None else f"line {one.lines[-1]}"
    lacks = "has no finding" if one.code is None else "has no such finding"
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=rule.severity,
        effect=rule.effect,
        stage=rule.stage,
        message=f"`{one.written}` silences nothing: {where} {lacks}",
        path=document.path,
        span=one.span,
        notes=tuple(map(Note, _notes(one, document, here))),
    )


def _notes(one: Suppression, document: Document, here: list[Finding]) -> Iterator[str]:
    """Where the comment belongs, or what it might be for."""
    if one.lines is None:
        return
    line = one.lines[-1]
    if _is_empty(document.text, line):
        yield f"line {line} is empty: the comment belongs right above its setting"
    elsewhere = sorted({finding.span.line for finding in here if _is_meant(one, finding)})
    if elsewhere:
        yield f"{one.written} is found on line {', '.join(map(str, elsewhere[:3]))}"
    others = sorted({f.code for f in here if f.span.line == line and f.code[:3] != HYGIENE})
    if others:
        yield f"what is found on line {line} is {', '.join(others)}"


def _is_meant(one: Suppression, finding: Finding) -> bool:
    """Whether the code is that of a finding, wherever it stands."""
    return one.code is not None and finding.code.startswith(one.code)


def _is_empty(text: str, line: int) -> bool:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return line > len(lines) or not lines[line - 1].strip()
