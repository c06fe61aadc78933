"""What a dependency file pins, and what its pins are to agree with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, Literal

from profilecheck.directives import asked
from profilecheck.document import Document, Requirement
from profilecheck.findings import Evidence
from profilecheck.markers import where
from profilecheck.pins import Pin, is_container, pin_of
from profilecheck.profiles import profiles
from profilecheck.sources.dependencies import FOLDER, LOCKS, kind_of
from profilecheck.surroundings import Surroundings

if TYPE_CHECKING:
    from profilecheck.options import Options

By = Literal["comment", "options", "tree", "pin"]
"""Who says for which generation a project is: a comment in the file, the command line or the settings, the
tree's code or default.ini, or the first of its own pins."""

_QUOTING: Final = frozenset(
    {"test", "tests", "testing", "testdata", "fixtures", "vendor", "third_party"}
)
"""Folders whose dependency files are not those of the project."""
_HOSTED: Final = (".github", ".gitlab", ".circleci", ".buildkite")
"""Folders of what a service runs for the project around them."""
_SCRIPTS: Final = frozenset(
    {"scripts", "script", "bin", "tools", "ci", ".ci", "docker", "slurm", "sbatch", "jobs", "setup"}
    | {"install", "cluster", "hpc", "deploy"}
)
"""Folders of scripts for the project around them."""
_PAGES: Final = (".md", ".markdown", ".ipynb")
"""Endings of what tells people what to install, for whatever they have in mind."""
_CONTAINER: Final = re.compile(r"(?:^|\.)(?:docker|container)file\b")
"""Names of Dockerfiles, any of which but the project's own is for a second environment."""
_FIRST: Final = "pyproject.toml"
_ORDER: Final = ("project", "setup-cfg", "setup-py", "requirements", "environment")
"""The files that say what a project needs, those that people write for all others first."""


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The pins of one file. ``wanted`` is the evidence for the generation that the file is to be for, and
    ``by`` who says so. ``container`` is true for the project's own Dockerfile, ``locked`` where a lock
    decides what is installed."""

    document: Document
    pins: tuple[Pin, ...]
    wanted: Evidence | None = None
    by: By | None = None
    container: bool = False
    locked: bool = False

    @property
    def profile(self) -> str | None:
        """The profile that the file is for: that of its pins, where they agree and contradict nothing, else
        the one that is wanted. Pins of a group say so only where nothing else does."""
        grouped = self.wanted is not None and kind_of(self.document.path) in _ORDER
        pins = [pin for pin in self.pins if not (grouped and pin.requirement.group)]
        pinned = {pin.generation for pin in pins if pin.generation is not None}
        if len(pinned) != 1 or self.contradicting:
            pinned = {self.wanted.profile} if self.wanted else set()
        return next((name for name in pinned if name in profiles()), None)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """Why the file is taken to be for its profile."""
        if self.wanted and self.wanted.profile == self.profile:
            return (self.wanted,)
        own = (pin for pin in self.pins if self.profile and pin.generation == self.profile)
        first = next(own, None)
        return (_evidence(self.document, first, self.profile),) if first and self.profile else ()

    @property
    def contradicting(self) -> tuple[Pin, ...]:
        """The pins that mean another generation than the one that is wanted. What is there for a second
        environment, or holds only somewhere, contradicts nothing but a comment in the file. Commands are of
        a second one where others of the file install what is wanted."""
        if self.wanted is None:
            return ()
        name = self.document.path.lower().rpartition("/")[2]
        wanted = any(pin.generation == self.wanted.profile for pin in self.pins)
        installs = not (wanted or name.endswith(_PAGES) or _CONTAINER.search(name))
        return tuple(
            pin
            for pin in self.pins
            if pin.generation not in (None, self.wanted.profile)
            and not pin.requirement.own
            and (self.by == "comment" or self._is_projects(pin, installs))
        )

    def _is_projects(self, pin: Pin, installs: bool) -> bool:
        """Whether a pin is for the project's own environment; ``installs``: so are those of commands. An extra
        is installed together with the pins of the project's own dependencies, where there are any that hold
        wherever it does."""
        asked = pin.requirement
        mains = (one for one in self.pins if one.main and one.generation is not None)
        if asked.extra and any(holds_with(asked, one.requirement) for one in mains):
            return where(asked.marker) != "nowhere"
        return _always(pin) and (pin.main or self.container or (installs and asked.command))


def holds_with(asked: Requirement, other: Requirement) -> bool:
    """Whether a requirement, where it holds, is installed together with another one of the same project: that
    one holds everywhere, or under the same marker. One that holds everywhere is so with any."""
    if not asked.conditional or not other.conditional:
        return not asked.conditional or bool(asked.marker)
    return bool(asked.marker) and asked.marker == other.marker


def _always(pin: Pin) -> bool:
    return not pin.requirement.conditional


def dependencies(
    document: Document, options: Options, surroundings: Surroundings, file: str
) -> Dependencies:
    """What a document pins. ``file`` is its whole path."""
    own = {evidence.span for evidence in surroundings.exact if evidence.path == surroundings.place}
    pins = tuple(
        pin_of(one, file, main=True if one.span in own else None) for one in document.requirements
    )
    wanted, by = _wanted(document, pins, options, surroundings)
    exact = {evidence.path for evidence in surroundings.exact if evidence.path}
    return Dependencies(
        document,
        pins,
        wanted,
        by,
        container=is_container(surroundings.place or file.rpartition("/")[2]),
        locked=any(kind_of(path) in LOCKS for path in exact),
    )


def _wanted(
    document: Document, pins: Iterable[Pin], options: Options, surroundings: Surroundings
) -> tuple[Evidence | None, By | None]:
    comment = asked(document)
    if comment is not None:
        told = f"a comment asks for {comment.name}"
        return Evidence(comment.name, told, document.path, comment.span), "comment"
    if not _QUOTING.isdisjoint(PurePosixPath(surroundings.place).parts[:-1]):
        return None, None
    if options.target is not None:
        who = "--target" if options.target_from == "flag" else "[tool.profilecheck] target"
        return Evidence(options.target, f"{who} is {options.target}"), "options"
    marks = set(surroundings.marks)
    mark = next(iter(surroundings.marks), None)
    if mark is None and surroundings.configs is not None:
        mark = surroundings.configs.mark()
    if mark is not None and _is_beside(surroundings.place, mark.path or ""):
        return mark, "tree"
    pinned = [one for one in surroundings.exact if one not in marks and kind_of(one.path or "")]
    first = min(pinned, key=_rank, default=None)
    if first is None:
        first = _first(document, pins)
    elif not _is_beside(surroundings.place, first.path or ""):
        first = None
    return (first, "pin") if first else (None, None)


def _is_beside(place: str, other: str) -> bool:
    """Whether what lies at a path speaks for the dependency file at ``place``: it lies in the file's own
    folder or below. A folder within a project may be there for another environment."""
    parts = PurePosixPath(place).parts[:-1]
    hosted = next((at for at, name in enumerate(parts) if name in _HOSTED), len(parts))
    folder = PurePosixPath(*parts[:hosted])
    while kind_of(place) is None and folder.name in _SCRIPTS:
        folder = folder.parent
    if folder.name == FOLDER:
        folder = folder.parent
    return PurePosixPath(other).is_relative_to(folder)


def _first(document: Document, pins: Iterable[Pin]) -> Evidence | None:
    """The first pin of a file, where nothing is known of its project."""
    for pin in pins:
        if pin.main and pin.generation is not None and _always(pin):
            return _evidence(document, pin, pin.generation)
    return None


def _evidence(document: Document, pin: Pin, generation: str) -> Evidence:
    span = pin.requirement.span
    return Evidence(generation, f"line {span.line} pins {pin.told}", document.path, span)


def _rank(evidence: Evidence) -> tuple[int, bool]:
    path = PurePosixPath(evidence.path or "")
    kind = kind_of(path.as_posix())
    place = _ORDER.index(kind) if kind in _ORDER else len(_ORDER)
    return place, path.name != _FIRST
