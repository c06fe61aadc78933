"""Suppressions that silence nothing, told only where it is known that they do not.

A suppression may be meant for another run than this one: another mode, another machine, another
count of agents. So what it might silence is looked for under all of them before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Final, TypeAlias, get_args

from profilecheck.document import Document
from profilecheck.experiment import Mode
from profilecheck.findings import Finding, Note, Severity
from profilecheck.hosts import THIS_MACHINE, Host, declared
from profilecheck.limits import Limit
from profilecheck.options import Options
from profilecheck.rules import Rule, rules
from profilecheck.suppress import HYGIENE, READING, Silencers, Suppression
from profilecheck.unused_fix import Removals

UNUSED: Final = "PC905"
Under: TypeAlias = Callable[[Options, frozenset[str]], Iterable[Finding]]
"""What the rules of some families find in a run with other options."""

_SMALLEST: Final = (
    declared(1, 1, "a small machine"),
    declared("none", None, "a machine that psutil cannot count"),
    Host(THIS_MACHINE, False, 1, 2, (Limit("affinity", 1, "a small share"),)),
)
"""Machines on which every rule on machines finds what it can find."""
_AGENTS: Final = (None, 7, 2**20 + 7)
"""Counts of agents that fit no usual number of them, few and many."""
_TOLD: Final = 3
"""How many lines are told, at most."""


def unused(
    document: Document,
    found: Iterable[Suppression],
    findings: Iterable[Finding],
    profiles: Iterable[str | None],
    options: Options,
    under: Under,
    looked: frozenset[str] = frozenset(),
) -> list[Finding]:
    """A finding for each suppression that silences nothing, in this run or another.

    ``findings`` are all of this run, whatever is selected; ``profiles`` are those that the file's
    experiments were judged as; ``looked`` are what was judged that needs none: ``pins``,
    and a ``report`` of a benchmark. Nothing is told where the target of an experiment is open or the text
    is broken, of rules that did not run, and of those that an error elsewhere may have kept from
    finding anything.
    """
    suppressions, judged = list(found), set(profiles)
    if not suppressions or not (judged or looked) or None in judged:
        return []
    if document.broken or not options.wants(UNUSED):
        return []
    run = _Run(document, suppressions, list(findings), judged, options, looked)
    used = run.used(run.findings)
    left = [one for one in suppressions if id(one) not in used and run.could_tell(one)]
    families = frozenset(family for one in left for family in run.families(one.code))
    for other in dict.fromkeys(_other_runs(options)):
        if not left:
            break
        used = run.used(under(other, families))
        left = [one for one in left if id(one) not in used or _is_for_all(one)]
    return [run.finding(one) for one in left]


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


def _is_for_all(one: Suppression) -> bool:
    """Whether it is for every rule in the whole file: some mode, machine or count of agents always finds
    something there, so that what other runs may find is no reason for it."""
    return one.line is None and one.code is None


class _Run:
    """What this run looked at and found."""

    def __init__(
        self,
        document: Document,
        suppressions: list[Suppression],
        findings: list[Finding],
        judged: set[str | None],
        options: Options,
        looked: frozenset[str],
    ) -> None:
        self._document = document
        self.path = document.path
        self.findings = findings
        self._silencers = Silencers(suppressions)
        self._lines = document.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._ran = [
            rule
            for rule in rules().values()
            if _ran(rule, judged, looked) and options.wants(rule.code)
        ]
        self._families: dict[str | None, frozenset[str]] = {}
        self._places: dict[str, set[int]] = {}
        self._codes: dict[int, set[str]] = {}
        for finding in findings:
            if not finding.code.startswith(HYGIENE):
                self._places.setdefault(finding.code, set()).add(finding.span.line)
                self._codes.setdefault(finding.span.line, set()).add(finding.code)

    @cached_property
    def _removals(self) -> Removals:
        return Removals(self._document)

    @cached_property
    def _errors(self) -> list[Finding]:
        """Those that no comment silences, and that may keep a later rule from finding anything."""
        return [
            finding
            for finding in self.findings
            if finding.severity is Severity.ERROR
            and not finding.code.startswith(HYGIENE)
            and next(self._silencers.of(finding), None) is None
        ]

    @cached_property
    def _error_lines(self) -> set[int]:
        return {error.span.line for error in self._errors}

    @cached_property
    def _error_codes(self) -> set[str]:
        return {error.code for error in self._errors}

    def used(self, findings: Iterable[Finding]) -> set[int]:
        """The identities of the suppressions that silence any of these."""
        return {id(one) for finding in findings for one in self._silencers.of(finding)}

    def families(self, code: str | None) -> frozenset[str]:
        """The families of the rules that a code stands for and that ran."""
        if code not in self._families:
            meant = (rule for rule in self._ran if code is None or rule.code.startswith(code))
            self._families[code] = frozenset(rule.family for rule in meant)
        return self._families[code]

    def could_tell(self, one: Suppression) -> bool:
        """Whether a rule that it is for ran, and no error elsewhere may have hidden its finding."""
        families = self.families(one.code)
        if not families or self._is_told_to_be_text(one):
            return False
        if one.line is not None:
            astray = one.code is not None and any(c.startswith(one.code) for c in self._error_codes)
            if astray or one.line in self._error_lines or self._is_empty(one.line):
                return True
        return all(code[: len(HYGIENE)] > max(families) for code in self._error_codes)

    def finding(self, one: Suppression) -> Finding:
        """The finding that it silences nothing."""
        rule = rules()[UNUSED]
        where = "this file" if one.line is None else f"line {one.line}"
        lacks = "has no finding" if one.code is None else "has no such finding"
        return Finding(
            code=rule.code,
            name=rule.name,
            severity=rule.severity,
            effect=rule.effect,
            stage=rule.stage,
            message=f"`{one.written}` silences nothing: {where} {lacks}",
            path=self.path,
            span=one.span,
            notes=tuple(map(Note, self._notes(one))),
            fix=self._removals.of(one),
        )

    def _notes(self, one: Suppression) -> Iterator[str]:
        """Where the comment belongs, or what it might be for."""
        if one.line is None:
            return
        if self._is_empty(one.line):
            yield f"line {one.line} is empty: the comment belongs right above its setting"
        if one.code is not None:
            meant = (lines for code, lines in self._places.items() if code.startswith(one.code))
            if lines := sorted(set().union(*meant)):
                where = "line" if len(lines) == 1 else "lines"
                yield f"{one.written} is found on {where} {', '.join(map(str, lines[:_TOLD]))}"
        if others := sorted(self._codes.get(one.line, ())):
            yield f"what is found on line {one.line} is {', '.join(others)}"

    def _is_told_to_be_text(self, one: Suppression) -> bool:
        codes = self._codes.get(one.span.line, ())
        return one.swallowed and any(code.startswith(READING) for code in codes)

    def _is_empty(self, line: int) -> bool:
        return line > len(self._lines) or not self._lines[line - 1].strip()


def _ran(rule: Rule, judged: set[str | None], looked: frozenset[str]) -> bool:
    if rule.code.startswith(HYGIENE):
        return False
    if rule.check_pins is not None:
        return "pins" in looked
    if rule.check_report is not None:
        return "report" in looked
    if not judged:  # nothing but pins or a report: the text is no config's
        return False
    if rule.check_text is not None:
        return True
    return rule.check is not None and (not rule.profiles or not judged.isdisjoint(rule.profiles))
