"""The command lines of a Dockerfile: RUN, CMD, ENTRYPOINT and HEALTHCHECK, as shell text and as a list of words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.sources.shell import lists
from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import ANY, Piece, cut
from profilecheck.sources.shell.words import Token

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_INSTRUCTION: Final = re.compile(r"\s*(?P<name>[A-Za-z]+)\s+(?:--[\w-]+(?:=\S+)?\s+)*")
_HOLDERS: Final = ("HEALTHCHECK", "ONBUILD")
"""Instructions that hold another."""
_LATER: Final = "LATER CMD"
"""A CMD that is run beside the entry point, or behind that of another image."""
_LATER_ENTRY: Final = "LATER ENTRYPOINT"
"""An ENTRYPOINT of the images that are built from this one."""
_VARIABLE: Final = re.compile(
    r"""(?<!\S)(?P<name>[A-Za-z_]\w*)(?:=(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>[^']*)'|(?P<plain>\S*)))?(?!\S)"""
)
_OLD_ENV: Final = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)[ \t]+(?P<plain>[^\s=][^\n=]*?)\s*")
"""``ENV NAME value``, which sets one variable."""
_CERTAIN: Final = re.compile(r"[^$\\\"'`\n]*")
_HERE: Final = re.compile(r"<<-?(?P<quote>[\"']?)(?P<delimiter>\w+)(?P=quote)")


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: its name, upper-cased, and what stands behind it."""

    name: str
    piece: Piece


def take(reader: Reader) -> None:
    """Takes in the commands of a Dockerfile. The last ENTRYPOINT and the last CMD of a stage are what its image
    runs, as one command where both are lists."""
    stage: dict[str, Piece] = {}
    arguments: dict[str, Piece] = {}
    environment: dict[str, Piece] = {}
    for instruction in _instructions(reader):
        if instruction.name in ("CMD", "ENTRYPOINT"):
            stage[instruction.name] = instruction.piece
        elif instruction.name == "FROM":
            _take_stage(reader, stage, environment)
            stage, arguments, environment = {}, {}, {}
        elif instruction.name == "ENV":
            _set(environment, instruction.piece)
        elif instruction.name == "ARG":
            _set(arguments, instruction.piece)
        elif instruction.name in ("RUN", _LATER, _LATER_ENTRY):
            built = instruction.name == "RUN"
            values = (arguments if built else {}) | environment
            open_ = instruction.name == _LATER_ENTRY
            _take_words(reader, instruction.piece, values, open_=open_)
    _take_stage(reader, stage, environment)


def _set(values: dict[str, Piece], piece: Piece) -> None:
    """Takes in the variables that ENV or ARG sets. One that is put together of others is not known."""
    old = _OLD_ENV.fullmatch(piece.text)
    for match in [old] if old else _VARIABLE.finditer(piece.text):
        found = match.groupdict()
        kind = next(
            (kind for kind in ("plain", "double", "single") if found.get(kind) is not None), ""
        )
        values.pop(match["name"], None)
        if kind and _CERTAIN.fullmatch(match[kind]):
            values[match["name"]] = piece[match.start(kind) : match.end(kind)]


def _take_stage(
    reader: Reader, stage: Mapping[str, Piece], environment: Mapping[str, Piece]
) -> None:
    entry, command = stage.get("ENTRYPOINT"), stage.get("CMD")
    behind = lists.of_json(command) if command is not None else None
    words = lists.of_json(entry) if entry is not None else None
    if words and behind:
        reader.run([*words, *behind])
        return
    if entry is not None:
        _take_words(reader, entry, environment, open_=True)
    if command is not None:
        _take_words(reader, command, environment)


def _take_words(
    reader: Reader, piece: Piece, values: Mapping[str, Piece], *, open_: bool = False
) -> None:
    """Takes in a command, with the values of variables that the shell of a text puts in. Where it is ``open``,
    whoever runs the image may add words to a list."""
    words = lists.of_json(piece)
    if words is None:
        reader.script(piece, values=values)
    elif words:
        end = words[-1].end
        reader.run([*words, Token(ANY, [end - 1], end - 1, end, quoted=True)] if open_ else words)


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
    name = match["name"].upper()
    if name in _HOLDERS:
        inner = _INSTRUCTION.match(rest.text)
        name, rest = (inner["name"].upper(), rest[inner.end() :]) if inner else ("", rest)
        name = {"CMD": _LATER, "ENTRYPOINT": _LATER_ENTRY}.get(name, name)
    yield Instruction(name, rest)
