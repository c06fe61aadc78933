"""The command lines of a Dockerfile: RUN, CMD and ENTRYPOINT, as shell text and as a list of words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import Piece, cut
from profilecheck.sources.shell.words import Token

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_INSTRUCTION: Final = re.compile(r"\s*(?P<name>[A-Za-z]+)\s+(?:--[\w-]+(?:=\S+)?\s+)*")
_HERE: Final = re.compile(r"<<-?(?P<quote>[\"']?)(?P<delimiter>\w+)(?P=quote)")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: its name, upper-cased, and what stands behind it."""

    name: str
    piece: Piece


def take(reader: Reader) -> None:
    """Takes in the commands of a Dockerfile. What CMD lists are arguments of a listed ENTRYPOINT."""
    entry: list[Token] = []
    for instruction in _instructions(reader):
        if instruction.name == "FROM":
            entry = []
        if instruction.name not in ("RUN", "CMD", "ENTRYPOINT"):
            continue
        words = _listed(instruction.piece)
        if words is None:
            reader.script(instruction.piece)
        elif instruction.name == "CMD":
            reader.run([*entry, *words])
        else:
            reader.run(words)
        if instruction.name == "ENTRYPOINT":
            entry = words or []


def _instructions(reader: Reader) -> Iterator[Instruction]:
    text = reader.text
    parts: list[tuple[int, int]] = []
    waiting: list[str] = []
    for match in _LINE.finditer(text):
        start, end = match.span()
        line = match.group().rstrip("\r\n")
        if waiting:
            parts.append((start, end))
            if line.strip() == waiting[0]:
                waiting.pop(0)
        elif line.lstrip().startswith("#"):
            at = start + len(line) - len(line.lstrip())
            reader.comments.append(reader.comment(at, start + len(line)))
            if parts:
                continue
        elif line.strip() or not parts:
            parts.append((start, end))
            waiting = [found["delimiter"] for found in _HERE.finditer(line)]
        if parts and not waiting and not (line.endswith("\\") or line.lstrip().startswith("#")):
            yield from _instruction(text, parts)
            parts = []
        if start == len(text):
            break
    yield from _instruction(text, parts)


def _instruction(text: str, parts: list[tuple[int, int]]) -> Iterator[Instruction]:
    piece = cut(text, parts)
    match = _INSTRUCTION.match(piece.text)
    if match is None:
        return
    rest = piece[match.end() :]
    here = _HERE.match(rest.text)
    if here:  # RUN <<EOF: the here-document is the script
        first = rest.text.find("\n") + 1
        last = rest.text.rstrip().rfind("\n") + 1
        rest = rest[first : max(first, last)]
    yield Instruction(match["name"].upper(), rest)


def _listed(piece: Piece) -> list[Token] | None:
    """The words of a list in JSON, None for shell text. No shell reads them: nothing in them is put in."""
    try:
        values = json.loads(piece.text.replace("\\\n", " \n").replace("\\\r\n", " \r\n"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        return None
    return [_word(piece, *match.span()) for match in _STRING.finditer(piece.text)]


def _word(piece: Piece, start: int, end: int) -> Token:
    raw = piece.text[start + 1 : end - 1]
    value = json.loads(piece.text[start:end])
    plain = len(value) == len(
        raw
    )  # else an escape shifts what stands behind it: all is at its start
    places = list(piece.places[start + 1 : end - 1])
    return Token(
        value,
        places if plain else [places[0]] * len(value),
        piece.places[start],
        piece.places[end - 1] + 1,
        quoted=True,
    )
