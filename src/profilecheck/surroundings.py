"""What lies around a checked file: its project's pin, the tree's marks, a default.ini of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from profilecheck.document import Document, Setting
from profilecheck.findings import Evidence
from profilecheck.pins import LIMIT, pins
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name, TreeMark
from profilecheck.profiles.marks import TELLING
from profilecheck.profiles.trees import (
    OTHER_TREE_MARKS,
    TRAINER_FILES,
    generation_of,
    known_anywhere,
    strays,
)
from profilecheck.sources import ini

ROOT_MARKS: Final = (".git", ".hg")
PROJECT_FILES: Final = ("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "build.sh")
DEFAULT_INI: Final = "default.ini"
DEPTH: Final = 64
"""How many folders upward are looked at, at most."""
TOLD: Final = 3
"""How many names of a fork are told, at most."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the tree around a file says.

    ``exact`` is evidence that decides a profile (an exact pin, a mark of the tree); ``loose`` is
    evidence that does not (``pufferlib>=2``). ``default_ini`` is the nearest default.ini upward
    within the project that has [base] and [vec]. ``fork`` names a recognised fork: its default.ini
    holds names that its generation lacks, and where the tree holds a trainer, that reads them.
    ``fork_names`` are those names.
    """

    exact: tuple[Evidence, ...] = ()
    loose: tuple[Evidence, ...] = ()
    default_ini: Document | None = None
    fork: str | None = None
    fork_names: frozenset[Name] = frozenset()


NOWHERE = Surroundings()


def look(path: Path, *, root: Path | None = None) -> Surroundings:
    """What the tree around ``path`` says. Never raises; reads nothing above the project.

    The project is the nearest folder upward with a version control system's folder; without one,
    ``root`` where the file lies below it, else the nearest with a file that marks a project;
    without that, the file's own folder.
    """
    try:
        folders = _project(path.absolute().parent, root.absolute() if root else None)
        return _look(path.absolute(), folders)
    except (OSError, ValueError):
        return NOWHERE


def _look(path: Path, folders: list[Path]) -> Surroundings:
    base = folders[-1]
    default = _default_ini(folders, base)
    marks = next(filter(None, (_marks(folder, _shown(folder, base)) for folder in folders)), ())
    if not marks and default is not None and base / default.path != path:
        marks = tuple(_mark_of_default(default))
    for folder in folders:
        found = pins(folder, _shown(folder, base))
        if found.exact or found.loose or found.own:
            break
    exact = found.exact + (marks or found.own)
    names = _fork_names(default, folders)
    return Surroundings(
        exact, tuple(dict.fromkeys(found.loose)), default, _fork(default, names), names
    )


def _shown(folder: Path, base: Path) -> str:
    return folder.relative_to(base).as_posix()


def _project(folder: Path, root: Path | None) -> list[Path]:
    """The folders from the file's own up to that of its project."""
    upward = [folder, *folder.parents][:DEPTH]
    for index, candidate in enumerate(upward):
        if any((candidate / mark).exists() for mark in ROOT_MARKS):
            return upward[: index + 1]
    if root is not None and root in upward:
        return upward[: upward.index(root) + 1]
    for index, candidate in enumerate(upward[:-1]):
        if any((candidate / name).is_file() for name in PROJECT_FILES):
            return upward[: index + 1]
    return upward[:1]


def _marks(folder: Path, shown: str) -> tuple[Evidence, ...]:
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


def _default_ini(folders: list[Path], base: Path) -> Document | None:
    for folder in folders:
        path = folder / DEFAULT_INI
        try:
            status = path.stat()
            if not path.is_file() or status.st_size > LIMIT:
                continue
            shown = path.relative_to(base).as_posix()
            document = _read(path, shown, status.st_mtime_ns, status.st_size)
        except (OSError, UnicodeDecodeError):
            continue
        named = {section.name for section in document.sections}
        if {"base", "vec"} <= named and not document.broken:
            return document
    return None


@lru_cache(maxsize=64)
def _read(path: Path, shown: str, modified: int, size: int) -> Document:
    return ini.read(path.read_text(encoding="utf-8"), shown)


def _mark_of_default(default: Document) -> Iterator[Evidence]:
    """A default.ini marks its tree: the loader lays it below every config there."""
    found = generation_of(default.sections, default.settings)
    if found is not None:
        generation, place = found
        told = f"{default.path} is a default.ini of {generation}"
        yield Evidence(generation, told, default.path, place.span)


def _fork_names(default: Document | None, folders: list[Path]) -> frozenset[Name]:
    """Names of a default.ini that its generation lacks and that the trainer beside it reads.

    Where there is no trainer in the tree, those that no generation has.
    """
    if default is None:
        return frozenset()
    stray = strays(default.sections, default.settings)
    if not stray:
        return frozenset()
    trainers = [_bytes(f / name) for f in folders for name in TRAINER_FILES if (f / name).is_file()]
    return frozenset(
        (setting.section, setting.key) for setting in stray if _reads(trainers, setting)
    )


def _reads(trainers: list[bytes], setting: Setting) -> bool:
    if not trainers:
        return not known_anywhere(setting.section, setting.key)
    quoted = [f"{mark}{setting.key}{mark}".encode() for mark in "'\""]
    return any(text in trainer for trainer in trainers for text in quoted)


def _fork(default: Document | None, names: frozenset[Name]) -> str | None:
    if default is None or not names:
        return None
    told = ", ".join(f"[{section}] {key}" for section, key in sorted(names)[:TOLD])
    return f"{default.path} has names of its own ({told})"
