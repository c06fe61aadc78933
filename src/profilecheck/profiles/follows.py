"""What follows from a config, as a profile tells it: numbers with names, and tables of them.

``profilecheck explain`` shows these parts without knowing what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

EACH: Final = "agents per environment"


@dataclass(frozen=True, slots=True)
class Agents:
    """A number that is a multiple of the agents of one environment, which may not be known."""

    times: int
    each: int | None

    @property
    def value(self) -> int | None:
        """The number; None where the agents of one environment are not known."""
        return None if self.each is None else self.times * self.each

    def __str__(self) -> str:
        if self.each is not None:
            return str(self.times * self.each)
        return EACH if self.times == 1 else f"{self.times} x {EACH}"


Quantity = int | float | str | Agents | None
"""A number, a word, or None for what cannot be told."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One number. ``name`` stays the same over releases, ``label`` is for people, ``note`` says
    what else there is to know."""

    name: str
    label: str
    value: Quantity
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Facts under one title, and sentences about all of them."""

    name: str
    title: str
    facts: tuple[Fact, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Numbers by row and column: each row is a name, a label and a quantity for each column."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[Quantity, ...]], ...]
    remarks: tuple[str, ...] = ()


Part = Group | Table


@dataclass(frozen=True, slots=True)
class Given:
    """What a profile is given: the effective values, whether the generation's own launcher reads
    them, in which mode, and the agents of one environment where they were declared."""

    values: Mapping[tuple[str, str], object]
    launched: bool = True
    mode: str = "train"
    agents_per_env: int | None = None

    def section(self, section: str) -> dict[str, object]:
        """The values of one section."""
        return {key: value for (name, key), value in self.values.items() if name == section}


Follows = Callable[[Given], tuple[Part, ...]]
"""A profile's answer. A part that cannot be told is left out, or says so in a remark."""
