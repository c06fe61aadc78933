"""Where patches are applied, and what the files are called there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def root_of(paths: Iterable[str | Path]) -> Path:
    """The folder to which a patch of these files is relative: this one, or where one of them lies outside of it the
    nearest that holds them all. Raises ValueError where there is none (drives of Windows)."""
    here = Path(os.path.realpath(Path()))
    files = [Path(os.path.realpath(path)) for path in paths]
    if all(file.is_relative_to(here) for file in files):
        return here
    return Path(os.path.commonpath([file.parent for file in files]))


def place(path: str | Path, root: Path) -> str:
    """What a patch calls a file: the path of the file itself, links followed, from ``root``."""
    return Path(os.path.realpath(path)).relative_to(root).as_posix()
