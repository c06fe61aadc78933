"""Revisions within a generation: the names by which a file of one is told from its leftovers elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from profilecheck.profiles.base import Name, Profile
from profilecheck.profiles.names import LATER_3, change, circulating, generations


def of_later_3(section: str, name: str) -> bool:
    """Whether the name came with a source revision after 3.0.0 that was never published."""
    return (section, name) in LATER_3


_DEVELOPMENT_KEPT: Final = frozenset({("base", n) for n in ("package", "policy_name", "rnn_name")})
"""Names of 3.0 that the development revision of 4.0 still had."""


def of_development(section: str, name: str) -> bool:
    """Whether the development revision of 4.0 (61f27b3) has the name in its default.ini."""
    return (section, name) in _DEVELOPMENT_KEPT or "4.0-dev" in generations(section, name)


def is_development(names: Iterable[Name]) -> bool:
    """Whether a file with these names is of the development revision: one of them is no other's."""
    return any(generations(section, name) == ("4.0-dev",) for section, name in names)


def is_whole_development(names: Collection[Name]) -> bool:
    """Whether names are those of the development revision's own default.ini: all that [base] had there.

    One or two of them alone are leftovers in a later file.
    """
    base = {name for name in circulating() if name[0] == "base" and of_development(*name)}
    return all(name in names for name in base | _DEVELOPMENT_KEPT)


def written_back(section: str, name: str, names: Collection[Name], profile: Profile) -> bool:
    """Whether a leftover in [train] of a file with these names changes nothing that its writer could mean:
    the file is of a later revision, and what took the name's place is set too, or nothing did.

    Sweeps of 052f0f5 wrote such keys of 3.0 back into files (its config/chess.ini has five).
    """
    became = change(section, name, profile.name)
    if section != "train" or became is None or became.generation >= profile.name:
        return False
    return profile.revision(names) is not None and all(place in names for place in became.to)
