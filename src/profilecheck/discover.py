"""From paths to files: what was named, and what a walk through a named folder meets.

A walk takes files that end like a config and whose bytes could matter. It leaves out what git
ignores, hidden folders, virtual environments, caches and build output, and follows no symlink to a
folder. What a user named is always told of; what a walk left out where that is asked for.
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
from profilecheck.files import read_file
from profilecheck.gitignore import Ignored
from profilecheck.sources.dependencies import LOCKS, kind_of
from profilecheck.sources.shell import is_script

CONFIGS: Final = (".ini", ".toml", ".json", ".yaml", ".yml")
ENDINGS: Final = (*CONFIGS, ".py", ".ipynb")
BEGINNING: Final = 1 << 20
"""Bytes of a file that decide whether it could matter. No config that people write is longer."""
LOCKED: Final = 1 << 24
"""As ``BEGINNING``, of a lock, which a program writes."""

OUTPUT: Final = frozenset(
    {"node_modules", "__pycache__", "site-packages", "build", "dist", "_build", "htmlcov"}
)
OUTPUT_ENDINGS: Final = (".egg-info", ".dist-info", ".egg")
MARKS: Final = frozenset({"pyvenv.cfg", "conda-meta", "CACHEDIR.TAG"})
"""Names that say, within a folder, that it is a virtual environment or a cache."""
UNTOLD: Final = frozenset({".git", ".hg", ".svn", "__pycache__"})
"""Folders that are left out and that nobody asks about."""

WORKFLOWS: Final = (".github", ".gitlab")
"""Hidden folders with command lines that people write."""

SCRIPTS: Final = "a script or a page of Markdown"
NOTHING: Final = (
    "holds a section that a profile knows, launches PufferLib, asks for it or reports a benchmark"
)
EXCLUDED: Final = "excluded by a pattern"


@dataclass(frozen=True, slots=True)
class Found:
    """A file to check. ``shown`` is its posix path, as the user gave it joined with the walked part.

    ``named`` says that the user named it and not a folder around it. ``skipped`` says why it is not
    looked into: it is returned so that this can be told, and may then be a folder.
    """

    path: Path
    shown: str
    named: bool
    skipped: str | None = None


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
    could_matter: Callable[[bytes, str], bool],
    gitignore: bool = True,
    passed_over: bool = False,
) -> tuple[list[Found], list[PathProblem]]:
    """The files that ``paths`` stand for, and the paths that stand for none, each sorted as shown.

    A named file is returned unread. ``could_matter`` is asked with the beginning and the whole path of
    others. ``exclude`` holds patterns relative to ``root``, as `Excludes` reads them; outside of
    ``root`` they are relative to the named folder, or to the folder of the named file. Neither
    ``root`` nor a folder above it is ever excluded. Each named path is returned, though it may be a
    symlink to another; what walks meet more than once, also through a symlink, is returned once. A
    named folder without a file that could matter is a problem, and so is an excluded one where there
    is nothing else to look into. With ``gitignore`` walks leave out what git ignores. With
    ``passed_over`` what walks leave out is returned as well, with the reason. Raises nothing of its own.
    """
    place = _Place.of(str(root))
    search = _Search(Excludes(exclude), place, could_matter, gitignore, passed_over)
    for given in paths:
        search.look_at(given)
    return search.results()


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
        self,
        excludes: Excludes,
        root: _Place,
        could_matter: Callable[[bytes, str], bool],
        gitignore: bool,
        passed_over: bool,
    ) -> None:
        self.excludes = excludes
        self.root = root
        self.could_matter = could_matter
        self.gitignore = gitignore
        self.passed_over = passed_over
        self.named: dict[str, Found] = {}
        self.walked: list[Found] = []
        self.folders: list[Found] = []
        self.left_out: list[Found] = []
        self.problems: list[PathProblem] = []

    def results(self) -> tuple[list[Found], list[PathProblem]]:
        """What was found, each file once, and the problems."""
        chosen = {os.path.realpath(found.path): found for found in self.named.values()}
        walked: list[Found] = []
        for found in sorted(self.walked, key=lambda found: found.shown):
            first = chosen.setdefault(os.path.realpath(found.path), found)
            if first is found:
                walked.append(found)
            elif first.shown != found.shown:
                reason = f"the same file as {first.shown}"
                self.leave_out(str(found.path), found.shown, "", reason)
        files = [*self.named.values(), *walked]
        if any(found.skipped is None for found in files):
            files += self.folders
        else:
            for folder in self.folders:
                self.problem(folder.shown, f"this folder is {EXCLUDED}")
        told = {found.shown for found in files}
        files += {one.shown: one for one in self.left_out if one.shown not in told}.values()
        return (
            sorted(files, key=lambda found: found.shown),
            sorted(set(self.problems), key=lambda problem: (problem.shown, problem.message)),
        )

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
                self.file(given, shown)
            else:
                self.problem(shown, f"not a regular file: {_kind(mode)}")

    def file(self, given: str, shown: str) -> None:
        folder, name = os.path.split(given)
        excluded = self.excluded(_Place.of(folder or os.curdir), name, folder=False)
        found = Found(Path(given), shown, True, EXCLUDED if excluded else None)
        place = os.path.join(os.path.realpath(folder), name)
        first = self.named.get(place)
        if first is None or found.shown < first.shown:
            self.named[place] = found

    def folder(self, given: str, shown: str) -> None:
        base = _Place.of(given)
        if self.excluded(base, "", folder=True):
            self.folders.append(Found(Path(given), shown, True, EXCLUDED))
            return
        before = len(self.walked), len(self.problems)
        seen = _Seen()
        for tail in self.walk(given, shown, base, seen):
            self.walked.append(Found(Path(given, tail), _joined(shown, tail), False))
        if (len(self.walked), len(self.problems)) == before:
            self.problem(shown, seen.nothing())

    def walk(self, given: str, shown: str, base: _Place, seen: _Seen) -> Iterator[str]:
        """The files below a folder that could matter, as paths from there, in any order."""
        pending = [("", Ignored.above(base.real))]
        while pending:
            folder, rules = pending.pop()
            try:
                with os.scandir(os.path.join(given, folder)) as listing:
                    entries = list(listing)
            except OSError as error:
                self.problem(_joined(shown, folder), f"cannot be walked: {_reason(error)}")
                continue
            names = {entry.name for entry in entries}
            if folder and not MARKS.isdisjoint(names):
                reason = "a virtual environment or a cache"
                self.leave_out(given, shown, f"{folder}/", reason)
                continue
            if self.gitignore:
                rules = rules.within(base.child(folder).real if folder else base.real, names)
            for entry in entries:
                tail = f"{folder}/{entry.name}" if folder else entry.name
                if _is_folder(entry):
                    why = self.folder_left_out(entry.name, base, tail, rules, seen)
                    if why is None:
                        pending.append((tail, rules.inside(base.child(tail).real)))
                    elif entry.name not in UNTOLD:
                        self.leave_out(given, shown, f"{tail}/", why)
                elif _may_be_read(entry.name, tail) and _is_file(entry):
                    why = self.file_left_out(entry, base, tail, rules, shown, seen)
                    if why is None:
                        yield tail
                    elif why:
                        self.leave_out(given, shown, tail, why)

    def folder_left_out(
        self, name: str, base: _Place, tail: str, rules: Ignored, seen: _Seen
    ) -> str | None:
        if name.startswith(".") and name not in WORKFLOWS:
            return "a hidden folder"
        if name in OUTPUT or name.endswith(OUTPUT_ENDINGS):
            return "a folder of what programs put out"
        if self.excluded(base, tail, folder=True):
            return EXCLUDED
        return self.ignored(base, tail, rules, seen, folder=True)

    def file_left_out(
        self,
        entry: os.DirEntry[str],
        base: _Place,
        tail: str,
        rules: Ignored,
        shown: str,
        seen: _Seen,
    ) -> str | None:
        """Why a file on a walk is left out; empty where that is not to be told or is told as a problem, None
        where it is not left out."""
        counts = "." in entry.name or is_script(entry.name)
        seen.files += counts
        if self.excluded(base, tail, folder=False):
            seen.excluded += counts
            return EXCLUDED
        if why := self.ignored(base, tail, rules, seen, folder=False):
            return why
        try:
            kind = kind_of(tail)
            data = read_file(entry.path, LOCKED if kind in LOCKS else BEGINNING)
            if "." not in entry.name and kind is None and not is_script(entry.name, data):
                return ""  # of files without an ending, others are never read
            matters = self.could_matter(data, f"{base.absolute}/{tail}")
        except FileNotFoundError:
            self.problem(_joined(shown, tail), "vanished while its folder was walked")
        except OSError as error:
            self.problem(_joined(shown, tail), f"cannot be read: {_reason(error)}")
        else:
            if matters:
                return None
            if tail.lower().endswith(CONFIGS):
                return "it holds no section that a profile knows"
        return ""  # of code and pages that do not name PufferLib nobody asks

    def ignored(
        self, base: _Place, tail: str, rules: Ignored, seen: _Seen, *, folder: bool
    ) -> str | None:
        """Why git ignores what lies at ``tail`` below a named folder, where it does."""
        why = rules.why(base.child(tail).real, folder=folder) if rules.levels else None
        seen.ignored += why is not None
        return why

    def leave_out(self, given: str, shown: str, tail: str, reason: str) -> None:
        if self.passed_over:
            self.left_out.append(Found(Path(given, tail), _joined(shown, tail), False, reason))

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


@dataclass(slots=True)
class _Seen:
    """How many files with the ending of a config one walk met, how many of them a pattern excluded, and
    how many files and folders git ignores."""

    files: int = 0
    excluded: int = 0
    ignored: int = 0

    def nothing(self) -> str:
        """Why there is nothing to look into."""
        if self.ignored:
            return f"{self._nothing()}; git ignores some of it (--no-gitignore looks at all)"
        return self._nothing()

    def _nothing(self) -> str:
        endings = ", ".join(ENDINGS)
        if not self.files:
            return f"no file in this folder ends in {endings}, or is {SCRIPTS}"
        if self.files == self.excluded:
            return (
                f"every file in this folder that ends in {endings}, or is {SCRIPTS}, is {EXCLUDED}"
            )
        return f"no file in this folder ({endings}, {SCRIPTS}) {NOTHING}"


def _may_be_read(name: str, tail: str) -> bool:
    """Whether a file of that name is looked into; whether one without an ending is a script, its first line
    says."""
    if name.lower().endswith(ENDINGS) or "." not in name:
        return True
    return is_script(name) or kind_of(tail) is not None


def _joined(shown: str, tail: str) -> str:
    if not tail or shown == ".":
        return tail or shown
    return f"{shown.rstrip('/')}/{tail}"


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


def _kind(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a FIFO"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"


def _reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or str(error)
