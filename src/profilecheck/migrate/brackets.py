"""Edits in tables that stand in brackets: pairs with commas between them, on one line or on several.

JSON, TOML's inline tables and YAML's flow mappings differ in how they write a key and a value, and in
nothing else that matters here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from profilecheck.findings import Edit
from profilecheck.migrate.changes import Addition, Changes, Item, Nested
from profilecheck.migrate.pairs import Held, Pair, Pairs
from profilecheck.migrate.plan import Unplannable
from profilecheck.migrate.struck import newline_of

_GAP: Final = re.compile(r"(?:\s|#[^\r\n]*)*")
_BLANKS: Final = re.compile(r"[ \t]*")
_INLINE: Final = re.compile(r"[ \t]*,[ \t]*")


class Format(Protocol):
    """How a format writes what is new between brackets."""

    between: str
    """What stands between key and value where nothing tells."""

    def key(self, names: Sequence[str], like: str) -> str:
        """A key, quoted as ``like`` is, the text of another one."""

    def value(self, item: Item) -> str:
        """A new value."""


@dataclass(frozen=True, slots=True)
class Brackets:
    """The writer of one text."""

    pairs: Pairs
    changes: Changes
    format: Format

    def edits(self) -> Iterator[Edit]:
        """What is to be done in all its bracketed tables. Raises Unplannable."""
        for held in self.pairs.tables:
            if not held.bracketed or (held.owner is not None and self._goes(held.owner)):
                continue
            gone = [pair in self.changes.gone for pair in held.pairs]
            additions = [one for one in self.changes.additions if one.within is held]
            if additions and self.pairs.text[held.start] != "{":
                raise Unplannable("a table without braces of its own cannot take another setting")
            yield from self._added(held, gone, additions)
            yield from self._removed(held, gone)

    def _goes(self, owner: Pair) -> bool:
        return self.changes.covered(owner) or owner in self.changes.gone

    def _edit(self, start: int, end: int, text: str = "") -> Edit:
        return Edit(self.pairs.places.span(start, end), text)

    # What goes

    def _removed(self, held: Held, gone: Sequence[bool]) -> Iterator[Edit]:
        at, pairs = 0, held.pairs
        while at < len(pairs):
            end = at
            while end < len(pairs) and gone[end]:
                end += 1
            if end > at:
                yield from self._run(held, at, end)
            at = end + 1

    def _run(self, held: Held, first: int, after: int) -> Iterator[Edit]:
        """Remove the pairs from ``first`` up to ``after``, with a comma each."""
        pairs = held.pairs
        if any(len(pair.names) > 1 and len(pair.tokens) > 1 for pair in pairs[first:after]):
            raise Unplannable("a dotted key in an inline table goes, which is to be done by hand")
        start, end = pairs[first].start, pairs[after - 1].end
        comma = self._comma(held, after - 1)
        if after < len(pairs):
            reach = (start, pairs[after].start)
        elif first:
            reach = (pairs[first - 1].end, end)
        else:
            reach = (start, end if comma is None else comma + 1)
        if not self._has_comment(reach, pairs[first:after]):
            yield self._edit(*reach)
            return
        for index in range(first, after):
            comma = self._comma(held, index)
            if comma is None and first:
                before = self._comma(held, first - 1)
                assert before is not None
                yield self._edit(before, before + 1)
            yield self._edit(pairs[index].start, pairs[index].end)
            if comma is not None:
                yield self._edit(comma, self._blanks(comma + 1))

    def _has_comment(self, reach: tuple[int, int], within: Sequence[Pair]) -> bool:
        at = reach[0]
        for pair in within:
            if "#" in self.pairs.text[at : pair.start] or "\n#" in self._of(pair):
                return True
            at = pair.end
        return "#" in self.pairs.text[at : reach[1]]

    def _of(self, pair: Pair) -> str:
        return self.pairs.text[pair.start : pair.end]

    def _comma(self, held: Held, index: int) -> int | None:
        """Where the comma behind a pair stands; None where there is none."""
        match = _GAP.match(self.pairs.text, held.pairs[index].end)
        assert match is not None
        return match.end() if self.pairs.text.startswith(",", match.end()) else None

    def _blanks(self, at: int) -> int:
        match = _BLANKS.match(self.pairs.text, at)
        assert match is not None
        return match.end()

    # What comes

    def _added(
        self, held: Held, gone: Sequence[bool], additions: Sequence[Addition]
    ) -> Iterator[Edit]:
        if not additions:
            return
        style = self._style(held)
        texts = [style.pair(names, new) for one in additions for names, new in one.pairs.items()]
        kept = [pair for pair, goes in zip(held.pairs, gone, strict=True) if not goes]
        if kept:
            yield self._edit(kept[-1].end, kept[-1].end, "".join(style.comma + t for t in texts))
        elif held.pairs:
            start = held.pairs[0].start
            yield self._edit(start, start, style.comma.join(texts))
        else:
            start = held.start + 1
            yield self._edit(start, start, style.comma.join(texts))

    def _style(self, held: Held) -> Style:
        text, first = self.pairs.text, held.pairs[0] if held.pairs else None
        if first is None:
            return Style(self.format, ", ", self.format.between, "", "", "")
        like = text[first.tokens[0][0] : first.tokens[-1][1]]
        between = text[first.tokens[-1][1] : first.value[0]]
        if between.strip(" \t") != self.format.between.strip() or not first.value[1]:
            between = self.format.between
        line = self.pairs.places.line_start(first.start)
        if not text[line : first.start].strip() and line > held.start:
            indent = text[line : first.start]
            outer = self._indent_of(held)
            unit = indent[len(outer) :] if indent.startswith(outer) else indent
            newline = newline_of(text)
            return Style(self.format, f",{newline}{indent}", between, like, newline + indent, unit)
        comma = "," if between == self.format.between.strip() else ", "
        if len(held.pairs) > 1:
            match = _INLINE.fullmatch(text, first.end, held.pairs[1].start)
            comma = match[0] if match else comma
        return Style(self.format, comma, between, like, "", "")

    def _indent_of(self, held: Held) -> str:
        start = self.pairs.places.line_start(held.start)
        match = _BLANKS.match(self.pairs.text, start)
        return match[0] if match else ""


@dataclass(frozen=True, slots=True)
class Style:
    """How the pairs of one table are written. ``line`` is how a line of it begins, its newline before it,
    empty where it has one line; ``unit`` by how much a table within is deeper."""

    format: Format
    comma: str
    between: str
    like: str
    line: str
    unit: str

    def pair(self, names: Sequence[str], new: Item | Nested) -> str:
        """One new pair."""
        value = self.table(new) if isinstance(new, dict) else self.format.value(new)
        return f"{self.format.key(names, self.like)}{self.between}{value}"

    def table(self, nested: Nested) -> str:
        """A new table."""
        if not self.line:
            pairs = (self.pair((name,), new) for name, new in nested.items())
            return f"{{{self.comma.join(pairs)}}}"
        deeper = Style(
            self.format,
            self.comma + self.unit,
            self.between,
            self.like,
            self.line + self.unit,
            self.unit,
        )
        pairs = (deeper.pair((name,), new) for name, new in nested.items())
        return f"{{{deeper.line}{deeper.comma.join(pairs)}{self.line}}}"
