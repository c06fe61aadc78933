"""From paths to files: what was named, and what a walk through a named folder meets.

A walk takes files that end like a config and whose bytes could matter. It leaves out hidden
folders, virtual environments, caches and build output, and follows no symlink to a folder.
"""

# Strings and `os` throughout: a walk through a large tree spends its time in building paths.
# ruff: noqa: PTH100, PTH116, PTH118

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final

from profilecheck.excludes import Excludes

ENDINGS: Final = (".ini", ".toml", ".json", ".yaml", ".yml")
BEGINNING: Final = 1 << 20
"""Bytes of a file that decide whether it could matter. No config that people write is longer."""

OUTPUT: Final = frozenset(
    {"node_modules", "__pycache__", "site-packages", "build", "dist", "_build", "htmlcov"}
)
OUTPUT_ENDINGS: Final = (".egg-info", ".dist-info", ".egg")
MARKS: Final = frozenset({"pyvenv.cfg", "conda-meta", "CACHEDIR.TAG"})
"""Names that say, within a folder, that it is a virtual environment or a cache."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file to check. ``shown`` is its posix path, as the user gave it joined with the walked part.

    ``named`` says that the user named it and not a folder around it. With ``excluded`` a pattern
    leaves it out all the same: it is returned so that this can be said, and may then be a folder.
    """

    path: Path
    shown: str
    named: bool
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class PathProblem:
    """A path that gives nothing to check, and why."""

    shown: str
    message: str


