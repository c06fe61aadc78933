"""Which names tell one generation from the others, for deciding a file's target."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name, TreeMark
from profilecheck.profiles.names import NAMES_OF_5_0_TOO, SECTIONS, generations
from profilecheck.profiles.names_table import OTHER_LATE_3

TELLING: Final = ("3.0", "4.0", "5.0")
"""The generations that a name can speak for; older names, and those of a development revision, speak for none."""

_LATE_3: Final = frozenset((section, name) for section, name, *_ in OTHER_LATE_3)


@cache
def mark_of(section: str, name: str) -> str | None:
    """The generation that a name speaks for: one of ``TELLING``, ``4.0+5.0`` for the names of [vec] that
    those two share, None for a name that several generations read or none. Names in a section that is
    open in any generation speak for none."""
    if section.startswith("sweep.") or _open_somewhere(section) or (section, name) in _LATE_3:
        return None
    if (section, name) in NAMES_OF_5_0_TOO:
        return "4.0+5.0"
    known = set(generations(section, name))
    telling = known & set(TELLING)
    return telling.pop() if len(telling) == 1 else None


@cache
def mark_of_section(section: str) -> str | None:
    """The generation that a section speaks for: by itself (``torch``), or by the name in the title of a
    swept parameter (``sweep.train.horizon``)."""
    root, _, rest = section.partition(".")
    if root == "sweep" and rest:
        inner, _, name = rest.rpartition(".")
        return mark_of(inner, name) if inner and inner != "sweep" else None
    of = set(SECTIONS.get(section, ()))
    return of.pop() if len(of) == 1 and of <= set(TELLING) else None


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
