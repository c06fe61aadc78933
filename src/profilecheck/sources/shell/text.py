"""A piece of shell text cut out of a file, that knows where each of its characters stands there.

A recipe of a Makefile, a block of Markdown or a step of a workflow is not a stretch of its file: marks
before its lines are left out. So a piece carries the offset of each of its characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

ONE: Final = "\ue000"
"""Stands in a word for something that is not known: the value of a variable in double quotes."""
ANY: Final = "\ue001"
"""As ``ONE``, outside of quotes: the shell may split it into several words, or drop it."""
HOLES: Final = (ONE, ANY)


@dataclass(frozen=True, slots=True)
class Piece:
    """Shell text, and the offset in the file of each of its characters."""

    text: str
    places: Sequence[int]

    def __getitem__(self, part: slice) -> Piece:
        return Piece(self.text[part], self.places[part])


def whole(text: str) -> Piece:
    """A file that is shell text from its beginning to its end."""
    return Piece(text, range(len(text)))


def cut(text: str, parts: Iterable[tuple[int, int]]) -> Piece:
    """The stretches of a text, from and to these offsets, one after the other."""
    found = list(parts)
    places = [place for start, end in found for place in range(start, end)]
    return Piece("".join(text[start:end] for start, end in found), places)
