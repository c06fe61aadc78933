"""What marks a source tree: files, a default.ini, and the names of a fork."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from itertools import pairwise
from pathlib import PurePath
from typing import Final

from profilecheck.document import Document, Section, Setting
from profilecheck.profiles import profiles
from profilecheck.profiles.base import TreeMark
from profilecheck.profiles.marks import Place, open_somewhere, telling
from profilecheck.profiles.names import LATER_3, SECTIONS, generations

DEFAULT_INI: Final = "default.ini"
"""The file that the loaders of all generations lay below every other one of their config folder."""

CONFIG_FOLDERS: Final = ("config", "pufferlib/config")
"""Where the loaders look for INIs: 4.0 beside its package, 3.0 within it."""

PACKAGE_CONFIG: Final = ("pufferlib", "config")
"""The folder in which 3.0's loader looks."""
LOOKED_FOR: Final = (
    "4.0's loader looks for INIs in config/ beside its pufferlib folder, and in folders below that; "
    "3.0's looks in pufferlib/config: move the INIs of that folder to config/"
)
"""What is said of an INI of 3.0 in a source tree. Sources: 3.0.0 and 8e3e754 pufferlib/pufferl.py, load_config."""

OTHER_TREE_MARKS: Final = (
    ("5.0", TreeMark("src/ini.h", "puf_ini", "src/ini.h is the parser of 5.0")),
    ("5.0", TreeMark("src/pufferl.cu", "PufferLib 5.0", "src/pufferl.cu is the trainer of 5.0")),
)
"""Marks of generations that no profile describes yet."""

TRAINER_FILES: Final = (
    "pufferlib/pufferl.py",
    "pufferlib/vector.py",
    "src/bindings.cu",
    "src/pufferlib.cu",
)
"""Files of a source tree, 3.0's or 4.0's, in which the names of its config are quoted."""

ENVIRONMENT_FOLDERS: Final = ("pufferlib/ocean", "pufferlib/environments")
"""Folders of a source tree that hold the environments."""

_ALIKE: Final = 0.9
"""How alike two keys are, at least, for one to be taken as a slip of the other."""


def is_in_package(path: str) -> bool:
    """Whether a file lies where 3.0's loader looks for INIs, and 4.0's does not: in the package's config folder."""
    parts = PurePath(path).parts[:-1]
    return PACKAGE_CONFIG in pairwise(parts)


def lies_below_others(document: Document) -> bool:
    """Whether a document named default.ini is one that others lie on: it has [base], [vec] and [train], and
    at least half of the names that a generation's own has in [train].

    The loaders read one default.ini, and the trainers have no defaults of their own: what holds less is
    completed by another one, or belongs to another program.
    """
    if not {"base", "vec", "train"} <= {section.name for section in document.sections}:
        return False
    own = {setting.key for setting in document.settings if setting.section == "train"}
    return any(
        2 * len(own & names) >= len(names)
        for names in (profile.default_texts()["train"].keys() for profile in profiles().values())
    )


def generation_of(
    sections: Iterable[Section], settings: Collection[Setting]
) -> tuple[str, Place] | None:
    """The generation of a default.ini, with the first name that tells it: that of its [vec], which holds
    what generations differ in most, else that of all its names; None where they disagree."""
    found = telling(sections, settings)
    in_vec = {g: places for g, places in found.items() if any(_in_vec(place) for place in places)}
    chosen = in_vec or found
    if len(chosen) != 1:
        return None
    ((generation, places),) = chosen.items()
    return generation, next(filter(_in_vec, places), places[0])


def _in_vec(place: Place) -> bool:
    return isinstance(place, Setting) and place.section == "vec"


def strays(sections: Iterable[Section], settings: Collection[Setting]) -> tuple[Setting, ...]:
    """The settings of a default.ini that its generation lacks: names of no generation, and of another."""
    sections = tuple(sections)
    own = generation_of(sections, settings)
    others = {
        place
        for generation, places in telling(sections, settings).items()
        for place in places
        if own is not None and generation != own[0]
    }
    return tuple(s for s in settings if s in others or not known_anywhere(s.section, s.key))


def is_slip(setting: Setting) -> bool:
    """Whether a key of [vec] is a misspelt one of a generation: make refuses it, whoever reads the rest."""
    known = {name for p in profiles().values() for name in p.tables.get("vec", {})}
    return setting.section == "vec" and bool(get_close_matches(setting.key, known, 1, _ALIKE))


def known_anywhere(section: str, name: str) -> bool:
    """Whether any generation reads the name there, the section is open in one, or nothing is known of it."""
    if section.startswith(("sweep", "DEFAULT")) or open_somewhere(section) or section in SECTIONS:
        return True
    if not any(section in profile.tables for profile in profiles().values()):
        return False
    return bool(generations(section, name)) or (section, name) in LATER_3
