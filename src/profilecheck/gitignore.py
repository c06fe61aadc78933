"""What git ignores, by its own rules: ``.gitignore`` in every folder, and ``.git/info/exclude``.

What it tracks it does not ignore, whatever the rules say; the index tells that. git itself is never run: a
repository's settings may have it run any program. What a user has git ignore
everywhere (core.excludesFile) is no part of the repository and is not read, so that a tree is judged
alike on every machine.
"""

# Strings and `os` throughout, as where trees are walked.
# ruff: noqa: PTH112, PTH118, PTH120

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from profilecheck.excludes import Patterns, pattern
from profilecheck.files import read_file
from profilecheck.git_index import Index

REPOSITORY: Final = ".git"
RULES: Final = ".gitignore"
_POINTER: Final = "gitdir:"
_SHORT: Final = 4096


@dataclass(frozen=True, slots=True)
class _Level:
    """The rules of one file, for what lies below ``base``. ``source`` is how the file is told."""

    base: str
    patterns: Patterns
    source: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """The rules that hold in a folder, those of the nearest file first. Paths are posix and real.

    ``root`` is the top of the repository, whose ``index`` tells what is tracked. ``buried`` is the rule by which
    git ignores the folder itself, which holds something tracked: it ignores all else in there.
    """

    levels: tuple[_Level, ...] = ()
    root: str | None = None
    index: Index | None = None
    buried: str | None = None

    @classmethod
    def above(cls, folder: str) -> Ignored:
        """The rules that hold in a folder by what lies above it in its repository; none outside of one."""
        above: list[tuple[str, list[str]]] = []
        inside = folder
        while REPOSITORY not in (names := _present(inside)):
            above.append((inside, names))
            outside = os.path.dirname(inside)
            if outside == inside:
                return cls()
            inside = outside
        rules = cls()
        for nearer, present in reversed([*above, (inside, names)][1:]):
            rules = rules.within(nearer, present)
        return rules

    def within(self, folder: str, names: Collection[str]) -> Ignored:
        """The rules that hold in a folder with these names in it, where these hold in the one around it."""
        rules = self
        if REPOSITORY in names:
            # A repository within a repository has its own rules alone.
            own = _level(folder, f"{_git_folder(folder)}/info/exclude", folder)
            rules = Ignored(own, folder, _index(folder))
        if RULES in names:
            root = folder if rules.root is None else rules.root
            own = _level(folder, f"{folder}/{RULES}", root, follow=False)
            rules = replace(rules, levels=(*own, *rules.levels), root=root)
        return rules

    def why(self, path: str, *, folder: bool) -> str | None:
        """The rule by which git ignores a path, in words; None where it does not, also where it tracks the
        file, or any in the folder."""
        rule = self.buried or self._rule(path, folder=folder)
        if rule is None or self.index is None or self.root is None:
            return rule
        tracked = self.index.has(path[len(self.root) :].lstrip("/"), folder=folder)
        if tracked is None:
            return f"{rule}; whether it is tracked is not known, for git's index cannot be read"
        return None if tracked else rule

    def inside(self, folder: str) -> Ignored:
        """The rules that hold for what lies in a folder, by what git says of the folder itself."""
        if self.buried or not self.levels:
            return self
        return replace(self, buried=self._rule(folder, folder=True))

    def _rule(self, path: str, *, folder: bool) -> str | None:
        for level in self.levels:
            last = level.patterns.last(path[len(level.base) :].lstrip("/"), folder=folder)
            if last is not None:
                told = f"git ignores it: {last.text} ({level.source} line {last.line})"
                return None if last.negated else told
        return None


def _present(folder: str) -> list[str]:
    return [name for name in (REPOSITORY, RULES) if os.path.lexists(f"{folder}/{name}")]


def _level(base: str, path: str, root: str, *, follow: bool = True) -> tuple[_Level, ...]:
    """The rules of one file; none where it cannot be read, which git takes for no rules too."""
    try:
        text = read_file(path, follow=follow).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return ()
    lines = text.removeprefix("\ufeff").split("\n")
    numbered = (pattern(_trimmed(line), number) for number, line in enumerate(lines, 1))
    patterns = Patterns(
        one for one in numbered if one is not None and one.text[:1] not in ("", "#")
    )
    source = path[len(root) :].lstrip("/") if path.startswith(root) else path
    return (_Level(base, patterns, source),)


def _trimmed(line: str) -> str:
    """A line as git reads it: without blanks at its end, but for one behind a backslash."""
    line = line.removesuffix("\r").partition("\0")[0]
    kept = line.rstrip(" ")
    escapes = len(kept) - len(kept.rstrip("\\"))
    return f"{kept} " if escapes % 2 and kept != line else kept


def _index(root: str) -> Index:
    """The index of the work tree, which each has for itself."""
    return Index(f"{_own_folder(root)}/index", f"{_git_folder(root)}/config")


def _git_folder(root: str) -> str:
    """Where the repository keeps what all its work trees share."""
    folder = _own_folder(root)
    return os.path.normpath(os.path.join(folder, _pointer(os.path.join(folder, "commondir"))))


def _own_folder(root: str) -> str:
    """Where git keeps what is the work tree's own: a work tree and a submodule only point to it."""
    here = f"{root}/{REPOSITORY}"
    if os.path.isdir(here):
        return here
    pointer = _pointer(here)
    if not pointer.startswith(_POINTER):
        return here
    return os.path.normpath(os.path.join(root, pointer.removeprefix(_POINTER).strip()))


def _pointer(path: str) -> str:
    try:
        return os.fsdecode(read_file(path, _SHORT)).strip()
    except (OSError, ValueError):
        return ""
