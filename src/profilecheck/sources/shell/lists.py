"""Commands that are given as a list of words, which no shell reads: in JSON, and in YAML's notation of it."""

from __future__ import annotations

import json
import re
from typing import Final

from profilecheck.sources.shell.scalars import unescaped
from profilecheck.sources.shell.text import ANY, ONE, Piece
from profilecheck.sources.shell.words import Token

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_FLOW: Final = re.compile(
    r"""(?P<double>"(?:[^"\\]|\\.)*")|(?P<single>'(?:[^']|'')*')|(?P<comment>(?<![^\s,\[])\#[^\n]*)"""
    r"""|(?P<plain>[^\s,\[\]{}"'][^,\[\]\n]*)|(?P<bracket>[\[\]{}])"""
)
_PUT_IN: Final = re.compile(r"\$(?:\w+|\{[^}]*\}?|\([^)]*\)?)|\{\{.*?\}\}", re.DOTALL)
"""What Compose, Kubernetes or a template puts in."""


def of_json(piece: Piece) -> list[Token] | None:
    """The words of a list in JSON, None for other text. Nothing in them is put in."""
    try:
        values = json.loads(piece.text.replace("\\\n", " \n").replace("\\\r\n", " \r\n"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        return None
    return [
        _word(piece[match.start() : match.end()], json.loads(match.group()))
        for match in _STRING.finditer(piece.text)
    ]


def of_flow(piece: Piece) -> list[Token] | None:
    """The words of a YAML list in brackets, from its opening one on; None where others are nested in it, or
    it never ends."""
    found: list[Token] = []
    for match in _FLOW.finditer(piece.text, 1):
        if match["bracket"]:
            return found if match["bracket"] == "]" else None
        if not match["comment"]:
            found.append(of_scalar(piece[match.start() : match.end()]))
    return None


def of_scalar(piece: Piece) -> Token:
    """One value of a YAML list as a word: with its quotes, or plain."""
    text = piece.text.rstrip()
    piece = piece[: len(text)]
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        inner = unescaped(piece[1:-1], double=text[0] == '"')
        start, end = piece.places[0], piece.places[-1] + 1
        return of_template(Token(inner.text, list(inner.places), start, end, quoted=True))
    word = of_text(piece)
    if text.startswith("*"):  # an alias
        return Token(ANY, word.places[:1], word.start, word.end, quoted=True)
    return of_template(word)


def of_text(piece: Piece) -> Token:
    """A text as one word."""
    places = list(piece.places)
    start = places[0] if places else 0
    return Token(piece.text, places, start, places[-1] + 1 if places else start, quoted=True)


def of_template(word: Token) -> Token:
    """A word with holes for what is put in before it is run; all of it may come to several (``${args}``)."""
    if _PUT_IN.fullmatch(word.text):
        return Token(ANY, word.places[:1], word.start, word.end, quoted=True)
    text, places, at = "", list[int](), 0
    for match in _PUT_IN.finditer(word.text):
        text += word.text[at : match.start()] + ONE
        places += word.places[at : match.start() + 1]
        at = match.end()
    return Token(
        text + word.text[at:], places + word.places[at:], word.start, word.end, quoted=True
    )


def _word(piece: Piece, value: str) -> Token:
    """A value that stands in quotes. An escape shifts what stands behind it: all is then at its start."""
    inner = list(piece.places[1:-1])
    places = inner if len(value) == len(inner) else [piece.places[0]] * len(value)
    return Token(value, places, piece.places[0], piece.places[-1] + 1, quoted=True)