def discover(
    paths: Sequence[str],
    *,
    exclude: Sequence[str],
    root: Path,
    could_matter: Callable[[bytes], bool],
) -> tuple[list[Found], list[PathProblem]]:
    """The files that ``paths`` stand for, and the paths that stand for none, each sorted as shown.

    A named file is returned unread. ``exclude`` holds patterns relative to ``root``, as `Excludes`
    reads them; outside of ``root`` they are relative to the named folder, or to the folder of the
    named file. Neither ``root`` nor a folder above it is ever excluded. A file that is met more
    than once, also through a symlink, is returned once: named rather than walked to. A named
    folder without a file that could matter is a problem. Raises nothing of its own.
    """
    search = _Search(Excludes(exclude), _Place.of(str(root)), could_matter)
    for given in paths:
        search.look_at(given)
    chosen: dict[str, Found] = {}
    for found in sorted(
        search.found, key=lambda found: (found.excluded, not found.named, found.shown)
    ):
        chosen.setdefault(os.path.realpath(found.path), found)
    return (
        sorted(chosen.values(), key=lambda found: found.shown),
        sorted(set(search.problems), key=lambda problem: (problem.shown, problem.message)),
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a path lies, without and with its symlinks followed. Posix, so that patterns apply."""

    absolute: str
    real: str

    @classmethod
    def of(cls, path: str) -> _Place:
        return cls(_posix(os.path.abspath(path)), _posix(os.path.realpath(path)))

    def child(self, name: str) -> _Place:
        return _Place(f"{self.absolute.rstrip('/')}/{name}", f"{self.real.rstrip('/')}/{name}")

    def below(self, other: _Place) -> str | None:
        """The path from ``other`` to here, empty for the same place; None where this is not below."""
        return _below(self.absolute, other.absolute) or _below(self.real, other.real)


def _below(path: str, folder: str) -> str | None:
    if path == folder:
        return ""
    start = f"{folder.rstrip('/')}/"
    return path[len(start) :] if path.startswith(start) else None


def _posix(path: str) -> str:
    return path.replace(os.sep, "/")


class _Search:
    """One call of `discover`: what it looks for, and what it has found so far."""

    def __init__(
        self, excludes: Excludes, root: _Place, could_matter: Callable[[bytes], bool]
    ) -> None:
        self.excludes = excludes
        self.root = root
        self.could_matter = could_matter
        self.found: list[Found] = []
        self.problems: list[PathProblem] = []

    def look_at(self, given: str) -> None:
        """Takes in one path of the user's: a file, or all that a walk through a folder meets."""
        shown = PurePath(given).as_posix() if given else given
        try:
            mode = os.stat(given).st_mode
        except FileNotFoundError:
            self.problem(shown, "no such file or folder")
        except (OSError, ValueError) as error:
            self.problem(shown, f"cannot be looked at: {_reason(error)}")
        else:
            if stat.S_ISDIR(mode):
                self.folder(given, shown)
            elif stat.S_ISREG(mode):
                folder, name = os.path.split(given)
                excluded = self.excluded(_Place.of(folder or os.curdir), name, folder=False)
                self.found.append(Found(Path(given), shown, True, excluded))
            else:
                self.problem(shown, f"not a regular file: {_kind(mode)}")

    def folder(self, given: str, shown: str) -> None:
        base = _Place.of(given)
        if self.excluded(base, "", folder=True):
            self.found.append(Found(Path(given), shown, True, excluded=True))
            return
        before = len(self.found), len(self.problems)
        for tail in self.walk(given, shown, base):
            self.found.append(Found(Path(given, tail), _joined(shown, tail), False))
        if (len(self.found), len(self.problems)) == before:
            endings = ", ".join(ENDINGS)
            self.problem(shown, f"no file in it ({endings}) could be a config that is known here")

    def walk(self, given: str, shown: str, base: _Place) -> Iterator[str]:
        """The files below a folder that could matter, as paths from there, in any order."""
        pending = [""]
        while pending:
            folder = pending.pop()
            try:
                with os.scandir(os.path.join(given, folder)) as listing:
                    entries = list(listing)
            except OSError as error:
                self.problem(_joined(shown, folder), f"cannot be walked: {_reason(error)}")
                continue
            if folder and any(entry.name in MARKS for entry in entries):
                continue
            for entry in entries:
                tail = f"{folder}/{entry.name}" if folder else entry.name
                if _is_folder(entry):
                    if not _pruned(entry.name) and not self.excluded(base, tail, folder=True):
                        pending.append(tail)
                elif (
                    entry.name.lower().endswith(ENDINGS)
                    and _is_file(entry)
                    and not self.excluded(base, tail, folder=False)
                    and self.matters(entry.path, _joined(shown, tail))
                ):
                    yield tail

    def matters(self, path: str, shown: str) -> bool:
        try:
            return self.could_matter(_beginning(path))
        except FileNotFoundError:
            self.problem(shown, "vanished while its folder was walked")
        except OSError as error:
            self.problem(shown, f"cannot be read: {_reason(error)}")
        return False

    def excluded(self, base: _Place, tail: str, *, folder: bool) -> bool:
        """Whether a pattern leaves out what lies at ``tail`` below a named folder."""
        if not self.excludes:
            return False
        place = base.child(tail) if tail else base
        relative = place.below(self.root)
        if relative is None and self.root.below(place) is None:
            relative = tail
        return bool(relative) and self.excludes.cover(relative or "", folder=folder)

    def problem(self, shown: str, message: str) -> None:
        self.problems.append(PathProblem(shown, message))


def _joined(shown: str, tail: str) -> str:
    return PurePath(shown, tail).as_posix()


def _pruned(name: str) -> bool:
    return name.startswith(".") or name in OUTPUT or name.endswith(OUTPUT_ENDINGS)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether this is a folder itself. A symlink to one is not: walks cannot run in circles."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether this is a regular file or a symlink to one. A link to nowhere is none."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _beginning(path: str) -> bytes:
    """The first mebibyte of a file. Never waits: what has become a FIFO meanwhile reads as empty."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    try:
        data = b""
        wanted = min(os.fstat(descriptor).st_size, BEGINNING)
        while len(data) < wanted and (more := os.read(descriptor, wanted - len(data))):
            data += more
        return data
    finally:
        os.close(descriptor)


def _kind(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a FIFO"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
