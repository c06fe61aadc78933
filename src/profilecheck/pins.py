"""What a project's dependency files say of PufferLib: which generation they pin, if any."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from profilecheck.document import Requirement
from profilecheck.files import read_file
from profilecheck.findings import Evidence
from profilecheck.markers import where
from profilecheck.profiles.marks import TELLING
from profilecheck.profiles.names import GENERATIONS
from profilecheck.profiles.releases import (
    DISTRIBUTIONS,
    REPOSITORY,
    of_reference,
    of_specifier,
    release_of,
)
from profilecheck.sources import shell
from profilecheck.sources.dependencies import (
    FOLDER,
    decoded,
    included,
    kind_of,
    read,
    with_requirements,
)
from profilecheck.telling import cut

LIMIT: Final = 4 * 1024 * 1024
"""Files above this size are not read."""

DECIDING: Final = GENERATIONS
"""Generations that a pin decides; a later one is told and decides nothing."""

TOLD: Final = 160
"""Characters of a pin that a message tells, at most: a repository with a commit has fewer."""
INCLUDED: Final = 64
"""How many files requirements files may include, at most."""

_OWN: Final = frozenset(
    {"requirements.txt", "requirements.in", "environment.yml", "environment.yaml"}
)
"""Requirements and environment files of a project's own dependencies. Others may be for a second environment."""
_INCLUDED: Final = "requirements.txt"
"""What a file is read as that another includes, whatever its own name is."""
_SECOND: Final = frozenset({"requirements", "environment"})
_CONTAINERS: Final = ("dockerfile", "containerfile")


@dataclass(frozen=True, slots=True)
class Pin:
    """One mention of PufferLib in a dependency file.

    ``generation`` is what it decides, or None. ``main`` is false for what stands beside the project's own
    dependencies: an optional group, a second requirements file, a command that installs, what its marker
    keeps from Linux.
    """

    requirement: Requirement
    generation: str | None
    main: bool = True

    @property
    def told(self) -> str:
        """What is asked, as a message tells it."""
        return cut(self.requirement.text, TOLD)

    @property
    def release(self) -> str:
        """The one release or commit of upstream's that it means, where all of its launcher is known."""
        asked = self.requirement
        if not (asked.indexed or asked.url):
            return ""
        return release_of(asked.name, asked.specifier, asked.url)


@dataclass(frozen=True, slots=True)
class Pins:
    """What the dependency files of one folder say.

    ``exact`` are pins of the project's own dependencies that decide a generation, ``side`` those of
    others, ``loose`` all that decide none, and ``own`` is the version of PufferLib's own tree, which its
    marks may contradict. ``main`` is true where the project's own dependencies name PufferLib.
    """

    exact: tuple[Evidence, ...] = ()
    side: tuple[Evidence, ...] = ()
    loose: tuple[Evidence, ...] = ()
    own: tuple[Evidence, ...] = ()
    main: bool = False


def pins(folder: Path, shown: str) -> Pins:
    """The pins in a folder's own dependency files. ``shown`` is how the folder is told.

    Files that cannot be read or parsed say nothing. What an optional group or a second requirements
    file pins may well be there for a second environment.
    """
    texts = _texts(folder)
    own = _included(folder, texts)
    found = [
        (name, pin_of(requirement, name, main=name in own or None))
        for name, text in texts.items()
        for requirement in requirements_in(text, name)
        if not requirement.marker or where(requirement.marker) != "nowhere"
    ]
    told: dict[str, list[Evidence]] = {kind: [] for kind in ("exact", "side", "loose", "own")}
    for name, pin in found:
        kind, sentence = _told_as(pin)
        told[kind].append(
            Evidence(
                pin.generation or "any",
                f"{name} line {pin.requirement.span.line} {sentence}",
                f"{shown}/{name}" if shown not in ("", ".") else name,
                pin.requirement.span,
                pin.release if pin.generation else "",
            )
        )
    return Pins(
        **{kind: tuple(evidence) for kind, evidence in told.items()},
        main=any(pin.main for _, pin in found),
    )


