"""Edits, made in a text: pure, and never two of them in one place."""

from __future__ import annotations

import re
from collections.abc import Iterable

from profilecheck.findings import Edit, Span
from profilecheck.sources.tables import Places

_LINE_END = re.compile(r"\r\n?|\n")


class EditError(ValueError):
    """Edits that cannot all be made in a text: they overlap, or one lies outside it."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with all edits made; everything outside their spans stays as it is.

    Lines end as every source ends them: at ``\\n``, ``\\r\\n`` and ``\\r`` only. An edit of an empty span
    inserts: several in one place in the order given, and before what another edit puts for the text that
    begins there. Raises EditError where edits overlap, where a span is not of this text or ends within a
    ``\\r\\n``, and where its lines are those of a notebook's cell.
    """
    places = _Places(text)
    ranges = sorted(
        ((*places.range(edit.span), edit) for edit in edits), key=lambda one: (one[0], one[1])
    )
    parts: list[str] = []
    at = 0
    last: Edit | None = None
    for start, end, edit in ranges:
        if start < at and last is not None:
            raise EditError(f"two edits overlap: at {last.span.start} and at {edit.span.start}")
        parts += (text[at:start], edit.text)
        at, last = end, edit
    return "".join([*parts, text[at:]])


def carried(text: str, edits: Iterable[Edit], span: Span) -> Span:
    """Where a stretch of ``text`` stands once all edits are made. It is none that an edit changes."""
    made = list(edits)
    before, after = Places(text), Places(apply(text, made))
    start = before.offset(span.line, span.column)
    moved = 0
    for edit in made:
        end = before.offset(edit.span.end_line, edit.span.end_column)
        if end <= start:
            begin = before.offset(edit.span.line, edit.span.column)
            moved += len(edit.text) - (end - begin)
    end = before.offset(span.end_line, span.end_column)
    return after.span(start + moved, end + moved)


class _Places:
    """Where each line begins, and where what stands on it ends."""

    def __init__(self, text: str) -> None:
        ends = [match.span() for match in _LINE_END.finditer(text)]
        self._starts = [0, *(after for _, after in ends)]
        self._stops = [*(before for before, _ in ends), len(text)]

    def range(self, span: Span) -> tuple[int, int]:
        """The offsets of a span."""
        if span.cell:
            raise EditError(f"an edit counts the lines of a notebook's cell: at {span.start}")
        start = self._offset(span, span.line, span.column)
        end = self._offset(span, span.end_line, span.end_column)
        if end < start:
            raise EditError(f"an edit ends before it begins: at {span.start}")
        return start, end

    def _offset(self, span: Span, line: int, column: int) -> int:
        if 1 <= line <= len(self._starts) and column >= 1:
            offset = self._starts[line - 1] + column - 1
            if offset <= self._stops[line - 1]:
                return offset
        raise EditError(f"an edit is not of this text: at {span.start}")
