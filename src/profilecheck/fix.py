"""Fixing one file: bytes in, fixed bytes out, with what was mended and what was left out. Nothing is written here.

Fixes are made pass by pass, and each pass is judged anew, until nothing is left to do: those that are safe together,
those that are not one at a time, since each may make another pointless. None is kept with which the text could not
be read any more, an error came that was not there, or its own fault stayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from profilecheck.document import Document
from profilecheck.edits import EditError, apply
from profilecheck.engine import check_bytes
from profilecheck.findings import Cells, Edit, FileReport, Finding, Severity, Span, State
from profilecheck.options import Options
from profilecheck.sources.tables import Places
from profilecheck.surroundings import NOWHERE, Surroundings
from profilecheck.write import encode

PASSES: Final = 1000
"""How many passes are made over one file, at most."""
SINGLY: Final = 25
"""How many unsafe fixes are made one at a time, at most: each takes a check of the whole file."""
_LOST: Final = (State.SKIPPED, State.UNREADABLE, State.FAULT)
_MARK: Final = "\ufeff"

Check: TypeAlias = Callable[[bytes], FileReport]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A finding whose fix was not made, and why."""

    finding: Finding
    reason: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """What became of one file: its bytes before and after, the findings that were mended, each as it was told
    when it was, and those whose fixes were left out. ``report`` is the verdict on what it holds now."""

    path: str
    before: bytes
    after: bytes
    mended: tuple[Finding, ...]
    left_out: tuple[LeftOut, ...]
    report: FileReport


def fix_bytes(
    data: bytes,
    path: str,
    options: Options,
    surroundings: Surroundings = NOWHERE,
    *,
    name: str | None = None,
    unsafe: bool = False,
) -> Fixed:
    """Mend what the options have reported of one file, ``unsafe``: also by guesses and choices.

    Whatever the options report, an error of any rule keeps a fix from being made. Raises nothing.
    """

    def check(options: Options, data: bytes) -> FileReport:
        return check_bytes(data, path, options, surroundings, name=name)

    whole = partial(check, replace(options, select=(), ignore=()))
    now, mended, seen = data, list[Finding](), {data}
    report = first = check(options, now)
    for _ in range(PASSES):
        step = _pass(now, report, whole, unsafe=unsafe)
        if step.data == now:
            left_out = (*step.left_out, *_taken_away(first, report, unsafe=unsafe))
            return Fixed(path, data, now, tuple(mended), left_out, report)
        if step.data in seen:
            break
        now = step.data
        seen.add(now)
        mended += step.mended
        report = check(options, now)
    report = check(options, data)
    reason = "the fixes undo each other"
    left_out = tuple(LeftOut(one, reason) for one in _fixable(report, unsafe=unsafe))
    return Fixed(path, data, data, (), left_out, report)


