"""What lies around a checked file: its project's pin, the tree's marks, a default.ini of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from profilecheck.document import Document
from profilecheck.findings import Evidence, Span
from profilecheck.pins import LIMIT, pins
from profilecheck.profiles import profiles
from profilecheck.profiles.base import TreeMark
from profilecheck.profiles.marks import OTHER_TREE_MARKS, known_anywhere
from profilecheck.sources import ini

ROOT_MARKS: Final = (".git", ".hg")
PROJECT_FILES: Final = ("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "build.sh")
DEFAULT_INI: Final = "default.ini"
DEPTH: Final = 64
"""How many folders upward are looked at, at most."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the tree around a file says. ``exact`` is evidence that decides a profile (an exact pin,
    a mark of the tree); ``loose`` is evidence that does not (``pufferlib>=2``). ``default_ini`` is
    the nearest default.ini upward within the project that has [base] and [vec]. ``fork`` names a
    recognised fork: its default.ini holds names that no generation has, which are ``fork_names``."""

    exact: tuple[Evidence, ...] = ()
    loose: tuple[Evidence, ...] = ()
    default_ini: Document | None = None
    fork: str | None = None
    fork_names: frozenset[tuple[str, str]] = frozenset()


NOWHERE = Surroundings()


def look(path: Path, *, root: Path | None = None) -> Surroundings:
    """What the tree around ``path`` says. Never raises; reads nothing above the project.

    The project is the nearest folder upward with a version control system's folder; without one,
    the topmost with a file that marks a project below ``root``; without that, the file's own folder.
    """
    try:
        folders = _project(path.absolute().parent, root.absolute() if root else None)
        return _look(folders)
    except (OSError, ValueError):
        return NOWHERE


def _look(folders: list[Path]) -> Surroundings:
    base = folders[-1]
    exact: list[Evidence] = []
    loose: list[Evidence] = []
    for folder in folders:
        shown = folder.relative_to(base).as_posix()
        found, others = pins(folder, shown)
        exact += found
        loose += others
        if found or others:
            break
    for folder in folders:
        exact += _marks(folder, folder.relative_to(base).as_posix())
    default = _default_ini(folders, base)
    unknown = _names_of_its_own(default)
    fork = None
    if default is not None and unknown:
        told = ", ".join(sorted(f"[{section}] {key}" for section, key in unknown)[:3])
        fork = f"{default.path} holds names that no generation has: {told}"
    return Surroundings(tuple(exact), tuple(dict.fromkeys(loose)), default, fork, unknown)


def _project(folder: Path, root: Path | None) -> list[Path]:
    """The folders from the file's own up to that of its project."""
    upward = [folder, *folder.parents][:DEPTH]
    for index, candidate in enumerate(upward):
        if any((candidate / mark).exists() for mark in ROOT_MARKS):
            return upward[: index + 1]
    if root is not None and root in upward:
        return upward[: upward.index(root) + 1]
    last = 0
    for index, candidate in enumerate(upward[:-1]):
        if any((candidate / name).is_file() for name in PROJECT_FILES):
            last = index
    return upward[: last + 1]


def _marks(folder: Path, shown: str) -> Iterator[Evidence]:
    marks = [(p.name, mark) for p in profiles().values() for mark in p.tree_marks]
    for generation, mark in (*marks, *OTHER_TREE_MARKS):
        if _has(folder, mark):
            where = mark.path if shown in ("", ".") else f"{shown}/{mark.path}"
            yield Evidence(generation, mark.message, where, Span(1, 1, 1, 1))


def _has(folder: Path, mark: TreeMark) -> bool:
    path = folder / mark.path
    try:
        if not path.is_file():
            return False
        if mark.contains is None:
            return True
        with path.open("rb") as file:
            return mark.contains.encode() in file.read(LIMIT)
    except OSError:
        return False


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
        if {"base", "vec"} <= {
            section.name for section in document.sections
        } and not document.broken:
            return document
    return None


@lru_cache(maxsize=64)
def _read(path: Path, shown: str, modified: int, size: int) -> Document:
    return ini.read(path.read_text(encoding="utf-8"), shown)


def _names_of_its_own(default: Document | None) -> frozenset[tuple[str, str]]:
    if default is None:
        return frozenset()
    return frozenset(
        (setting.section, setting.key)
        for setting in default.settings
        if not known_anywhere(setting.section, setting.key)
    )
