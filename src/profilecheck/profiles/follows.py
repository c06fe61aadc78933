"""What follows from a config, as a profile tells it: numbers with names, and tables of them.

``profilecheck explain`` shows these parts without knowing what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from profilecheck.document import UNKNOWN

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


SEE: Final = "`profilecheck check` says what is wrong"


def lacking(values: Mapping[str, object], usable: Callable[[object], bool]) -> Iterator[str]:
    """The remark on values without which something cannot be told: unknown ones, and those that are
    not ``usable`` numbers; none where there are none."""
    unknown = [name for name, value in values.items() if value is UNKNOWN]
    wrong = [f"{k} = {v!r}" for k, v in values.items() if v is not UNKNOWN and not usable(v)]
    reasons = []
    if unknown:
        reasons.append(f"{_listed(unknown)} {'is' if len(unknown) == 1 else 'are'} not known")
    if wrong:
        reasons.append(f"{_listed(wrong)} {'is' if len(wrong) == 1 else 'are'} no number")
    if reasons:
        yield f"{' and '.join(reasons)}: nothing that depends on that can be told"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


Follows = Callable[[Given], tuple[Part, ...]]
"""A profile's answer. A part that cannot be told is left out, or says so in a remark."""
