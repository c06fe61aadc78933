"""What lies around a checked file: its project's pin, the tree's marks, a default.ini of its own."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Final

from profilecheck.config_folder import ConfigFolders
from profilecheck.document import Document, Setting
from profilecheck.findings import Evidence
from profilecheck.own_package import OwnPackage, own_package
from profilecheck.pins import LIMIT, Pins, pins
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name, TreeMark
from profilecheck.profiles.marks import TELLING, Place
from profilecheck.profiles.trees import (
    DEFAULT_INI,
    ENVIRONMENT_FOLDERS,
    OTHER_TREE_MARKS,
    TRAINER_FILES,
    generation_of,
    is_slip,
    known_anywhere,
    lies_below_others,
    strays,
)
from profilecheck.sources import ini
from profilecheck.sources.read import read

ROOT_MARKS: Final = (".git", ".hg")
PROJECT_FILES: Final = (
    *("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "build.sh"),
    *("environment.yml", "environment.yaml"),
)
DEPTH: Final = 64
"""How many folders upward are looked at, at most."""
TOLD: Final = 3
"""How many names of a fork are told, at most."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the tree around a file says.

    ``exact`` is evidence that decides a profile (an exact pin, a mark of the tree); ``side`` decides
    only where the file's own names say nothing (a pin of an optional group); ``loose`` decides nothing
    (``pufferlib>=2``). ``default_ini`` is the default.ini that lies below the files of the tree, which may
    be broken, and ``is_default_ini`` is true where it is the file itself. ``fork`` names a recognised fork: its
    default.ini holds names that its generation lacks, and where the tree holds a trainer, that reads
    them. ``fork_names`` are those names; ``fork_dropped`` are names of its generation's [train] that it
    lacks and that its trainer does not read. ``own_environments`` is true where the tree has a pufferlib/ocean
    of its own, or a pufferlib/environments: environments that no release has are legal there. ``configs`` are the INIs that launch lines of the tree mean.
    ``marks`` are what its code, else a default.ini above the file, says without any pin. ``place`` is the
    file's own path from its project. ``own_package`` is the tree's own pufferlib/. ``carried_over`` is what a
    default.ini of another generation will give once it is migrated: it lies over the generation's own.
    ``environment_ini`` is what a run lays below the file and over default.ini; ``passable`` tells of a run whether its
    launcher takes a setting with a value.
    """

    exact: tuple[Evidence, ...] = ()
    side: tuple[Evidence, ...] = ()
    loose: tuple[Evidence, ...] = ()
    default_ini: Document | None = None
    is_default_ini: bool = False
    fork: str | None = None
    fork_names: frozenset[Name] = frozenset()
    configs: ConfigFolders | None = field(default=None, compare=False)
    marks: tuple[Evidence, ...] = ()
    place: str = field(default="", compare=False)
    fork_dropped: frozenset[Name] = frozenset()
    own_environments: bool = False
    own_package: OwnPackage | None = None
    carried_over: Document | None = None
    environment_ini: Document | None = None
    passable: Callable[[Name, object], bool] | None = field(default=None, compare=False)


NOWHERE = Surroundings()


def look(path: Path) -> Surroundings:
    """What the tree around one file says, as ``Survey.look``."""
    return Survey().look(path)


def over(around: Surroundings, default: Document, folder: Path) -> Surroundings:
    """The same with the default.ini of an installed package below the files; ``folder`` holds its trainer."""
    names = _fork_names(default, [folder])
    return replace(around, default_ini=default, fork=_fork(default, names), fork_names=names)


@dataclass(frozen=True, slots=True)
class _Default:
    """A default.ini that lies below other files, with the generation that its names tell and where."""

    path: Path
    document: Document
    generation: str | None
    place: Place | None


@dataclass(frozen=True, slots=True)
class _Around:
    """What all files of one folder share. ``marked`` is what ``default`` says of every file but itself."""

    shared: Surroundings
    base: Path
    default: Path | None = None
    marked: tuple[Evidence, ...] = ()


class Survey:
    """What lies around the files of one run; no folder is looked at twice."""

    def __init__(self) -> None:
        self._around = cache(self._look)
        self._default = cache(_default_in)
        self._marks = cache(marks_in)
        self._pins = cache(pins)

    def look(self, path: Path) -> Surroundings:
        """What the tree around ``path`` says. Never raises; reads nothing above the project.

        The project is the nearest folder upward with a version control system's folder; without one,
        the nearest with a file that marks a project; without that, the one with the default.ini of the
        file's tree, else the file's own folder.
        """
        try:
            path = Path(os.path.abspath(path))  # noqa: PTH100 - and without `..`, as folders are compared
            around = self._around(path.parent)
        except (OSError, ValueError):
            return NOWHERE
        place = _shown(path, around.base)
        if around.default == path:
            return replace(around.shared, is_default_ini=True, place=place)
        return replace(around.shared, exact=around.shared.exact + around.marked, place=place)

    def _look(self, folder: Path) -> _Around:
        folders = _project(folder) or self._tree(folder)
        base = folders[-1]
        configs = ConfigFolders(folders)
        default = self._default_ini(folders)
        marks = next(filter(None, (self._marks(f, _shown(f, base)) for f in folders)), ())
        found = self._nearest_pins(folders)
        own = any((f / name).is_dir() for f in folders for name in ENVIRONMENT_FOLDERS)
        package = own_package(folders)
        if default is None:
            exact = found.exact + (marks or found.own)
            shared = Surroundings(
                exact,
                found.side,
                found.loose,
                configs=configs,
                marks=marks,
                own_environments=own,
                own_package=package,
            )
            return _Around(shared, base)
        document = replace(default.document, path=_shown(default.path, base))
        names = _fork_names(document, folders)
        marked = () if marks else tuple(_mark_of(default, document.path))
        shared = Surroundings(
            exact=found.exact + (marks or (() if marked else found.own)),
            side=found.side,
            loose=found.loose,
            default_ini=document,
            fork=_fork(document, names),
            fork_names=names,
            configs=configs,
            marks=marks or marked,
            fork_dropped=_fork_dropped(default, folders) if names else frozenset(),
            own_environments=own,
            own_package=package,
        )
        return _Around(shared, base, default.path, marked)

    def _nearest_pins(self, folders: list[Path]) -> Pins:
        """The pins of the nearest folder whose own dependencies name PufferLib, after those that stand
        beside them in nearer ones."""
        side: list[Evidence] = []
        loose: list[Evidence] = []
        for folder in folders:
            found = self._pins(folder, _shown(folder, folders[-1]))
            side += found.side
            loose += found.loose
            if found.main:
                return replace(found, side=tuple(side), loose=tuple(dict.fromkeys(loose)))
        return Pins(side=tuple(side), loose=tuple(dict.fromkeys(loose)))

    def _tree(self, folder: Path) -> list[Path]:
        """The folders up to that of the default.ini, where no project can be told."""
        upward = _below_home(folder)
        default = self._default_ini(upward)
        return upward[: upward.index(default.path.parent) + 1] if default else upward[:1]

    def _default_ini(self, folders: list[Path]) -> _Default | None:
        """The default.ini that a loader lays below the files of the first folder.

        It reads one default.ini, the topmost of its tree: one in a folder below it is a file like any
        other. A project within a project, and one of another generation, has its own.
        """
        found: _Default | None = None
        for folder in folders:
            candidate = self._default(folder)
            if candidate is not None:
                if found is not None and _differ(found.generation, candidate.generation):
                    break
                found = candidate
            if found is not None and _is_project(folder):
                break
        return found


def _differ(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other


def _shown(path: Path, base: Path) -> str:
    return path.relative_to(base).as_posix()


def _upward(folder: Path) -> list[Path]:
    return [folder, *folder.parents][:DEPTH]


def _below_home(folder: Path) -> list[Path]:
    """The folder and those above it that may be part of one tree: neither the user's home nor the root."""
    try:
        home = Path.home()
    except RuntimeError:
        home = Path(folder.anchor)
    upward = _upward(folder)
    ends = (index for index, f in enumerate(upward) if f == home or f == f.parent)
    return upward[: max(1, next(ends, DEPTH))]


