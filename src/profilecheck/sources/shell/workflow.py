"""The command lines in a workflow of GitHub, GitLab and their kin: ``run:`` and ``script:`` in YAML.

YAML is read elsewhere; here only the places matter where such a key stands, so that a line of a command
is found where it is, and no library is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import Piece, cut

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_KEY: Final = re.compile(
    r"(?P<indent>[ ]*)(?P<dash>-[ ]+)?(?P<key>run|script|before_script|after_script|command|commands|cmd)"
    r"[ ]*:(?:[ ]+(?P<value>[^\r\n]*)|(?=[\r\n]|\Z))"
)
_ITEM: Final = re.compile(r"(?P<indent>[ ]*)-[ ]+(?P<value>[^\r\n]*)")
_BLOCK: Final = re.compile(r"(?P<style>[|>])[-+\d]*[ ]*(?:#.*)?\Z")
_QUOTED: Final = re.compile(r"""(?P<quote>["'])(?P<text>.*)(?P=quote)[ ]*(?:#.*)?\Z""")
_BEHIND: Final = re.compile(r"\s#")


def take(reader: Reader) -> None:
    """Takes in the commands of the steps."""
    lines = [match.span() for match in _LINE.finditer(reader.text)]
    for number, (start, end) in enumerate(lines):
        match = _KEY.match(reader.text, start, end)
        if match is None:
            continue
        indent = len(match["indent"]) + len(match["dash"] or "")
        if match["value"]:
            _value(reader, *match.span("value"), lines, number, indent)
        else:
            _items(reader, lines, number, len(match["indent"]))


def _items(reader: Reader, lines: list[tuple[int, int]], number: int, indent: int) -> None:
    """The items of the list below a key: each is a command, or a block of them."""
    column = -1
    for below, (start, end) in enumerate(lines[number + 1 :], number + 1):
        line = reader.text[start:end]
        width = len(line) - len(line.lstrip(" "))
        item = _ITEM.match(reader.text, start, end)
        if item and column in (-1, width) and width >= indent:
            column = width
            _value(reader, *item.span("value"), lines, below, width)
        elif line.strip() and not line.lstrip().startswith("#") and width <= max(column, indent):
            return


def _value(
    reader: Reader, start: int, end: int, lines: list[tuple[int, int]], number: int, indent: int
) -> None:
    """One value behind a key or a dash at column ``indent``."""
    value = reader.text[start:end]
    block = _BLOCK.match(value)
    quoted = _QUOTED.match(value)
    if block:
        reader.script(_block(reader.text, lines[number + 1 :], indent, block["style"] == ">"))
    elif quoted:
        first = start + quoted.start("text")
        reader.script(cut(reader.text, [(first, first + len(quoted["text"]))]))
    elif value[:1] not in "[{&*!":
        comment = _BEHIND.search(value)
        parts = [(start, start + comment.start() if comment else end)]
        reader.script(
            _folded(cut(reader.text, [*parts, *_deeper(reader.text, lines[number + 1 :], indent)]))
        )


def _block(text: str, lines: list[tuple[int, int]], indent: int, folded: bool) -> Piece:
    parts = list(_deeper(text, lines, indent))
    piece = cut(text, parts)
    return _folded(piece) if folded else piece


def _deeper(text: str, lines: list[tuple[int, int]], indent: int) -> Iterator[tuple[int, int]]:
    """The lines that are indented more than a key, each from behind its indent."""
    for start, end in lines:
        line = text[start:end]
        width = len(line) - len(line.lstrip(" "))
        if line.strip() and width <= indent:
            return
        yield (start + width, end) if line.strip() else (end, end)


def _folded(piece: Piece) -> Piece:
    """Lines that YAML joins by blanks."""
    return Piece(piece.text.replace("\r\n", " \n").replace("\n", " "), piece.places)
