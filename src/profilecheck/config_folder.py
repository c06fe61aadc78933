"""The INIs that a launch line means: those of the config folder of its tree."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final

from profilecheck.document import Document
from profilecheck.findings import Evidence
from profilecheck.pins import LIMIT
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_lines import names_in
from profilecheck.profiles.trees import (
    CONFIG_FOLDERS,
    DEFAULT_INI,
    generation_of,
    lies_below_others,
)
from profilecheck.sources import ini

MOST: Final = 500
"""How many files of a config folder are read, at most."""
DEFAULT: Final = "default"
"""The environment's name with which the loaders read default.ini alone."""


@dataclass(frozen=True, slots=True)
class Inis:
    """What a loader reads for one environment: default.ini, if the tree has one, and the environment's own
    INI; None for that where default.ini is all."""

    default: Document | None
    environment: Document | None


Change = Callable[[Path, str], str]
"""Gives what a file is taken to hold, of its path and what it holds."""


def unchanged(path: Path, text: str) -> str:
    """The change that is none."""
    return text


class ConfigFolders:
    """The config folders of a project, from a file's own folder upward. They are read when first asked, each INI as
    ``change`` makes it."""

    def __init__(self, folders: Sequence[Path], change: Change = unchanged) -> None:
        self._folders = tuple(folders)
        self._change = change
        self._read = cache(self._all)
        self._names = cache(self._all_names)
        self._changed = cache(partial(ConfigFolders, self._folders))
        self._preferred = ""

    @property
    def base(self) -> Path:
        """The folder that the paths of the INIs start from: the project's."""
        return self._folders[-1]

    def changed(self, change: Change) -> ConfigFolders:
        """The same folders with each INI as ``change`` makes it; of one function always the same."""
        changed = self._changed(change)
        return changed.preferring(self._preferred) if self._preferred else changed

    def preferring(self, path: str) -> ConfigFolders:
        """The same folders as a loader has them that meets the INI of a path before others of its environment."""
        made = copy(self)
        made._preferred = path
        return made

    def candidates(self, environment: str) -> tuple[Inis, ...]:
        """The INIs of an environment, in the nearest config folder that has one for it. The loaders take one of several:
        that which the file system gives them first."""
        for default, others in self._read():
            if environment == DEFAULT and default is not None:
                return (Inis(default, None),)
            found = [one for one in others if environment in names_in(one)]
            if found:
                preferred = [one for one in found if one.path == self._preferred]
                return tuple(Inis(default, one) for one in preferred or found)
        return ()

    def keys(self, *, default: bool) -> frozenset[Name]:
        """Every section and key that a default.ini sets, or where ``default`` is false any INI."""
        read = [
            one
            for below, others in self._read()
            for one in (below, *(() if default else others))
            if one is not None
        ]
        return frozenset((held.section, held.key) for one in read for held in one.settings)

    def names(self) -> frozenset[str]:
        """The names of all environments that have an INI."""
        return self._names()

    def _all_names(self) -> frozenset[str]:
        return frozenset(
            name for _, others in self._read() for one in others for name in names_in(one)
        )

    def mark(self) -> Evidence | None:
        """What the nearest default.ini says of the generation that launches in the tree."""
        for default, _ in self._read():
            told = generation_of(default.sections, default.settings) if default else None
            if default is not None and told is not None:
                message = f"{default.path} is a default.ini of {told[0]}"
                return Evidence(told[0], message, default.path, told[1].span)
        return None

    def _all(self) -> list[tuple[Document | None, list[Document]]]:
        return [
            found
            for folder in self._folders
            for name in CONFIG_FOLDERS
            if (found := _folder(folder / name, self._folders[-1], self._change))
        ]


def _folder(
    folder: Path, base: Path, change: Change
) -> tuple[Document | None, list[Document]] | None:
    """The default.ini and the other INIs of a config folder; None where it has none."""
    if not folder.is_dir():
        return None
    default: Document | None = None
    others: list[Document] = []
    for path in _inis(folder):
        document = _read(path, base, change)
        if document is None:
            continue
        if path == folder / DEFAULT_INI and lies_below_others(document):
            default = document
        else:
            others.append(document)
    return (default, others) if default or others else None


def _inis(folder: Path) -> Iterator[Path]:
    found = 0
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".ini") and found < MOST:
                found += 1
                yield Path(where, name)


def _read(path: Path, base: Path, change: Change) -> Document | None:
    try:
        if path.stat().st_size > LIMIT:
            return None
        text = change(path, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    document = ini.read(text, path.relative_to(base).as_posix())
    return None if document.broken else document
