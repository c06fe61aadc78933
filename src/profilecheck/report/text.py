"""For people: each finding with its line of source, a caret under the fault, and notes below."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from profilecheck.findings import (
    START,
    Cells,
    FileReport,
    Finding,
    Note,
    Report,
    Severity,
    Stage,
    State,
    lines_of,
)
from profilecheck.report._cells import escaped, quote
from profilecheck.report._parts import parts
from profilecheck.report._words import (
    by_rule,
    count,
    judged,
    listed,
    placed,
    tally,
)

Paint = Callable[[str, str], str]
"""Gives a text in a style; where there is no colour, as it is."""

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
GUTTER = "bright_blue"
STRONG = "bold"
FIXED = "[*]"
"""What marks a finding with a safe fix."""
OF_ANY = ("PC41", "PC8")
"""How the codes of rules begin that judge what is of no generation: what a project asks for, and reports of benchmarks."""

_NARROWEST = 20
_REASONS = 3
"""How many reasons for a target are told without ``-v``."""
_PLACES = 3
"""How many places without a target are told without ``-v``."""
_PARTS = 8
"""How many parts of a tree are listed without ``-v``: the largest."""
_UNASKED = 20
"""How many skipped files are listed without ``-v``, where nothing at all was judged."""


def render(
    report: Report, *, verbose: int, quiet: bool, statistics: bool, color: bool, width: int
) -> str:
    """Findings, the target of their files and why, and a summary; ``quiet``: only what is asked for."""
    paint = _painter() if color else _plain
    told: list[str] = []
    common = {} if verbose else _common(report)
    for file in report.files:
        target = "" if quiet else _target(file, verbose)
        findings = list(_findings(file, common, paint, width))
        if target and (findings or verbose or len(report.files) == 1):
            findings.insert(0, target)
        told += findings
    lines = list(_statistics(report)) if statistics else []
    if not quiet:
        lines += [*_tree(report, verbose), *_closing(report, verbose, paint)]
    return "".join(part + "\n" for part in (*told, *lines))


def _plain(text: str, style: str) -> str:
    return text


def _painter() -> Paint:
    from rich.color import ColorSystem
    from rich.style import Style

    def paint(text: str, style: str) -> str:
        return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)

    return paint


def _target(file: FileReport, verbose: int) -> str:
    """What a file was judged as, and why."""
    if not judged(file) or not (file.profile or file.evidence):
        return ""
    first = {one.message: one for one in reversed(file.evidence)}
    told = (one for one in file.evidence if one is first[one.message])
    reasons = [placed(one.message, one.path, one.span, file.path) for one in told]
    if not verbose and len(reasons) > _REASONS:
        reasons[_REASONS:] = [f"{len(reasons) - _REASONS} more (-v shows them)"]
    verdict = f"judged as {file.profile}" if file.profile else "no single target"
    profiles = {one.profile for one in file.evidence}
    if file.undecided and len(profiles) == 1:
        places = list(file.undecided)
        if not verbose and len(places) > _PLACES:
            places[_PLACES:] = [f"{len(places) - _PLACES} more places"]
        but = listed(places)
        verdict = f"judged as {profiles.pop()}, but for {but}, where nothing tells a generation"
    return escaped(f"{file.path}: {verdict}" + (f": {'; '.join(reasons)}" if reasons else ""))


def _common(report: Report) -> dict[str, list[Finding]]:
    """The advice on the machine at hand, by its code: of each the first is told for all."""
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if finding.undeclared:
            found.setdefault(finding.code, []).append(finding)
    return found


def _findings(
    file: FileReport, common: Mapping[str, list[Finding]], paint: Paint, width: int
) -> Iterator[str]:
    lines = lines_of(file.text) if file.text and file.findings else []
    for finding in file.findings:
        alike = common.get(finding.code, []) if finding.undeclared else []
        if alike and finding is not alike[0]:
            continue
        if len(alike) > 1:
            finding = replace(finding, notes=(*finding.notes, Note(_and_elsewhere(alike))))
        body = _body(finding, lines, file.cells, paint, width)
        yield "\n".join([_head(finding, paint), *body, ""])
    if file.state is State.UNREADABLE and not file.findings:
        yield escaped(f"{file.path}: unreadable: {file.reason}") + "\n"


def _and_elsewhere(alike: list[Finding]) -> str:
    """Where else the first of several findings stands: ``and in 28 more files (-v shows them)``."""
    first, *others = (finding.path for finding in alike)
    files = set(others)
    if first not in files and len(files) == len(others):
        told = f"in {count(len(files), 'more file')}"
    else:
        told = f"{count(len(others), 'more time')}, in {count(len({first, *files}), 'file')} in all"
    return f"and {told} (-v shows {'it' if len(others) == 1 else 'them'})"


def _head(finding: Finding, paint: Paint) -> str:
    where = f"{finding.path}:{finding.span.start}:"
    kind = paint(finding.severity.value, STYLES[finding.severity])
    mark = f" {FIXED}" if finding.fix and finding.fix.safe else ""
    name = paint(f"{finding.code} {finding.name}{mark}:", STRONG)
    return f"{paint(escaped(where), STRONG)} {kind} {name} {escaped(finding.message)}"


def _body(
    finding: Finding, lines: list[str], cells: Cells | None, paint: Paint, width: int
) -> Iterator[str]:
    span = finding.span
    at_line = cells.line(span) if cells else span.line
    number = str(span.line)
    bar = paint("|", GUTTER)
    margin = " " * len(number)
    if span != START and at_line <= len(lines):
        line = lines[at_line - 1]
        end = span.end_column if span.end_line == span.line else len(line) + 1
        limit = max(_NARROWEST, width - len(number) - 3)
        quoted = quote(line, span.column - 1, end - 1, limit)
        indent = len(quoted.marks) - len(quoted.marks.lstrip())
        marks = quoted.marks[:indent] + paint(quoted.marks[indent:], STYLES[finding.severity])
        yield f"{margin} {bar}"
        yield f"{paint(number, GUTTER)} {bar} {quoted.source}".rstrip()
        yield f"{margin} {bar} {marks}"
    for note in finding.notes:
        told = placed(note.message, note.path, note.span, finding.path)
        first, *more = _wrapped(escaped(told), width - len(margin) - len(" = "))
        yield f"{margin} {paint('=', GUTTER)} {first}"
        yield from (f"{margin}   {line}" for line in more)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(
        text, max(_NARROWEST, width), break_long_words=False, break_on_hyphens=False
    ) or [""]


def _statistics(report: Report) -> Iterator[str]:
    counted = by_rule(report)
    width = len(str(max((number for _, _, number in counted), default=0)))
    for code, name, number in counted:
        yield f"{number:>{width}} {code} {name}"
    if counted:
        yield ""


def _tree(report: Report, verbose: int) -> Iterator[str]:
    """Which part of a tree is for which generation, where it holds several."""
    found = parts(report)
    if len({part.profile for part in found}) < 2:
        return
    largest = sorted(found, key=lambda part: -part.files)[: None if verbose else _PARTS]
    for part in (part for part in found if part in largest):
        generation = f"for {part.profile}" if part.profile else "of several generations"
        files = count(part.files, "file")
        reasons = f": {'; '.join(part.reasons)}" if part.reasons else ""
        if part.itself:
            yield escaped(f"{files} in {part.path} are {generation}{reasons}")
        else:
            held = f" ({files})" if part.files > 1 else ""
            yield escaped(f"{part.path} is {generation}{held}{reasons}")
    if len(found) > len(largest):
        yield f"{len(found) - len(largest)} smaller parts are not listed (-v lists them)"


def _closing(report: Report, verbose: int, paint: Paint) -> Iterator[str]:
    """Skipped files with their reasons where they are asked for, and the summary."""
    skipped = [file for file in report.files if file.state is State.SKIPPED]
    checked = [file for file in report.files if judged(file)]
    listing = skipped if verbose else skipped[:_UNASKED] if not checked else []
    for file in listing:
        yield escaped(f"{file.path}: skipped: {file.reason}")
    yield _summary(report, checked, skipped, paint, told=len(listing) == len(skipped))
    yield from _fixes(report)


def _fixes(report: Report) -> Iterator[str]:
    """How many findings can be mended, and how."""
    fixes = [one.fix for one in report.findings if one.fix]
    safe = sum(fix.safe for fix in fixes)
    more = len(fixes) - safe
    if safe:
        rest = f" ({more} more with --unsafe-fixes)" if more else ""
        yield f"{FIXED} {safe} fixable with --fix{rest}"
    elif more:
        yield f"{more} fixable with --fix --unsafe-fixes"


def _summary(
    report: Report,
    checked: list[FileReport],
    skipped: list[FileReport],
    paint: Paint,
    *,
    told: bool,
) -> str:
    parts = [f"checked {count(len(checked), 'file')}{_as_profiles(checked)}: {_found(report)}"]
    if skipped:
        parts.append(f"{len(skipped)} skipped" + ("" if told else " (-v says why)"))
    states = Counter(file.state for file in report.files)
    unhappy = (State.UNREADABLE, State.FAULT)
    parts += [f"{states[state]} {state.value}" for state in unhappy if states[state]]
    if untold := sum(f.state is State.AMBIGUOUS and not f.findings for f in report.files):
        parts.append(f"{untold} without a single target, of which only the text was judged")
    if silenced := sum(file.suppressed for file in report.files):
        parts.append(f"{count(silenced, 'finding')} silenced by comments")
    return paint("; ".join(parts), STRONG)


def _found(report: Report) -> str:
    return listed(tally(report)) if report.findings else "no findings"


def _as_profiles(checked: list[FileReport]) -> str:
    """`` as 3.0``, `` (10 as 3.0, 2 as 4.0, 1 broken)``."""
    kinds = Counter(_kind(file) for file in checked)
    if len(kinds) == 1:
        profile = checked[0].profile
        return f" as {profile}" if profile else ""
    told = [f"{number} {kind}" for kind, number in sorted(kinds.items(), key=_profiles_first)]
    return f" ({', '.join(told)})" if told else ""


def _profiles_first(counted: tuple[str, int]) -> tuple[bool, str]:
    kind, _ = counted
    return not kind.startswith("as "), kind


def _kind(file: FileReport) -> str:
    """What a file was judged as, or why as nothing."""
    if file.profile:
        return f"as {file.profile}"
    if len({evidence.profile for evidence in file.evidence}) > 1:
        return "of several generations"
    if any(f.stage is Stage.LOAD and f.severity is Severity.ERROR for f in file.findings):
        return "broken"
    for_any = any(f.code.startswith(OF_ANY) for f in file.findings)
    return "for any generation" if for_any or file.state is State.OK else "ambiguous"
