"""Edits in the code of a notebook's cells, made in the strings of its JSON; every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from profilecheck.document import Document
from profilecheck.edits import EditError
from profilecheck.findings import Cells, Edit
from profilecheck.sources.json import tree
from profilecheck.sources.python.lines import LINE_END
from profilecheck.sources.tables import Array, Node, Scalar, Table

_CHARACTER: Final = re.compile(
    r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.|[^\\]", re.DOTALL
)
"""One character of a JSON string, as it may be written."""
_Change = tuple[int, int, str]
"""Two offsets in the notebook's text, and what comes between them."""


def edited(data: bytes, document: Document, edits: Iterable[Edit]) -> bytes:
    """The notebook with edits of its joined code made. Raises EditError."""
    text, cells = data.decode("utf-8"), document.cells
    root = tree(text)
    if root is None or cells is None:
        raise EditError("its JSON cannot be taken apart")
    strings = dict(_strings(root))
    changes = [change for edit in edits for change in _changes(edit, text, strings, cells)]
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(changes, key=lambda change: change[:2]):
        if start < at:
            raise EditError("two edits overlap")
        parts += (text[at:start], new)
        at = end
    return "".join([*parts, text[at:]]).encode("utf-8")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of an edit in one string of a cell: offsets in what the string holds."""

    string: Scalar
    start: int
    end: int


def _changes(
    edit: Edit, text: str, strings: Mapping[int, Sequence[Scalar]], cells: Cells
) -> Iterator[_Change]:
    cell, _ = cells.place(edit.span.line)
    first = edit.span.line - cells.place(edit.span.line)[1]
    held = strings[cell]
    ends = list(LINE_END.finditer("".join(str(string.value) for string in held)))
    starts = [0, *(end.end() for end in ends)]
    start = starts[edit.span.line - first - 1] + edit.span.column - 1
    end = starts[edit.span.end_line - first - 1] + edit.span.end_column - 1
    # The joined text has the same line ends everywhere, a cell has its own.
    new = json.dumps(edit.text.replace("\n", ends[0][0] if ends else "\n"))[1:-1]
    for piece in _pieces(held, start, end):
        places = _places(text, piece.string)
        yield places[piece.start], places[piece.end], new
        new = ""


def _pieces(held: Sequence[Scalar], start: int, end: int) -> Iterator[_Piece]:
    """The parts of a range in each string that it touches; the first that can takes an insertion."""
    at = 0
    for string in held:
        size = len(str(string.value))
        if start == end:
            if start <= at + size:
                yield _Piece(string, start - at, start - at)
                return
        elif start < at + size and end > at:
            yield _Piece(string, max(start - at, 0), min(end - at, size))
        at += size


def _places(text: str, string: Scalar) -> list[int]:
    """Where each character of a string begins in the notebook's text, and where the last one ends."""
    inner = text[string.start + 1 : string.end - 1]
    starts = [match.start() for match in _CHARACTER.finditer(inner)]
    return [string.start + 1 + at for at in (*starts, len(inner))]


def _strings(root: Node) -> Iterator[tuple[int, Sequence[Scalar]]]:
    """The strings that hold the code of each cell, by its number among all cells."""
    cells = _items(_get(root, "cells"))
    for sheet in _items(_get(root, "worksheets")):  # before nbformat 4
        cells += _items(_get(sheet, "cells"))
    for number, cell in enumerate(cells, 1):
        source = _get(cell, "source") or _get(cell, "input")
        held = [source] if isinstance(source, Scalar) else _items(source)
        yield (
            number,
            [one for one in held if isinstance(one, Scalar) and isinstance(one.value, str)],
        )


def _get(node: Node | None, key: str) -> Node | None:
    entries = node.entries if isinstance(node, Table) else []
    return next((entry.value for entry in reversed(entries) if entry.key == key), None)


def _items(node: Node | None) -> list[Node]:
    return list(node.items) if isinstance(node, Array) else []