@dataclass(frozen=True, slots=True)
class _Step:
    """What one pass made of a file."""

    data: bytes
    mended: tuple[Finding, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def _fixable(report: FileReport, *, unsafe: bool) -> list[Finding]:
    """The findings that may be mended, those with a safe fix first."""
    found = [one for one in report.findings if one.fix is not None]
    safe = [one for one in found if one.fix and one.fix.safe]
    return safe + ([one for one in found if one.fix and not one.fix.safe] if unsafe else [])


def _taken_away(first: FileReport, last: FileReport, *, unsafe: bool) -> Iterator[LeftOut]:
    """What could be mended at first, and is found still without a fix: one that was made took it away."""
    if first.cells is not None:  # a cell's places are not those of the text
        return
    had = _by_name(first, (one for one in first.findings if one.fix is None))
    mendable = _by_name(first, _fixable(first, unsafe=unsafe)).keys() - had.keys()
    without = [one for one in last.findings if one.fix is None] if mendable else []
    for name, one in _by_name(last, without).items():
        if name in mendable:
            yield LeftOut(one, "another fix that was made took its own away")


def _by_name(report: FileReport, findings: Iterable[Finding]) -> dict[tuple[str, str], Finding]:
    """Findings by their code and the text that they are about, wherever that stands."""
    text, places = report.text, Places(report.text)
    starts = ((one, places.offset(one.span.line, one.span.column)) for one in findings)
    return {
        (one.code, text[start : places.offset(one.span.end_line, one.span.end_column)]): one
        for one, start in starts
    }


def _pass(data: bytes, report: FileReport, check: Check, *, unsafe: bool) -> _Step:
    found = _fixable(report, unsafe=unsafe)
    if not found:
        return _Step(data)
    try:
        editable = report.cells is not None or _encoded(report.text, report.text, data) == data
    except UnicodeDecodeError:
        editable = False
    if not editable:
        reason = "the file is not UTF-8, or not what its text was read from"
        return _Step(data, (), tuple(LeftOut(one, reason) for one in found))
    trial = _Trial(data, report, check)
    trial.take([one for one in found if one.fix and one.fix.safe])
    choices = [one for one in found if one.fix and not one.fix.safe]
    for some in [choices] if len(choices) > SINGLY else [[one] for one in choices]:
        if not trial.kept:
            trial.take(some)
    return _Step(trial.after, tuple(trial.kept), tuple(trial.left_out))


class _Trial:
    """One pass: the fixes that are kept so far, all of them edits of the same text."""

    def __init__(self, data: bytes, report: FileReport, check: Check) -> None:
        self._data = data
        self._report = report
        self._check = check
        self._before = check(data)
        self.after = data
        self.kept: list[Finding] = []
        self.left_out: list[LeftOut] = []

    def take(self, found: Sequence[Finding]) -> None:
        """Keep what can be kept of some fixes: all, or else of each half what can be kept."""
        if not found:
            return
        made = self._made([*self.kept, *found])
        if isinstance(made, bytes):
            self.after = made
            self.kept += found
        elif len(found) == 1:
            self.left_out.append(LeftOut(found[0], made))
        else:
            middle = len(found) // 2
            self.take(found[:middle])
            self.take(found[middle:])

    def _made(self, found: Sequence[Finding]) -> bytes | str:
        """The file with the fixes of some findings, or why they cannot be made."""
        edits = {edit: None for one in found if one.fix for edit in one.fix.edits}
        try:
            data = self._edited(edits)
        except EditError:
            return "another fix changes the same place"
        report = self._check(data)
        if report.state in _LOST and report.state is not self._before.state:
            return f"the file would be {report.state.value}: {report.reason}"
        if self._before.profile not in (None, report.profile):
            return f"the file would be judged as {report.profile or 'no single target'}"
        if new := _errors(report) - _errors(self._before):
            code = min(new)
            told = next(one for one in reversed(report.findings) if one.code == code)
            return f"it would bring {told.code}: {told.message}"
        stays = _count(report), _count(self._before)
        for code, times in Counter(one.code for one in found).items():
            if stays[0][code] > stays[1][code] - times:
                return f"{code} would be found all the same"
        return data

    def _edited(self, edits: Iterable[Edit]) -> bytes:
        """The file with edits made: in its text, or in the cells of a notebook. Raises EditError."""
        text, cells = self._report.text, self._report.cells
        if cells is None:
            return _encoded(apply(text, edits), text, self._data)
        from profilecheck.migrate.notebook import edited  # few files are notebooks

        document = Document(self._report.path, "python", text, cells=cells)
        return edited(self._data, document, [_joined(edit, cells) for edit in edits])


def _joined(edit: Edit, cells: Cells) -> Edit:
    """An edit of a cell as one of the text that the cells are joined to."""
    span, line = edit.span, cells.line(edit.span)
    last = line + span.end_line - span.line
    return Edit(Span(line, span.column, last, span.end_column), edit.text)


def _encoded(text: str, like: str, data: bytes) -> bytes:
    """The bytes of an edited text; ``like`` is the text of ``data``. A text that holds its byte-order mark decides
    itself whether it keeps it."""
    data.decode("utf-8")
    return text.encode("utf-8", "surrogatepass") if like[:1] == _MARK else encode(text, data)


def _errors(report: FileReport) -> Counter[str]:
    return Counter(one.code for one in report.findings if one.severity is Severity.ERROR)


def _count(report: FileReport) -> Counter[str]:
    return Counter(one.code for one in report.findings)
