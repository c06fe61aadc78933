"""The command lines in YAML: ``run:`` and ``script:`` of workflows, and what containers run.

YAML is read elsewhere; here only the places matter where such a key stands, so that a line of a command
is found where it is, and no library is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.containers import ARGUMENTS, KEYS, Containers
from profilecheck.sources.shell.lists import of_flow, of_scalar, of_text
from profilecheck.sources.shell.text import Piece, cut
from profilecheck.sources.shell.words import Token

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_KEY: Final = re.compile(
    r"(?P<indent>[ ]*)(?P<dash>-[ ]+)?"
    r"(?P<key>run|script|before_script|after_script|command|commands|cmds?|bash|setup|entrypoint|args)"
    r"[ ]*:(?:[ ]+(?P<value>[^\r\n]*)|(?=[\r\n]|\Z))"
)
_ITEM: Final = re.compile(r"(?P<indent>[ ]*)-[ ]+(?P<value>[^\r\n]*)")
_BLOCK: Final = re.compile(r"(?P<style>[|>])[-+\d]*[ ]*(?:#.*)?\Z")
_QUOTED: Final = re.compile(r"""(?P<quote>["'])(?P<text>.*)(?P=quote)[ ]*(?:#.*)?\Z""")
_BEHIND: Final = re.compile(r"\s#")
_TABLE: Final = re.compile(r"[\w-]+:(?:\s|\Z)")
_LONGEST: Final = 200
"""How many lines a list in brackets takes, at most."""
_Lines = list[tuple[int, int]]


def take(reader: Reader) -> None:
    """Takes in the commands of the steps, and of the containers."""
    lines = [match.span() for match in _LINE.finditer(reader.text)]
    containers = Containers(reader)
    for number, (start, end) in enumerate(lines):
        line = reader.text[start:end]
        if line.strip() and not line.lstrip().startswith("#"):
            containers.close(_width(line))
        match = _KEY.match(reader.text, start, end)
        if match is None:
            continue
        indent = len(match["indent"]) + len(match["dash"] or "")
        part = _part(reader.text, lines, number, match, indent) if match["key"] in KEYS else None
        if part is not None:
            containers.add(indent, match["key"], part)
        elif match["key"] in ARGUMENTS:
            continue
        elif match["value"]:
            value = _value(reader.text, *match.span("value"), lines, number, indent)
            if value is not None:
                reader.script(value)
        else:
            for _, item in _items(reader.text, lines, number, len(match["indent"])):
                reader.script(item)
    containers.close(-1)


def _part(
    text: str, lines: _Lines, number: int, key: re.Match[str], indent: int
) -> list[Token] | Piece | None:
    """What a key of a container gives: the words of a list, or a text. None where a list is one of commands:
    its first has blanks in it."""
    start, end = key.span("value")
    if key["value"]:
        if text[start] == "[":
            last = lines[min(number + _LONGEST, len(lines) - 1)][1]
            return of_flow(cut(text, [(start, last)])) or []
        return _value(text, start, end, lines, number, indent)
    found = list(_items(text, lines, number, len(key["indent"])))
    commands = found and key["key"] not in ARGUMENTS and " " in found[0][1].text.strip()
    if not found or commands:
        return None
    return [of_scalar(written) if written else of_text(value) for written, value in found]


def _items(
    text: str, lines: _Lines, number: int, indent: int
) -> Iterator[tuple[Piece | None, Piece]]:
    """The items of the list below a key: as each is written, None for a block, and its text."""
    column = -1
    for below, (start, end) in enumerate(lines[number + 1 :], number + 1):
        line = text[start:end]
        width = _width(line)
        item = _ITEM.match(text, start, end)
        if item and column in (-1, width) and width >= indent:
            column = width
            first, last = item.span("value")
            value = _value(text, first, last, lines, below, width)
            if value is not None:
                block = _BLOCK.match(item["value"])
                yield None if block else _written(text, first, last), value
        elif line.strip() and not line.lstrip().startswith("#") and width <= max(column, indent):
            return


def _written(text: str, start: int, end: int) -> Piece:
    """One value as it is written, without a comment behind it."""
    quoted = _QUOTED.match(text[start:end])
    comment = None if quoted else _BEHIND.search(text[start:end])
    if quoted:
        end = start + quoted.end("text") + 1
    return cut(text, [(start, start + comment.start() if comment else end)])


def _value(
    text: str, start: int, end: int, lines: _Lines, number: int, indent: int
) -> Piece | None:
    """The text of one value behind a key or a dash at column ``indent``; None where it is none."""
    value = text[start:end]
    block = _BLOCK.match(value)
    quoted = _QUOTED.match(value)
    if block:
        return _block(text, lines[number + 1 :], indent, block["style"] == ">")
    if quoted:
        first = start + quoted.start("text")
        return cut(text, [(first, first + len(quoted["text"]))])
    if value[:1] in "[{&*!" or _TABLE.match(value):
        return None
    comment = _BEHIND.search(value)
    parts = [(start, start + comment.start() if comment else end)]
    return _folded(cut(text, [*parts, *_deeper(text, lines[number + 1 :], indent)]))


def _block(text: str, lines: _Lines, indent: int, folded: bool) -> Piece:
    parts = list(_deeper(text, lines, indent))
    piece = cut(text, parts)
    return _folded(piece) if folded else piece


def _deeper(text: str, lines: _Lines, indent: int) -> Iterator[tuple[int, int]]:
    """The lines that are indented more than a key, each from behind its indent."""
    for start, end in lines:
        line = text[start:end]
        width = _width(line)
        if line.strip() and width <= indent:
            return
        yield (start + width, end) if line.strip() else (end, end)


def _width(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _folded(piece: Piece) -> Piece:
    """Lines that YAML joins by blanks."""
    return Piece(piece.text.replace("\r\n", " \n").replace("\n", " "), piece.places)
