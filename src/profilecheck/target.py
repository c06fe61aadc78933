"""Which profile an experiment is meant for, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from profilecheck.document import Section, Setting
from profilecheck.findings import Evidence
from profilecheck.profiles.base import Profile


@dataclass(frozen=True, slots=True)
class Target:
    """The decision on one experiment.

    ``state``: decided (``profile`` is set), mixed (names of two generations and nothing that
    decides), or ambiguous (no evidence). ``how`` says what decided. ``names`` are the file's names
    that belong to one generation alone, by generation. ``fork`` names a recognised fork.
    """

    state: Literal["decided", "mixed", "ambiguous"]
    profile: Profile | None = None
    how: Literal["directive", "flag", "settings", "pin", "mark", "names", "none"] = "none"
    evidence: tuple[Evidence, ...] = ()
    names: Mapping[str, tuple[Setting | Section, ...]] = field(default_factory=dict)
    fork: str | None = None
