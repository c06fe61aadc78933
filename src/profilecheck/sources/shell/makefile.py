"""The command lines in the recipes of a Makefile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import Piece, cut

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_SILENT: Final = re.compile(r"[ \t]*[@+-]*[ \t]*")


def take(reader: Reader) -> None:
    """Takes in the commands of a Makefile. A line of a recipe is one script, with those that continue it."""
    recipe: list[tuple[int, int]] = []
    continued = False
    for match in _LINE.finditer(reader.text):
        start, end = match.span()
        line = match.group()
        if line.startswith("\t") or continued:
            opening = _SILENT.match(reader.text, start, end) if not recipe else None
            recipe.append((opening.end() if opening else start, end))
            continued = line.rstrip("\r\n").endswith("\\")
            if not continued:
                reader.script(_without_dollars(reader.text, recipe))
                recipe = []
        elif line.startswith("#"):
            reader.comments.append(reader.comment(start, start + len(line.rstrip("\r\n"))))
        if start == len(reader.text):
            break
    if recipe:
        reader.script(_without_dollars(reader.text, recipe))


def _without_dollars(text: str, parts: list[tuple[int, int]]) -> Piece:
    """The lines of a recipe as the shell gets them: ``$$`` is one dollar."""
    return cut(text, [piece for part in parts for piece in _pieces(text, *part)])


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while (at := text.find("$$", start, end)) >= 0:
        yield start, at + 1
        start = at + 2
    yield start, end
