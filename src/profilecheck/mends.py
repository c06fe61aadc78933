"""What becomes of settings so that a fault is gone, whatever the format of their file.

A rule says it in these words; the editors that migrate files turn them into edits.
"""

from __future__ import annotations

from dataclasses import dataclass

from profilecheck.document import Section, Setting
from profilecheck.profiles.base import Name
from profilecheck.profiles.migration import Put


@dataclass(frozen=True, slots=True)
class Step:
    """One setting, or None for a new one, and its places afterwards: none where it is removed."""

    setting: Setting | None
    puts: tuple[Put, ...]


@dataclass(frozen=True, slots=True)
class Retitled:
    """One section and its title afterwards: None where it is removed, with all that it holds."""

    section: Section
    to: str | None


@dataclass(frozen=True, slots=True)
class Mend:
    """What becomes of some settings. ``safe`` means that there is one right answer."""

    description: str
    steps: tuple[Step, ...] = ()
    titles: tuple[Retitled, ...] = ()
    safe: bool = True


def moved(setting: Setting, to: Name, *, safe: bool = True) -> Mend:
    """A setting under another name, its value as it is written."""
    section, key = to
    told = f"move [{setting.section}] {setting.key} to [{section}]"
    if key != setting.key:
        told += f" {key}"
    put = Put(section, key, setting.value, as_written=True)
    return Mend(told, (Step(setting, (put,)),), safe=safe)


def removed(setting: Setting, *, safe: bool = True) -> Mend:
    """A setting less."""
    return Mend(f"remove [{setting.section}] {setting.key}", (Step(setting, ()),), safe=safe)


def retitled(section: Section, to: str, *, safe: bool = True) -> Mend:
    """A section under another title."""
    return Mend(f"rename [{section.name}] to [{to}]", titles=(Retitled(section, to),), safe=safe)


def section_removed(section: Section, held: tuple[Setting, ...], *, safe: bool = True) -> Mend:
    """A section less, with all that it holds."""
    steps = tuple(Step(setting, ()) for setting in held)
    return Mend(f"remove [{section.name}]", steps, (Retitled(section, None),), safe=safe)
