"""Tables that YAML has in braces: ``{name: x, run: "puffer ..."}``, with the place of each value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from profilecheck.sources.shell.lists import of_scalar
from profilecheck.sources.shell.text import cut
from profilecheck.sources.shell.words import Token

Value: TypeAlias = "Token | list[Token]"

_TOKEN: Final = re.compile(
    r"""(?P<scalar>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?P<comment>(?<=\s)\#[^\n]*)|(?P<mark>[\[\]{},])"""
    r"""|:(?=[\s,\[\]{}"']|\Z)|(?P<plain>[^\s,\[\]{}"':](?:[^,\[\]{}\n:]|:(?![\s,\[\]{}]))*)""",
    re.DOTALL,
)


@dataclass(slots=True)
class _Open:
    """A table or a list that is not closed yet. ``key`` is the one whose value comes next."""

    table: bool
    key: str | None = None
    values: dict[str, Value] = field(default_factory=dict)
    items: list[Token] = field(default_factory=list)

    def take(self, value: Token) -> None:
        """Takes in a scalar."""
        if not self.table:
            self.items.append(value)
        elif self.key is None:
            self.key = value.text
        else:
            self.values[self.key] = value

    def take_inner(self, inner: _Open) -> None:
        """Takes in what was opened within it. Of a list with others in it no word is known."""
        if self.table and self.key is not None and not inner.table:
            self.values[self.key] = inner.items


def tables(text: str, start: int, end: int) -> Iterator[Mapping[str, Value]]:
    """The tables from an opening bracket to the one that closes it, inner ones first."""
    opened: list[_Open] = []
    for match in _TOKEN.finditer(text, start, end):
        mark = match["mark"]
        if mark and mark in "[{":
            opened.append(_Open(mark == "{"))
        elif mark == ",":
            opened[-1].key = None
        elif mark:
            closed = opened.pop()
            if closed.table:
                yield closed.values
            if not opened:
                return
            opened[-1].take_inner(closed)
        elif match["scalar"] or match["plain"]:
            opened[-1].take(of_scalar(cut(text, [match.span()])))
