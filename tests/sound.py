"""What must hold of every report, whatever was checked: the fuzzer and the hostile files ask it."""

from __future__ import annotations

import json
import re

from profilecheck.findings import START, FileReport, Report, Span, State
from profilecheck.report import formats, render

LINE_END = re.compile(r"\r\n|\r|\n")
COLOR = re.compile(r"\x1b\[[0-9;]*m")


def assert_sound(verdict: FileReport) -> None:
    """No fault, every place in the text, and every format renders it without a control character."""
    assert verdict.state is not State.FAULT, verdict.findings[0].message
    lines = _Lines(verdict)
    for finding in verdict.findings:
        assert_in(finding.span, lines, finding.message)
        for note in finding.notes:
            if note.span is not None and note.path == verdict.path:
                assert_in(note.span, lines, note.message)
        for edit in finding.fix.edits if finding.fix else ():
            assert_in(edit.span, lines, finding.message)
    for evidence in verdict.evidence:
        if evidence.span is not None and evidence.path == verdict.path:
            assert_in(evidence.span, lines, evidence.message)
    report = Report((verdict,))
    for name in formats():
        assert_harmless(render(name, report, verbose=2))
        assert_harmless(COLOR.sub("", render(name, report, color=True, width=40)))
    told = json.loads(render("json", report))
    assert [one["code"] for one in told["findings"]] == [one.code for one in verdict.findings]
    assert list(verdict.findings) == sorted(verdict.findings, key=lambda finding: finding.order)


class _Lines:
    """The lines of a file, or of the cell of a notebook that a span is in."""

    def __init__(self, verdict: FileReport) -> None:
        self._all = LINE_END.split(verdict.text)
        self._cells = verdict.cells

    def of(self, span: Span) -> list[str]:
        if self._cells is None or span == START:
            return self._all
        at = self._cells.numbers.index(span.cell)
        start, *after = self._cells.starts[at:]
        return self._all[start - 1 : after[0] - 1 if after else None]


def assert_in(span: Span, held: _Lines, message: str) -> None:
    """A span begins and ends in a text of these lines, and not before it begins."""
    lines = held.of(span)
    assert (span.line, span.column) <= (span.end_line, span.end_column), (span, message)
    for line, column in ((span.line, span.column), (span.end_line, span.end_column)):
        assert 1 <= line <= len(lines), (span, message)
        assert 1 <= column <= len(lines[line - 1]) + 1 or span == START, (span, message)


def assert_harmless(text: str) -> None:
    """Nothing in a text controls a terminal; line ends are the only characters that do not print."""
    for line in text.split("\n"):
        assert line.isprintable(), ascii(line)
