"""One thing by its two names, in 3.0 and in 4.0."""

from __future__ import annotations

from profilecheck.profiles.base import Name
from profilecheck.profiles.migration_draft import FROM, TO
from profilecheck.profiles.names import change
from profilecheck.profiles.v3_to_v4_agents import ENVS, GAMES, TOTAL


def successor(name: Name) -> Name | None:
    """What 4.0 calls a thing of 3.0; None where it calls it the same, or it is not one thing there."""
    return _renamed(name, FROM, TO)


def other_names(name: Name) -> frozenset[Name]:
    """What the other generation calls the same thing; the counts of agents are one with their product."""
    if name == TOTAL:
        return frozenset((ENVS, GAMES))
    if name in (ENVS, GAMES):
        return frozenset((TOTAL,))
    names = (successor(name), _renamed(name, TO, FROM))
    return frozenset(one for one in names if one is not None)


def _renamed(name: Name, before: str, after: str) -> Name | None:
    row = change(*name, after)
    if row is None or row.generation != before or row.kind not in ("renamed", "moved"):
        return None
    return row.to[0] if len(row.to) == 1 and row.to[0] != name else None