def _project(folder: Path) -> list[Path]:
    """The folders from the file's own up to that of its project; none where nothing marks one."""
    upward = _upward(folder)
    for index, candidate in enumerate(upward):
        if any((candidate / mark).exists() for mark in ROOT_MARKS):
            return upward[: index + 1]
    for index, candidate in enumerate(upward[:-1]):
        if _is_project(candidate):
            return upward[: index + 1]
    return []


def _is_project(folder: Path) -> bool:
    return any((folder / name).is_file() for name in PROJECT_FILES)


def marks_in(folder: Path, shown: str) -> tuple[Evidence, ...]:
    """The marks in a folder, of the latest generation only: files of older ones are left behind."""
    every = [(p.name, mark) for p in profiles().values() for mark in p.tree_marks]
    found = [(of, mark) for of, mark in (*every, *OTHER_TREE_MARKS) if _has(folder, mark)]
    latest = max((of for of, _ in found), key=TELLING.index, default=None)
    prefix = "" if shown == "." else f"{shown}/"
    return tuple(
        Evidence(of, mark.message, prefix + mark.path) for of, mark in found if of == latest
    )


def _has(folder: Path, mark: TreeMark) -> bool:
    path = folder / mark.path
    try:
        return path.is_file() and (mark.contains is None or mark.contains.encode() in _bytes(path))
    except OSError:
        return False


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LIMIT)


