"""Launch lines and calls that are written alike are judged once.

A sweep's script or a page has hundreds of them. What is found on one is found on each, some lines further down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Final, TypeAlias

from profilecheck.blocks import Block
from profilecheck.cells import with_lines
from profilecheck.findings import Edit, Finding, Fix, Note, Span
from profilecheck.suppress import Suppression
from profilecheck.target import Target

Judge: TypeAlias = Callable[[Block, Target], Iterable[Finding]]

_PLAIN: Final = (str, bytes, type(None))


class Alike:
    """Judges the experiments of one document. What decides a target is the same for those that are written alike;
    where a comment silences something on the lines of one, it is judged by itself."""

    def __init__(self, judge: Judge, suppressions: Iterable[Suppression]) -> None:
        self._judge = judge
        self._commented = {line for one in suppressions for line in one.lines}
        self._known: dict[object, tuple[int, list[Finding]]] = {}

    def of(self, block: Block, target: Target) -> list[Finding]:
        """The findings on an experiment."""
        span = _span(block)
        if span is None or not self._commented.isdisjoint(range(span.line, span.end_line + 1)):
            return list(self._judge(block, target))
        key = _shape((block.launch, block.call, block.settings, block.loaded), span)
        if key not in self._known:
            self._known[key] = span.line, list(self._judge(block, target))
        first, found = self._known[key]
        if first == span.line:
            return found
        move = _Move(first, span.end_line - span.line, span.line - first)
        return [move.finding(one) for one in found]


def _span(block: Block) -> Span | None:
    if block.launch is not None:
        return block.launch.command.span
    return block.call.span if block.call is not None else None


def _shape(value: object, base: Span) -> object:
    """What a value is, where it counts: places on the lines of ``base`` by how far they are from its first."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Span):
        if base.line <= value.line <= base.end_line:
            line, end_line = value.line - base.line, value.end_line - base.line
            return "here", line, value.column, end_line, value.end_column
        return value
    kind: type = type(value)
    if is_dataclass(value):
        return kind, tuple(_shape(getattr(value, name), base) for name in _names(kind))
    if kind in (tuple, list):
        assert isinstance(value, (tuple, list))
        return kind, tuple(_shape(item, base) for item in value)
    if isinstance(value, Mapping):
        items = [(_shape(k, base), _shape(v, base)) for k, v in value.items()]
        return kind, tuple(items)
    if isinstance(value, frozenset) and any(map(is_dataclass, value)):
        return kind, frozenset(_shape(item, base) for item in value)
    return kind, repr(value)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


class _Move:
    """From the lines of one experiment, ``first`` and as many as there are below, to those of another."""

    def __init__(self, first: int, below: int, by: int) -> None:
        self._lines = range(first, first + below + 1)
        self._by = by

    def finding(self, one: Finding) -> Finding:
        """A finding where the other stands."""
        return replace(
            one,
            message=with_lines(one.message, self._told),
            span=self._span(one.span),
            notes=tuple(self._notes(one)),
            fix=one.fix and self._fix(one.fix),
        )

    def _notes(self, one: Finding) -> Iterator[Note]:
        for note in one.notes:
            if note.path not in (None, one.path):
                yield note
                continue
            span = note.span and self._span(note.span)
            yield replace(note, message=with_lines(note.message, self._told), span=span)

    def _fix(self, fix: Fix) -> Fix:
        return replace(fix, edits=tuple(Edit(self._span(e.span), e.text) for e in fix.edits))

    def _told(self, lines: list[int]) -> str:
        moved = ", ".join(str(line + self._by if line in self._lines else line) for line in lines)
        return f"{'line' if len(lines) == 1 else 'lines'} {moved}"

    def _span(self, span: Span) -> Span:
        if span.line not in self._lines:
            return span
        return replace(span, line=span.line + self._by, end_line=span.end_line + self._by)
