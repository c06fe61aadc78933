"""Which names tell one generation from the others, for deciding a file's target."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final, TypeAlias

from profilecheck.document import Section, Setting, Use
from profilecheck.profiles import api_names, profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.names import (
    ANY_TRAINERS,
    GENERATIONS,
    LATER_3,
    SECTIONS,
    generations,
    since_2_0,
)
from profilecheck.profiles.revisions import is_development, of_development, written_back

Place: TypeAlias = Setting | Section
"""Where a name stands: a setting, or a section whose title it is (in)."""

TELLING: Final = ("3.0", "4.0", "5.0")
"""The generations that a name can speak for; older names, and those of a development revision, speak for none."""

SHARED: Final = "4.0+5.0"
"""What a name speaks for that 4.0 and 5.0 share and 3.0 lacks: 4.0, unless a name of 5.0 alone stands
beside it."""


def telling(
    sections: Iterable[Section], settings: Collection[Setting], *, own_loader: bool = True
) -> Mapping[str, tuple[Place, ...]]:
    """The names of a file that belong to one generation alone, by generation, oldest first.

    Names that 4.0 and 5.0 share mean 4.0, unless a name of 5.0 alone stands beside them. Names of 3.0
    that a revision of 4.0 itself put into its files speak for nothing there, and a section stands for the
    names in it that say the same. ``own_loader`` is false for a file that PufferLib's own loader does not
    read: names that any trainer may have tell nothing there.
    """
    if not own_loader:
        sections = [s for s in sections if not _of_any_trainer(*_swept(s.name))]
        settings = [s for s in settings if not _of_any_trainer(s.section, s.key)]
    found: dict[str, list[Place]] = {generation: [] for generation in (*TELLING, SHARED)}
    for section in sections:
        if generation := mark_of_section(section.name):
            found[generation].append(section)
    for setting in settings:
        generation = mark_of(setting.section, setting.key)
        if generation and generation != mark_of_section(setting.section):
            found[generation].append(setting)
    if found["4.0"] or not found["5.0"]:
        found["4.0"] += found[SHARED]
    elif found["3.0"]:
        found["5.0"] += found[SHARED]
    if found["4.0"]:
        names = {(setting.section, setting.key) for setting in settings}
        found["3.0"] = [place for place in found["3.0"] if not _kept_by_4(place, names)]
    return {
        generation: tuple(sorted(found[generation], key=lambda place: place.span))
        for generation in TELLING
        if found[generation]
    }


def telling_uses(uses: Iterable[Use]) -> Mapping[str, tuple[Use, ...]]:
    """What a Python file uses that one generation alone has, by generation. What is guarded tells
    nothing: the file itself does without it."""
    found: dict[str, list[Use]] = {}
    for use in uses:
        generation = None if use.guard else api_names.mark_of(use.name)
        if generation is not None:
            found.setdefault(generation, []).append(use)
    return {generation: tuple(found[generation]) for generation in TELLING if generation in found}


def later_than(
    generation: str, names: Mapping[str, Iterable[Place]], *, own_loader: bool = True
) -> tuple[Place, ...]:
    """Those of a file's telling names that came after a generation which is older than all that tell.

    In a file that PufferLib's own loader does not read, the names of 3.0 are arguments of a ``vector.make``
    that 2.0 has too.
    """
    if generation in TELLING or generation not in GENERATIONS:
        return ()
    places = [(of, place) for of, found in names.items() for place in found]
    later = [p for of, p in places if of != "3.0" or (own_loader and not _in_2_0(p))]
    return tuple(sorted(later, key=lambda place: place.span))


def _in_2_0(place: Place) -> bool:
    return isinstance(place, Setting) and since_2_0(place.section, place.key)


def _of_any_trainer(section: str, name: str) -> bool:
    return (section, name) in ANY_TRAINERS


def _swept(title: str) -> Name:
    section, _, name = title.removeprefix("sweep.").rpartition(".")
    return section, name


def _kept_by_4(place: Place, names: Collection[Name]) -> bool:
    if isinstance(place, Section):
        return False
    if is_development(names) and of_development(place.section, place.key):
        return True
    return written_back(place.section, place.key, names, profiles()["4.0"])


@cache
def mark_of(section: str, name: str) -> str | None:
    """The generation that a name speaks for: one of ``TELLING``, or ``SHARED``; None for a name that
    several others read, or none. Names in a section that is open in any generation speak for none."""
    if section.startswith("sweep.") or open_somewhere(section) or (section, name) in LATER_3:
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


def open_somewhere(section: str) -> bool:
    """Whether a section takes any name in some generation."""
    return any(section in profile.open_sections for profile in profiles().values())