def _default_in(folder: Path) -> _Default | None:
    path = folder / DEFAULT_INI
    try:
        if not path.is_file() or path.stat().st_size > LIMIT:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    document = read(data, DEFAULT_INI)
    assert document is not None
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # its names tell what it was meant to be
        meant = ini.read(data.decode("utf-16", errors="replace"), DEFAULT_INI)
        document = replace(meant, problems=document.problems)
    if not lies_below_others(document):
        return None
    generation, place = generation_of(document.sections, document.settings) or (None, None)
    return _Default(path, document, generation, place)


def _mark_of(default: _Default, shown: str) -> Iterator[Evidence]:
    """A default.ini marks its tree: the loader lays it below every config there."""
    if default.generation is not None and default.place is not None:
        told = f"{shown} is a default.ini of {default.generation}"
        yield Evidence(default.generation, told, shown, default.place.span)


def _fork_names(default: Document, folders: list[Path]) -> frozenset[Name]:
    """Names of a default.ini that its generation lacks and that the trainer beside it reads.

    Where there is no trainer in the tree, those that no generation has, without slips in [vec].
    """
    stray = strays(default.sections, default.settings)
    if not stray:
        return frozenset()
    trainers = _trainers(folders)
    return frozenset(
        (setting.section, setting.key) for setting in stray if _reads(trainers, setting)
    )


def _fork_dropped(default: _Default, folders: list[Path]) -> frozenset[Name]:
    """Names of [train] that the default.ini of a fork lacks, where no trainer of the tree reads them."""
    trainers = _trainers(folders)
    profile = profiles().get(default.generation or "")
    if not trainers or profile is None:
        return frozenset()
    held = {setting.key for setting in default.document.settings if setting.section == "train"}
    lacking = profile.default_texts()["train"].keys() - held
    return frozenset(
        ("train", key)
        for key in lacking
        if not any(re.search(rb"['\".]%s\b" % key.encode(), trainer) for trainer in trainers)
    )


def _trainers(folders: list[Path]) -> list[bytes]:
    return [_bytes(f / name) for f in folders for name in TRAINER_FILES if (f / name).is_file()]


def _reads(trainers: list[bytes], setting: Setting) -> bool:
    if not trainers:
        return not known_anywhere(setting.section, setting.key) and not is_slip(setting)
    read = re.compile(rb"['\".]%s\b" % re.escape(setting.key.encode()))
    return any(read.search(trainer) for trainer in trainers)


def _fork(default: Document, names: frozenset[Name]) -> str | None:
    if not names:
        return None
    told = ", ".join(f"[{section}] {key}" for section, key in sorted(names)[:TOLD])
    return f"{default.path} has names of its own ({told})"
