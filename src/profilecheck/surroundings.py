"""What lies around a checked file: its project's pin, the tree's marks, a default.ini of its own."""

from __future__ import annotations

from dataclasses import dataclass

from profilecheck.document import Document
from profilecheck.findings import Evidence


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the tree around a file says. ``exact`` is evidence that decides a profile (an exact pin,
    a mark of the tree); ``loose`` is evidence that does not (``pufferlib>=2``). ``default_ini`` is
    the nearest default.ini upward within the project that has [base] and [vec]. ``fork`` names a
    recognised fork."""

    exact: tuple[Evidence, ...] = ()
    loose: tuple[Evidence, ...] = ()
    default_ini: Document | None = None
    fork: str | None = None


NOWHERE = Surroundings()