def pin_of(requirement: Requirement, name: str, *, main: bool | None = None) -> Pin:
    """What a requirement means, in a file of that name or path. ``main`` says whether the file is one of
    the project's own dependencies, where that is known otherwise."""
    own = not _is_second(name) if main is None else main
    here = not requirement.marker or where(requirement.marker) == "here"
    return Pin(requirement, _generation(requirement), own and here and not requirement.group)


def is_container(name: str) -> bool:
    """Whether the file at a path from its project is the project's own Dockerfile."""
    return name.lower() in _CONTAINERS


def _is_second(name: str) -> bool:
    return kind_of(name) in _SECOND and PurePosixPath(name).name.lower() not in _OWN


def _generation(requirement: Requirement) -> str | None:
    """The generation that a requirement decides; None where it decides nothing. ``packaging``, which takes
    as long to import as a config to check, is needed only where PufferLib is named."""
    if requirement.url:
        return of_reference(requirement.url)
    if requirement.specifier is None:
        return None
    from packaging.specifiers import SpecifierSet

    try:
        return of_specifier(SpecifierSet(requirement.specifier), requirement.name)
    except ValueError:  # no specifier, or one with more digits than Python converts
        return None


def _told_as(pin: Pin) -> tuple[str, str]:
    """What kind of evidence a pin is, and what to say of it."""
    requirement = pin.requirement
    if pin.generation not in (TELLING if requirement.own else DECIDING):
        return "loose", f"has {pin.told}, which decides nothing"
    if requirement.own:
        return "own", f"is PufferLib's own {pin.told}"
    if pin.main:
        return "exact", f"pins {pin.told}"
    if requirement.marker and where(requirement.marker) == "elsewhere":
        holds = "whose marker holds on other systems than Linux or for an extra"
        return "side", f"pins {pin.told}, {holds}"
    return "side", f"pins {pin.told}, beside the project's own dependencies"


def _texts(folder: Path) -> dict[str, str]:
    """The dependency files of a folder that can be read, by their paths from there."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return {}
    found = [n for n in names if kind_of(n) or n.lower().startswith(_CONTAINERS)]
    if FOLDER in names:
        below = (f"{FOLDER}/{path.name}" for path in sorted((folder / FOLDER).glob("*")))
        found += [name for name in below if kind_of(name)]
    texts = {name: _text(folder / name) for name in found}
    return {name: text for name, text in texts.items() if text is not None}


def _text(path: Path) -> str | None:
    try:
        data = read_file(path, LIMIT + 1)
    except (OSError, ValueError):
        return None
    return decoded(data) if len(data) <= LIMIT else None


def _included(folder: Path, texts: dict[str, str]) -> set[str]:
    """The files that the project's own requirements files include, or take constraints from, within the
    folder. Those that are no dependency files by their names join ``texts``."""
    pending = [n for n in texts if kind_of(n) == "requirements" and not _is_second(n)]
    found: set[str] = set()
    while pending:
        name = pending.pop()
        for path in included(texts[name]):
            other = posixpath.normpath((PurePosixPath(name).parent / path).as_posix())
            if other in found or other.startswith(("../", "/")) or len(found) >= INCLUDED:
                continue
            if other not in texts and (text := _text(folder / other)) is not None:
                texts[other] = text
            if other in texts:
                found.add(other)
                pending.append(other)
    return found


def requirements_in(text: str, name: str) -> tuple[Requirement, ...]:
    """What a file of that name asks of PufferLib: as requirements, where its name does not tell what it is."""
    if kind_of(name) is None and shell.is_script(name):
        marks = (*DISTRIBUTIONS, REPOSITORY)
        document = shell.read(text, name, name=name, data=b"", marks=marks)
        return with_requirements(document, name=name, wanted=DISTRIBUTIONS).requirements
    known = name if kind_of(name) is not None else _INCLUDED
    return read(text, name, name=known, wanted=DISTRIBUTIONS).requirements
