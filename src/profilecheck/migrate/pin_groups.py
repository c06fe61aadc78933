"""Pins in groups, features and environments: which are installed with the project's own dependencies."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from profilecheck.document import Document, Requirement, Setting
from profilecheck.profiles import pins_to_v4 as words
from profilecheck.sources import toml
from profilecheck.sources.dependencies import included, kind_of
from profilecheck.sources.dependencies.purpose import speaks_of_another
from profilecheck.surroundings import Surroundings

_HATCH: Final = re.compile(r"tool\.hatch\.envs\.(?P<name>[^.]+)\..+")
_FEATURE: Final = re.compile(r"(?:tool\.pixi\.)?feature\.(?P<name>.+?)\.(?:target\.[^.]+\.)?[\w-]+")
_GROUP: Final = re.compile(r"dependency-groups\.(?P<name>.+)")
_RESOLVED_WHOLE: Final = re.compile(r"tool\.(?:uv|poetry|pdm|rye)\b")
"""Tables of the tools that resolve all groups of a project together with its own dependencies."""
_CONFLICTS: Final = "tool.uv.conflicts"
_APART: Final = ("detached", "skip-install")
"""Keys of an environment of Hatch that keep the project out of it."""


def why_apart(document: Document, requirement: Requirement) -> str | None:
    """Why a pin of a group is not installed with the project's own, in the same file; None where it is."""
    if kind_of(document.path) != "project":
        return None
    project = _Project(document if document.format == "toml" else _read(document))
    return project.why_apart(project.place(requirement), requirement.group)


def goes_with_included(document: Document, file: str, surroundings: Surroundings, of: str) -> bool:
    """Whether a requirements file includes one that pins the generation ``of`` for the project itself."""
    if kind_of(file) != "requirements":
        return False
    folder = posixpath.dirname(surroundings.place)
    own = {one.path for one in surroundings.exact if one.profile == of and one.path}
    return any(
        posixpath.normpath(posixpath.join(folder, path)) in own for path in included(document.text)
    )


def _read(document: Document) -> Document:
    return toml.read(document.text, document.path)


@dataclass(frozen=True, slots=True)
class _Project:
    """A file of TOML that says what a project needs."""

    document: Document

    @property
    def values(self) -> Sequence[Setting]:
        """All that its tables hold, inline tables as values too."""
        sections = self.document.sections
        return (*self.document.settings, *(s.as_value for s in sections if s.as_value))

    def place(self, requirement: Requirement) -> str:
        """The dotted path of the table or the list that a requirement stands in."""
        at = requirement.span.line, requirement.span.column
        for one in self.values:
            inner, outer = one.key_span, one.value_span
            if (inner.line, inner.column) == at:
                return one.section
            if isinstance(one.value, list) and (
                (outer.line, outer.column) <= at < (outer.end_line, outer.end_column)
            ):
                return f"{one.section}.{one.key}"
        return ""

    def why_apart(self, place: str, group: str) -> str | None:
        """Why what stands at a place, for a group, is not installed with the project's own dependencies."""
        if environment := _HATCH.fullmatch(place):
            return words.OF_HATCH if self._is_without_project(environment["name"]) else None
        if feature := _FEATURE.fullmatch(place):
            return words.OF_FEATURE if self._is_without_default(feature["name"]) else None
        if group in self._conflicting():
            return words.OF_CONFLICT
        names = (one.name for one in self.document.sections)
        if not _GROUP.fullmatch(place) or any(map(_RESOLVED_WHOLE.match, names)):
            return None
        return words.OF_NAME if speaks_of_another(group, words.MAJOR) else None

    def _value(self, section: str, key: str) -> object:
        found = (one.value for one in self.values if (one.section, one.key) == (section, key))
        return next(found, None)

    def _is_without_project(self, environment: str) -> bool:
        """Whether an environment of Hatch, or one that it takes its settings from, leaves the project out."""
        seen: list[object] = []
        name: object = environment
        while name not in (None, *seen):
            seen.append(name)
            section = f"tool.hatch.envs.{name}"
            for key in _APART:
                if (held := self._value(section, key)) is not None:
                    return held is True
            name = self._value(section, "template") or ("default" if name != "default" else None)
        return False

    def _is_without_default(self, feature: str) -> bool:
        """Whether all environments of pixi that have a feature lack what all others have."""
        holding = [one for one in self._environments() if feature in _features(one)]
        return bool(holding) and all(
            isinstance(one, dict) and one.get("no-default-feature") is True for one in holding
        )

    def _environments(self) -> Iterator[object]:
        for one in self.values:
            if one.section.removeprefix("tool.pixi.") == "environments":
                yield one.value

    def _conflicting(self) -> set[object]:
        """The groups that uv is told to resolve apart."""
        path = _CONFLICTS.rpartition(".")
        pending: list[Any] = [self._value(path[0], path[2])]
        found: set[object] = set()
        while pending:
            one = pending.pop()
            if isinstance(one, list):
                pending += one
            elif isinstance(one, dict):
                found.add(one.get("group"))
        return found - {None}


def _features(environment: object) -> Sequence[object]:
    """The features that an environment of pixi is made of: a list, or one in a table."""
    named = environment.get("features") if isinstance(environment, dict) else environment
    return named if isinstance(named, list) else ()
