"""The command lines in the cells of a notebook: ``!puffer train``, ``%%bash``, ``%run``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import ONE, Piece, cut

_LINE: Final = re.compile(
    r"(?m)^[ \t]*(?:[A-Za-z_]\w*[ \t]*=[ \t]*)?(?:!!?|%(?:sx|system)[ \t])[ \t]*(?P<command>(?:[^\\\n]|\\\n|\\)*)$"
)
_RUN: Final = re.compile(r"(?m)^[ \t]*%(?P<command>run[ \t][^\n]*)$")
_CELL: Final = re.compile(
    r"\s*%%(?:(?:bash|sh|shell|system|sx)|script[ \t]+(?:/\S*/)?(?:bash|sh))\b[^\n]*\n"
)
_OTHER: Final = re.compile(r"\s*%%(?!time|capture|prun)")
_PUT_IN: Final = re.compile(r"(?<!\$)\{[^{}\n]*\}")
"""What IPython puts in of Python's own."""
_RUNS: Final = "python"
"""What ``%run`` does with its words."""


def commands(text: str, starts: Sequence[int], marks: Sequence[str]) -> Reader:
    """The commands in the cells of a text that holds one of ``marks``; each cell begins at a line of ``starts``."""
    reader = Reader(text, marks)
    if not any(mark in text for mark in marks):
        return reader
    offsets = [*(reader.places.offset(line, 1) for line in starts), len(text)]
    for start, end in pairwise(offsets):
        script = script_at(text, start, end)
        if script is not None:
            reader.script(cut(text, [(script, end)]))
        elif not _OTHER.match(text, start, end):
            for match in _LINE.finditer(text, start, end):
                reader.script(_without_python(cut(text, [match.span("command")])))
            for match in _RUN.finditer(text, start, end):
                piece = _without_python(cut(text, [match.span("command")]))
                program = Piece(_RUNS, [piece.places[0]] * len(_RUNS))
                rest = piece[len("run") :]
                reader.script(Piece(program.text + rest.text, [*program.places, *rest.places]))
    return reader


def script_at(text: str, start: int, end: int) -> int | None:
    """Where the shell script of a cell begins (``%%bash``), which stands at ``start`` up to ``end``; None where it is none."""
    cell = _CELL.match(text, start, end)
    return cell.end() if cell else None


def _without_python(piece: Piece) -> Piece:
    """A command with a hole for each value of Python's own."""
    text, places, at = "", list[int](), 0
    for match in _PUT_IN.finditer(piece.text):
        text += piece.text[at : match.start()] + ONE
        places += piece.places[at : match.start() + 1]
        at = match.end()
    return Piece(text + piece.text[at:], [*places, *piece.places[at:]])
