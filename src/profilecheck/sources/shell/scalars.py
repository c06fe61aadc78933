"""One value of YAML as the text that its loader makes of it, each character with its place.

Blocks, quoted and plain values over any number of lines. YAML as a whole is read elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from profilecheck.sources.shell.text import Piece, cut

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
BLOCK: Final = re.compile(r"(?P<style>[|>])[-+\d]*[ ]*(?:#[^\n]*)?\Z")
PROPERTIES: Final = re.compile(r"(?:(?:&[^\s,\[\]{}]+|!!str)(?:[ ]+|(?=[\r\n]|\Z)))*")
"""An anchor, and the tag of a text."""
QUOTED: Final = re.compile(
    r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^']|'')*)')(?=[ ]*(?:[ ]\#[^\n]*)?\r?(?:\n|\Z))""",
    re.DOTALL,
)
_BREAK: Final = re.compile(r"[ \t]*\r?\n(?P<more>(?:[ \t]*\r?\n)*)[ \t]*")
_DOUBLE: Final = re.compile(
    rf"\\(?:[ \t]*\r?\n[ \t]*|x[\da-fA-F]{{2}}|u[\da-fA-F]{{4}}|U[\da-fA-F]{{8}}|.)|{_BREAK.pattern}",
    re.DOTALL,
)
_SINGLE: Final = re.compile(rf"''|{_BREAK.pattern}")
_ESCAPES: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "0": "\0",
    "N": "\x85",
    "_": "\xa0",
    "e": "\x1b",
}
_BEHIND: Final = re.compile(r"\s#")
_TABLE: Final = re.compile(r"[\w-]+:(?:\s|\Z)")
LONGEST: Final = 200
"""How many lines a value in quotes or brackets takes, at most."""


@dataclass(slots=True)
class Lines:
    """A text, and where each of its lines begins and ends."""

    text: str
    at: list[tuple[int, int]] = field(init=False)

    def __post_init__(self) -> None:
        self.at = [match.span() for match in _LINE.finditer(self.text)]

    def width(self, number: int) -> int:
        """How far a line is indented."""
        start, end = self.at[number]
        line = self.text[start:end]
        return len(line) - len(line.lstrip(" "))

    def is_empty(self, number: int) -> bool:
        """Whether nothing stands in a line, or a comment alone."""
        start, end = self.at[number]
        line = self.text[start:end].lstrip()
        return not line or line.startswith("#")

    def end(self, number: int) -> int:
        """Where the lines end that one value may take, at most, from a line on."""
        return self.at[min(number + LONGEST, len(self.at) - 1)][1]

    def deeper(self, number: int, indent: int) -> Iterator[tuple[int, int]]:
        """The lines behind one that are indented more than a key, each from behind its indent."""
        for below in range(number + 1, len(self.at)):
            start, end = self.at[below]
            if not self.text[start:end].strip():
                yield max(start, end - 1), end
                continue
            width = self.width(below)
            if width <= indent:
                return
            yield start + width, end


def value(lines: Lines, number: int, start: int, indent: int) -> Piece | None:
    """The value that begins at ``start`` in a line, behind a key or a dash at column ``indent``; None where
    it is no text."""
    text = lines.text
    first = text[start : lines.at[number][1]].rstrip("\r\n")
    block = BLOCK.match(first)
    if block:
        piece = cut(text, lines.deeper(number, indent))
        return _replaced(piece, _BREAK) if block["style"] == ">" else piece
    if first[:1] in ('"', "'"):
        return quoted(text, start, lines.end(number))
    if not first or first[0] in "[{&*!#" or _TABLE.match(first):
        return None
    return _plain(lines, number, start, indent)


def quoted(text: str, start: int, end: int) -> Piece | None:
    """A value in quotes; None where they are not closed, or something stands behind them."""
    match = QUOTED.match(text, start, end)
    if match is None:
        return None
    kind = "double" if match["double"] is not None else "single"
    return unescaped(cut(text, [match.span(kind)]), double=kind == "double")


def unescaped(piece: Piece, *, double: bool) -> Piece:
    """What stands between quotes, as it is meant. An escape's character stands where that begins."""
    return _replaced(piece, _DOUBLE if double else _SINGLE)


def _plain(lines: Lines, number: int, start: int, indent: int) -> Piece:
    """A value without quotes: it goes on in deeper lines, and ends at a comment."""
    parts: list[tuple[int, int]] = []
    for begin, end in ((start, lines.at[number][1]), *lines.deeper(number, indent)):
        line = lines.text[begin:end]
        comment = _BEHIND.search(line)
        if line.startswith("#"):
            break
        parts.append((begin, begin + comment.start() if comment else end))
        if comment:
            break
    piece = cut(lines.text, parts)
    return _replaced(piece[: len(piece.text.rstrip())], _BREAK)


def _replaced(piece: Piece, pattern: re.Pattern[str]) -> Piece:
    """A text with what YAML makes of each match."""
    text: list[str] = []
    places: list[int] = []
    at = 0
    for match in pattern.finditer(piece.text):
        made = _made(match.group(), match["more"])
        text += [piece.text[at : match.start()], made]
        places += piece.places[at : match.start()]
        places += [piece.places[match.start()]] * len(made)
        at = match.end()
    return Piece("".join(text) + piece.text[at:], [*places, *piece.places[at:]])


def _made(written: str, more: str | None) -> str:
    if (
        more is not None
    ):  # lines are joined by a blank, those that are parted by empty ones by these
        return "\n" * more.count("\n") or " "
    if written == "''":
        return "'"
    name, digits = written[1], written[2:]
    if name in "xuU" and digits:
        return chr(min(int(digits, 16), 0x10FFFF))
    return "" if "\n" in written else _ESCAPES.get(name, name)
