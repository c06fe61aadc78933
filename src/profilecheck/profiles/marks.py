"""Which names tell one generation from the others, for deciding a file's target."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name, Profile, TreeMark
from profilecheck.profiles.names import SECTIONS, change, circulating, generations
from profilecheck.profiles.names_table import OTHER_LATE_3

TELLING: Final = ("3.0", "4.0", "5.0")
"""The generations that a name can speak for; older names, and those of a development revision, speak for none."""

_LATE_3: Final = frozenset((section, name) for section, name, *_ in OTHER_LATE_3)


SHARED: Final = "4.0+5.0"
"""What a name speaks for that 4.0 and 5.0 share and 3.0 lacks: 4.0, unless a name of 5.0 alone stands
beside it."""


@cache
def mark_of(section: str, name: str) -> str | None:
    """The generation that a name speaks for: one of ``TELLING``, or ``SHARED``; None for a name that
    several others read, or none. Names in a section that is open in any generation speak for none."""
    if section.startswith("sweep.") or _open_somewhere(section) or (section, name) in _LATE_3:
        return None
    return _speaks_for(generations(section, name))


@cache
def mark_of_section(section: str) -> str | None:
    """The generation that a section speaks for: by itself (``torch``), or by the name in the title of a
    swept parameter (``sweep.train.horizon``)."""
    root, _, rest = section.partition(".")
    if root == "sweep" and rest:
        inner, _, name = rest.rpartition(".")
        return mark_of(inner, name) if inner and inner != "sweep" else None
    of = SECTIONS.get(section, ())
    return _speaks_for(of) if set(of) <= set(TELLING) else None


def _speaks_for(of: tuple[str, ...]) -> str | None:
    telling = [generation for generation in of if generation in TELLING]
    if telling == ["4.0", "5.0"]:
        return SHARED
    return telling[0] if len(telling) == 1 else None


def _open_somewhere(section: str) -> bool:
    return any(section in profile.open_sections for profile in profiles().values())


def known_anywhere(section: str, name: str) -> bool:
    """Whether any generation reads the name there, the section is open in one, or nothing is known of it."""
    if section.startswith("sweep") or _open_somewhere(section) or section in SECTIONS:
        return True
    if not any(section in profile.tables for profile in profiles().values()):
        return False
    return bool(generations(section, name)) or (section, name) in _LATE_3


OTHER_TREE_MARKS: Final = (
    ("5.0", TreeMark("src/ini.h", "puf_ini", "src/ini.h is the parser of 5.0")),
    ("5.0", TreeMark("src/pufferl.cu", "PufferLib 5.0", "src/pufferl.cu is the trainer of 5.0")),
)
"""Marks of generations that no profile describes yet."""


def of_later_3(section: str, name: str) -> bool:
    """Whether the name came with a source revision after 3.0.0 that was never published."""
    return (section, name) in _LATE_3


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
