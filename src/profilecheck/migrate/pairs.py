"""A typed file as its editor sees it: tables and the pairs in them, with the places of all their parts.

Places are offsets into the text. Paths are written as ``Setting.section`` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from profilecheck.sources.tables import Array, Node, Places, Table, join

_FLAT: Final = re.compile(r"[\w.\[\]-]+")

Range = tuple[int, int]


@dataclass(slots=True, eq=False)
class Pair:
    """A key with its value, or a header of TOML (``header``), which has none.

    ``names`` are the parts of the key, ``tokens`` their places: one for each, or one for all where the key
    is one text (``"vec.num_envs"``). ``path`` is that of the value. ``start`` is where the whole begins,
    ``table`` the value where that is a table.
    """

    within: Held
    names: tuple[str, ...]
    path: str
    tokens: tuple[Range, ...]
    start: int
    value: Range
    end: int
    table: Held | None = None
    header: bool = False

    @property
    def holder(self) -> str:
        """The path of the table that the last part of the key is in."""
        return self.path.rpartition(".")[0]


@dataclass(slots=True, eq=False)
class Held:
    """A table: in brackets, or in lines. ``owner`` is the pair that it is the value of, or lies in a list
    of (``listed``)."""

    path: str
    start: int
    end: int
    bracketed: bool
    owner: Pair | None = None
    listed: bool = False
    pairs: list[Pair] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Pairs:
    """All tables of a text, in its order, each before those in it. ``guard`` is given a range that an edit
    would change and raises Unplannable where something elsewhere shares it."""

    text: str
    tables: list[Held]
    guard: Callable[[int, int], None] = lambda start, end: None
    places: Places = field(init=False)
    at: dict[int, Pair] = field(default_factory=dict)
    _of: dict[str, list[Pair]] = field(default_factory=dict)
    _in: dict[str, list[Pair]] = field(default_factory=dict)
    _by_path: dict[str, Held] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places = Places(self.text)
        self._by_path = {table.path: table for table in self.tables}
        for pair in self:
            self.at[pair.tokens[-1][0]] = pair
            self._of.setdefault(pair.path, []).append(pair)
            self._in.setdefault(pair.holder, []).append(pair)

    def __iter__(self) -> Iterator[Pair]:
        for table in self.tables:
            yield from table.pairs

    def table(self, path: str) -> Held | None:
        """The table at a path; of several, the last, which a loader keeps."""
        return self._by_path.get(path)

    def of(self, path: str) -> list[Pair]:
        """The pairs whose value stands at a path."""
        return self._of.get(path, [])

    def inside(self, path: str) -> list[Pair]:
        """The pairs that stand in the table at a path, whether it is one table or a part of their keys."""
        return [pair for pair in self._in.get(path, []) if not pair.header]


def parts_of(key: str) -> tuple[str, ...]:
    """The parts of a key that stands for a path (``vec.num_envs``)."""
    return tuple(key.split(".")) if "." in key and _FLAT.fullmatch(key) else (key,)


def bracketed(
    node: Node,
    path: str,
    owner: Pair | None,
    tables: list[Held],
    *,
    flat: bool,
    listed: bool = False,
) -> Held | None:
    """Note the tables of a tree that stand in brackets, from one node on; gives the table that it is.

    ``flat`` says that a key may stand for a path.
    """
    if isinstance(node, Array):
        for index, item in enumerate(node.items):
            bracketed(item, f"{path}[{index}]", owner, tables, flat=flat, listed=True)
        return None
    if not isinstance(node, Table):
        return None
    held = Held(path, node.start, node.end, True, owner, listed)
    tables.append(held)
    for entry in node.entries:
        names = parts_of(entry.key) if flat else (entry.key,)
        place = (entry.start, entry.end)
        value = (entry.value.start, entry.value.end)
        pair = Pair(held, names, join(path, entry.key), (place,), entry.start, value, value[1])
        held.pairs.append(pair)
        pair.table = bracketed(entry.value, pair.path, pair, tables, flat=flat)
    return held
