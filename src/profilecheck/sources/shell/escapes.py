r"""Escapes in texts as those who read them do: the shell's ``$'...'``, ``echo -e`` and ``printf``, ``screen -X stuff``."""

from __future__ import annotations

import re
from typing import Final

from profilecheck.sources.shell.text import ANY, Piece

_ESCAPE: Final = re.compile(
    r"\\(?:0?[0-7]{1,3}|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|c[A-Za-z]|[^\n])"
)
_STUFFED: Final = re.compile(r"\\(?:[0-7]{1,3}|[nrt])|\^[A-Za-z]")
_LETTERS: Final = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
}  # fmt: skip
_QUOTES: Final = "\\'\"?"
_AROUND: Final = "'\""
QUOTE: Final = r"''(?=[^'])|\\*['\"]"
"""A quote as the text around a command may write it, as a pattern: with a backslash in quotes, twice in one of YAML."""
_CONTROL: Final = 0x1F
_LAST: Final = 0x10FFFF


def decoded(piece: Piece) -> Piece:
    """A text with the character that each escape stands for, which stands where the escape begins."""
    return _with(piece, _ESCAPE)


def stuffed(piece: Piece) -> Piece:
    """What ``screen`` types for a text: ``^M`` and ``\\n`` end a line."""
    found = _with(piece, _STUFFED)
    return Piece(found.text.replace("\r", "\n"), found.places)


def doubtful(piece: Piece) -> Piece:
    """A text with a hole for each escape, where some shells read it and others do not."""
    return _with(piece, _ESCAPE, ANY)


def _with(piece: Piece, pattern: re.Pattern[str], made: str | None = None) -> Piece:
    text: list[str] = []
    places: list[int] = []
    at = 0
    for match in pattern.finditer(piece.text):
        char = _made(match.group()) if made is None else made
        text += [piece.text[at : match.start()], char]
        places += piece.places[at : match.start()]
        places += [piece.places[match.start()]] * len(char)
        at = match.end()
    return Piece("".join(text) + piece.text[at:], [*places, *piece.places[at:]])


def _made(written: str) -> str:
    name, rest = written[1], written[2:]
    if written[0] == "^":
        return chr(ord(name) & _CONTROL)
    if name.isdigit() and name < "8":
        return chr(int(written[1:], 8) & 0xFF)
    if name in "xuU" and rest:
        return chr(min(int(rest, 16), _LAST))
    if name == "c" and rest:
        return chr(ord(rest) & _CONTROL)
    return _LETTERS.get(name) or (name if name in _QUOTES else written)


def with_quotes(text: str, start: int, end: int) -> tuple[int, int]:
    r"""The stretch of a word with all of the quotes around it, where the text that holds the command writes them as two
    characters: ``\"`` in a text in quotes, ``''`` in one of YAML. A character of such a pair stands where the pair
    begins, to a shell where that ends."""
    quote = text[end : end + 1]
    if quote and quote in _AROUND and text[end - 1] == "\\" and f"\\{quote}" in text[start:end]:
        return start, end + 1
    if quote == "'" == text[end - 1] and text.startswith("''", start) and end - start > 2:
        return start, end + 1
    opening = text[start]
    if opening in _AROUND and text[end - 2 : end] == f"\\{opening}":
        while text[start - 1 : start] == "\\":
            start -= 1
    return start, end
