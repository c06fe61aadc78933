"""The package that a tree holds itself, under the name of the released one: a fork's has more than any release."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from profilecheck.pins import LIMIT
from profilecheck.profiles.api_names import ROOT
from profilecheck.sources.parsing import parsed

_PLACES: Final = ("", "src")
"""Where a tree has its package."""
_OPEN: Final = re.compile(rb"\bimport\s*\*|\b__getattr__\b|\bglobals\(\)")
"""What brings names into a module that are not written in it."""


@dataclass(frozen=True, slots=True)
class OwnPackage:
    """The folder of a tree's own package."""

    folder: Path

    def has(self, name: str) -> bool:
        """Whether the tree has a dotted name: a module, or a name that its module's text holds."""
        parts = name.split(".")[1:]
        within = self.folder.joinpath(*parts[:-1])
        try:
            if not parts or _is_module(within, parts[-1]):
                return True
            return any(_holds(path, parts[-1]) for path in (within / "__init__.py", _file(within)))
        except (OSError, ValueError):
            return False

    def parameters(self, name: str) -> tuple[str, ...] | None:
        """The parameters of a function that the tree has by a dotted name, but for ``**``; None where the text of
        its module does not tell them."""
        found = self._function(name)
        if found is None:
            return None
        given = found.args
        return tuple(one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs))

    def texts_in(self, name: str) -> frozenset[str] | None:
        """The strings that stand in a function of the tree; None where there is no such function in a text."""
        found = self._function(name)
        if found is None:
            return None
        constants = (node.value for node in ast.walk(found) if isinstance(node, ast.Constant))
        return frozenset(value for value in constants if isinstance(value, str))

    def sets(self, name: str, key: str) -> bool:
        """Whether a function of the tree is known to put something under a key."""
        found = self._function(name)
        return found is not None and any(
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.slice, ast.Constant)
            and node.slice.value == key
            for node in ast.walk(found)
        )

    def _function(self, name: str) -> ast.FunctionDef | None:
        *parts, function = name.split(".")[1:]
        try:
            with _file(self.folder.joinpath(*parts)).open("rb") as file:
                tree = parsed(file.read(LIMIT).decode())
        except (OSError, ValueError):
            return None
        for node in tree.body if tree is not None else ():
            if isinstance(node, ast.FunctionDef) and node.name == function:
                return node
        return None


def own_package(folders: Iterable[Path]) -> OwnPackage | None:
    """The nearest package of the tree itself, by the folders from a file's own upward."""
    for folder in folders:
        for place in _PLACES:
            found = folder / place / ROOT
            if (found / "__init__.py").is_file():
                return OwnPackage(found)
    return None


def _is_module(folder: Path, name: str) -> bool:
    """Whether a folder has a module or a package of this name, compiled ones and their sources too."""
    return folder.is_dir() and any(e.name.partition(".")[0] == name for e in folder.iterdir())


def _file(module: Path) -> Path:
    return module.parent / f"{module.name}.py"


def _holds(path: Path, name: str) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        text = file.read(LIMIT)
    return bool(_OPEN.search(text) or re.search(rb"\b%s\b" % re.escape(name.encode()), text))
