"""Escapes in Python's strings, each with the place of the character that it stands for."""

from __future__ import annotations

import re
from typing import Final

from profilecheck.sources.shell.text import Piece

_ESCAPE: Final = re.compile(r"\\(?P<what>\r?\n|.)", re.DOTALL)
_MADE: Final = {
    "\n": "", "\r\n": "", "\\": "\\", "'": "'", '"': '"', "n": "\n", "t": "\t", "r": "\r",
}  # fmt: skip


def unescaped(piece: Piece) -> Piece | None:
    """A literal's text as Python reads it; None where it holds an escape that stands for a number or a name."""
    text, places, at = "", list[int](), 0
    for match in _ESCAPE.finditer(piece.text):
        made = _MADE.get(match["what"])
        if made is None:
            return None
        text += piece.text[at : match.start()] + made
        places += [*piece.places[at : match.start()], *[piece.places[match.start()]] * len(made)]
        at = match.end()
    return Piece(text + piece.text[at:], [*places, *piece.places[at:]])
