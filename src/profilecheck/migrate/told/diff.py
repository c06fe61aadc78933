"""The changes as one diff, for ``git apply`` and ``patch -p1`` in the folder that ``root_of`` names.

It is to be written as UTF-8 with ``surrogateescape``, line ends as they are. In colour it is for a terminal
alone, and what would control that is shown as escapes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.places import place, root_of
from profilecheck.patches import joined, patch
from profilecheck.report._cells import escaped

_STYLES: Final = {"---": "1", "+++": "1", "diff ": "1", "@@": "36", "-": "31", "+": "32"}
"""The terminal's colours of lines by their beginnings."""


def tell(ledger: Ledger, *, color: bool, width: int) -> str:
    """The diff; ``width`` plays no part."""
    root = root_of_all(ledger)
    parts = [of_file(file, root) for file in ledger.files]
    parts += [patch(place(new.path, root), None, new.text) for new in ledger.beside]
    text = joined(parts)
    return "".join(map(_colored, text.split("\n")[:-1])) if color else text


def root_of_all(ledger: Ledger) -> Path:
    """The folder in which the diff is to be applied."""
    return root_of([file.path for file in ledger.changed] + [new.path for new in ledger.beside])


def of_file(file: FileLedger, root: Path) -> str:
    """The diff of one file, empty where nothing of it changes."""
    if file.after is None:
        return ""
    return patch(place(file.path, root), file.before.decode("utf-8"), file.after.decode("utf-8"))


def _colored(line: str) -> str:
    style = next((style for start, style in _STYLES.items() if line.startswith(start)), None)
    shown = escaped(line)
    return f"\x1b[{style}m{shown}\x1b[0m\n" if style else f"{shown}\n"
