"""A notebook's report by its cells: what was found in the joined text, told where it stands in them.

Everything before this counts the lines of the joined text, so that what comes first there comes first
in the run. Nothing after it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from profilecheck.findings import START, Cells, Edit, Evidence, FileReport, Finding, Fix, Note, Span

# Another file's line is told behind the file's name: `pyproject.toml line 3`.
_LINES: Final = re.compile(
    r"(?P<before>^|[(,;:] ?|\b(?:on|of|in|at|from|to|and) )lines? (?P<lines>\d+(?:, \d+)*)(?!\d|:\d| of cell )"
)
_Told = TypeVar("_Told", Evidence, Note)


def by_cell(report: FileReport, cells: Cells | None) -> FileReport:
    """A report with the lines of cells, where these are those of a notebook."""
    if cells is None:
        return report
    return replace(
        report,
        evidence=tuple(told_by_cell(one, report.path, cells) for one in report.evidence),
        findings=tuple(finding_by_cell(finding, cells) for finding in report.findings),
        undecided=tuple(in_words(place, cells) for place in report.undecided),
        cells=cells,
    )


def finding_by_cell(finding: Finding, cells: Cells) -> Finding:
    """A finding with the lines of cells."""
    return replace(
        finding,
        message=in_words(finding.message, cells),
        span=span_by_cell(finding.span, cells),
        notes=tuple(told_by_cell(note, finding.path, cells) for note in finding.notes),
        fix=finding.fix and _fix(finding.fix, cells),
    )


def told_by_cell(one: _Told, path: str, cells: Cells) -> _Told:
    """Evidence or a note with the lines of cells, where it is not on another file than ``path``."""
    if one.path not in (None, path):
        return one
    return replace(
        one, message=in_words(one.message, cells), span=one.span and span_by_cell(one.span, cells)
    )


def in_words(text: str, cells: Cells) -> str:
    """A sentence that tells lines of the joined text, as one that tells lines of cells."""

    def by_cells(lines: list[int]) -> str:
        return ", ".join(span_by_cell(Span(line, 1, line, 1), cells).first_line for line in lines)

    return with_lines(text, by_cells)


def with_lines(text: str, told: Callable[[list[int]], str]) -> str:
    """A sentence with the lines of its own file told in another way."""

    def replaced(found: re.Match[str]) -> str:
        return found["before"] + told([int(line) for line in found["lines"].split(", ")])

    return _LINES.sub(replaced, text)


def _fix(fix: Fix, cells: Cells) -> Fix:
    return replace(fix, edits=tuple(Edit(span_by_cell(e.span, cells), e.text) for e in fix.edits))


def span_by_cell(span: Span, cells: Cells) -> Span:
    """A span with the lines of its cell."""
    if span is START:
        return span
    cell, line = cells.place(span.line)
    return Span(line, span.column, line + span.end_line - span.line, span.end_column, cell)
