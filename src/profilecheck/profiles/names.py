"""Which generations read a name, and what became of it in another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from profilecheck.profiles import names_table as table
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name

ChangeKind = Literal[
    "renamed",
    "moved",
    "merged",
    "split",
    "converted",
    "dropped",
    "added",
    "kept-but-changed",
]


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a name: read in ``generation``, its new places in ``target``.

    ``to`` is empty where nothing took its place. ``since`` and ``removed_in`` are the generations
    that first read it and that first did not any more ("" where the latest still does); ``source`` is
    where both were read.
    """

    section: str
    name: str
    generation: str
    to: tuple[Name, ...]
    target: str
    kind: ChangeKind
    since: str
    removed_in: str
    note: str
    source: str

    @property
    def keeps_meaning(self) -> bool:
        """Whether the same value says the same under the one new name."""
        return self.kind in ("renamed", "moved") and self.note in ("", table.SAME)

    @property
    def instead(self) -> str:
        """What to use in the target, in words."""
        if not self.to:
            return "nothing takes its place" + (f" ({self.note})" if self.note else "")
        places = " and ".join(f"[{section}] {name}" for section, name in self.to)
        return f"use {places}" + (f" ({self.note})" if self.note else "")


GENERATIONS: Final = ("1.0", "2.0", "3.0", "4.0-dev", "4.0", "5.0")
"""Every generation that a name is known of, oldest first."""

_RELEASED: Final = ("2.0", "3.0", "4.0", "5.0")

_TABLES: Final = (
    (table.FROM_3_TO_4, "3.0", "4.0", table.SOURCE_3_TO_4),
    (table.ADDED_IN_4_0, "3.0", "4.0", table.SOURCE_3_TO_4),
    (table.FROM_4_TO_3, "4.0", "3.0", table.SOURCE_4_TO_3),
    (table.FROM_4_TO_5, "4.0", "5.0", table.SOURCE_5),
    (table.FROM_2_TO_3, "2.0", "3.0", table.SOURCE_2_TO_3),
    (table.FROM_1_TO_3, "1.0", "3.0", table.SOURCE_1_TO_3),
    (table.FROM_2_TO_4, "2.0", "4.0", table.SOURCE_2_TO_4),
    (table.OF_4_0_DEV, "4.0-dev", "4.0", table.SOURCE_DEV),
    (table.OF_5_0, "5.0", "4.0", table.SOURCE_5),
)

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "rnn": ("2.0", "3.0", "4.0-dev"),
    "legacy": ("4.0-dev",),
    "torch": ("4.0", "5.0"),
    "selfplay": ("4.0", "5.0"),
    "bot_eval": ("5.0",),
    "sweep.metric": ("2.0",),
}
"""Sections that only some generations read, by generation; any other is told by its names."""


def _names(rows: tuple[tuple[str, str], ...]) -> frozenset[Name]:
    return frozenset((section, name) for section, names in rows for name in names.split())


LATER_3: Final = _names(table.LATER_3)
"""Names that came with a source revision after 3.0.0 that was never published."""
ANY_TRAINERS: Final = _names(table.ANY_TRAINERS)
"""Names that any trainer may have too: see ``names_table``."""
_ALSO_IN_5_0: Final = _names(table.ALSO_IN_5_0)
_SINCE_2_0: Final = _names(table.SINCE_2_0)


@cache
def changes() -> tuple[Change, ...]:
    """Every row of the tables."""
    return tuple(
        Change(
            section=section,
            name=name,
            generation=generation,
            to=tuple(_name(place) for place in places.split()),
            target=target,
            kind=kind,  # type: ignore[arg-type]
            since=_since(section, name, generation),
            removed_in=_removed_in(section, name, generation),
            note=note,
            source=source,
        )
        for rows, generation, target, source in _TABLES
        for section, name, kind, places, note in rows
    )


def _name(place: str) -> Name:
    section, _, name = place.rpartition(".")
    return section, name


def since_2_0(section: str, name: str) -> bool:
    """Whether the name of 3.0 was one of 2.0 already."""
    return (section, name) in _SINCE_2_0


def _since(section: str, name: str, generation: str) -> str:
    if since_2_0(section, name):
        return "2.0"
    return next(iter(generations(section, name)), generation)


def _removed_in(section: str, name: str, generation: str) -> str:
    last = (generations(section, name) or (generation,))[-1]
    later = (g for g in _RELEASED if GENERATIONS.index(g) > GENERATIONS.index(last))
    return next(later, "")


@cache
def circulating() -> Mapping[Name, tuple[str, ...]]:
    """Names that no profile knows in that section, though some generation did, with those."""
    found: dict[Name, tuple[str, ...]] = {}
    for rows, generation, _, _ in _TABLES:
        if generation in profiles():
            continue
        for section, name, *_rest in rows:
            if not any((section, name) in profile.all_names for profile in profiles().values()):
                found[section, name] = (*found.get((section, name), ()), generation)
    return found


def generations(section: str, name: str) -> tuple[str, ...]:
    """Every generation that reads this name in that section, oldest first."""
    known = {p.name for p in profiles().values() if (section, name) in p.all_names}
    known |= set(circulating().get((section, name), ()))
    if (section, name) in _ALSO_IN_5_0:
        known.add("5.0")
    return tuple(g for g in GENERATIONS if g in known)


@cache
def _by_name() -> Mapping[tuple[str, str, str], Change]:
    return {(c.section, c.name, c.target): c for c in reversed(changes())}


def change(section: str, name: str, target: str) -> Change | None:
    """What became of a name of another generation in ``target``; None where no table says.

    A name of 2.0 under target 4.0 is followed through 3.0, one of 5.0 under 3.0 through 4.0.
    """
    direct = _by_name().get((section, name, target))
    if direct is not None:
        return direct
    steps = [row for row in changes() if (row.section, row.name) == (section, name)]
    for step in steps:
        if len(step.to) == 1:
            then = _by_name().get((*step.to[0], target))
            if then is not None:
                return _through(step, then)
    gone = next((step for step in steps if not step.to), None)
    return replace(gone, target=target, note="") if gone else None


def _through(step: Change, then: Change) -> Change:
    """Two changes in a row as one: the second's places, with the kind of the one that did more."""
    kind = then.kind if step.kind in ("renamed", "moved") else step.kind
    if not then.to:
        kind = "dropped"
    elif kind == "renamed" and step.kind == "moved":
        kind = "moved"
    return replace(step, to=then.to, target=then.target, kind=kind, note=then.note)
