"""The places of keys, values and comments in TOML text, next to tomli, which keeps none.

The scan knows where tokens begin and end, and no more: what a value is, and whether the text is
TOML at all, is for tomli to say. So it may take text that tomli refuses, but must find the same
tokens in all text that tomli takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from profilecheck.sources.tables import (
    LOADED_DEPTH,
    MAX_DEPTH,
    Array,
    Entry,
    Fault,
    Node,
    Scalar,
    Table,
    too_deep,
)

_BLANK: Final = re.compile(r"[ \t]*")
_BLANK_LINES: Final = re.compile(r"[ \t\r\n]*")
_COMMENT: Final = re.compile(r"#[^\r\n]*")
_LINE_END: Final = re.compile(r"\r?\n|\Z")
_KEY: Final = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_SCALAR: Final = re.compile(
    r'''"""(?:[^"\\]|\\[\s\S]|"(?!""))*"{3,5}'''
    r"""|'''(?:[^']|'(?!''))*'{3,5}"""
    r'''|"(?:[^"\\\n]|\\.)*"'''
    r"""|'[^'\n]*'"""
    r"|\d{4}-\d\d-\d\d[ ]\d\d:[\d:.]+(?:Z|z|[-+]\d\d:\d\d)?"
    r"|[-+.:\w]+",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class KeyPart:
    """One part of a dotted key, without its quotes, and where it stands."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A header (``value`` is None; ``array`` for ``[[...]]``) or a key with its value."""

    parts: tuple[KeyPart, ...]
    start: int
    end: int
    value: Node | None = None
    array: bool = False


class Scan:
    """One pass over a text: the statements up to the first that is none, and the comments.

    ``fault`` is why and where the scan stopped; None where it came to the end. ``unquote`` gives
    the text of a basic string with escapes, quotes and all; it may raise ValueError.
    """

    def __init__(self, text: str, start: int, unquote: Callable[[str], str]) -> None:
        self.text = text
        self.at = start
        self.unquote = unquote
        self.tree = Tree()
        self.statements: list[Statement] = []
        self.comments: list[tuple[int, int]] = []
        self.fault: Fault | None = None
        # How many tables lie around the statement that is read: the parts of the last header.
        self._depth = 0
        self._statement_start = start

    def run(self) -> None:
        """Scan the whole text; never raises."""
        try:
            while self._next_statement():
                pass
        except Fault as fault:
            self.fault = fault

    @property
    def end(self) -> int:
        """Where the scanned statements end: at the one with the fault, or with the text."""
        return len(self.text) if self.fault is None else self._statement_start

    def _next_statement(self) -> bool:
        self._skip(_BLANK_LINES)
        if self.at >= len(self.text):
            return False
        self._statement_start = self.at
        char = self.text[self.at]
        if char != "#":
            statement = self._header() if char == "[" else self._assignment()
            self._skip(_BLANK)
            self._comment()
            if _LINE_END.match(self.text, self.at) is None:
                raise Fault("a line should end here", self.at)
            self.statements.append(statement)
        else:
            self._comment()
        return True

    def _header(self) -> Statement:
        start = self.at
        brackets = 2 if self.text.startswith("[[", start) else 1
        self.at += brackets
        self._skip(_BLANK)
        parts = self._key()
        self._expect("]" * brackets)
        self._depth = self._deeper(len(parts), 0, start)
        return Statement(parts, start, self.at, array=brackets == 2)

    def _assignment(self) -> Statement:
        start = self.at
        parts, value = self._pair(self._depth)
        return Statement(parts, start, self.at, value)

    def _pair(self, depth: int) -> tuple[tuple[KeyPart, ...], Node]:
        start = self.at
        parts = self._key()
        self._expect("=")
        self._skip(_BLANK)
        return parts, self._value(self._deeper(len(parts) - 1, depth, start))

    def _key(self) -> tuple[KeyPart, ...]:
        parts: list[KeyPart] = []
        while True:
            match = _KEY.match(self.text, self.at)
            if match is None:
                raise Fault("a key should stand here", self.at)
            parts.append(KeyPart(self._name(match.group()), match.start(), match.end()))
            self.at = match.end()
            self._skip(_BLANK)
            if not self.text.startswith(".", self.at):
                return tuple(parts)
            self._deeper(len(parts), 0, parts[0].start)
            self.at += 1
            self._skip(_BLANK)

    def _name(self, written: str) -> str:
        if written[0] not in "\"'":
            return written
        if written[0] == "'" or "\\" not in written:
            return written[1:-1]
        try:
            return self.unquote(written)
        except ValueError:
            raise Fault("a key that is no string", self.at) from None

    def _value(self, depth: int) -> Node:
        start = self.at
        if self.text.startswith(("[", "{"), start):
            if depth >= MAX_DEPTH:
                return self._unknown()
            return self._array(depth + 1) if self.text[start] == "[" else self._table(depth + 1)
        match = _SCALAR.match(self.text, start)
        if match is None:
            raise Fault("a value should stand here", start)
        self.at = match.end()
        return Scalar(start, self.at)

    def _unknown(self) -> Scalar:
        """A list or inline table that is not looked into: only its end is found, for tomli judges it."""
        start = self.at
        depth = 0
        while True:
            self._gap()
            char = self.text[self.at : self.at + 1]
            if char and char in "[{":
                depth += 1
                if MAX_DEPTH + depth > LOADED_DEPTH:
                    raise too_deep(start)
            elif char and char in "]}":
                depth -= 1
            if char and char in "[]{},=.":
                self.at += 1
                if not depth:
                    return Scalar(start, self.at)
            elif match := _SCALAR.match(self.text, self.at) or _KEY.match(self.text, self.at):
                self.at = match.end()
            else:
                raise Fault("a value should stand here", self.at)

    def _array(self, depth: int) -> Array:
        array = Array(self.at, self.at)
        self.at += 1
        while not self._closes("]"):
            array.items.append(self._value(depth))
            self._separator("]")
        array.end = self.at
        return array

    def _table(self, depth: int) -> Table:
        table = Table(self.at, self.at)
        self.at += 1
        while not self._closes("}"):
            parts, value = self._pair(depth)
            self.tree.put(table, parts, value)
            self._separator("}")
        table.end = self.at
        return table

    def _closes(self, bracket: str) -> bool:
        self._gap()
        if not self.text.startswith(bracket, self.at):
            return False
        self.at += 1
        return True

    def _separator(self, bracket: str) -> None:
        self._gap()
        if self.text.startswith(",", self.at):
            self.at += 1
        elif not self.text.startswith(bracket, self.at):
            raise Fault("a comma or closing bracket should stand here", self.at)

    def _gap(self) -> None:
        """Skip what may stand between the items of a list or an inline table."""
        self._skip(_BLANK_LINES)
        while self._comment():
            self._skip(_BLANK_LINES)

    def _comment(self) -> bool:
        match = _COMMENT.match(self.text, self.at)
        if match is None:
            return False
        self.comments.append(match.span())
        self.at = match.end()
        return True

    def _expect(self, text: str) -> None:
        if not self.text.startswith(text, self.at):
            raise Fault(f"{text!r} should stand here", self.at)
        self.at += len(text)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _deeper(self, levels: int, depth: int, start: int) -> int:
        if depth + levels > MAX_DEPTH:
            raise too_deep(start, MAX_DEPTH)
        return depth + levels


class Tree:
    """Tables within tables, found by key. Only for text that tomli takes is it tomli's own tree."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Table, str], Entry] = {}

    def entry(self, table: Table, name: str) -> Entry | None:
        """The entry that ``put`` or ``child`` made for ``name`` first."""
        return self._entries.get((table, name))

    def put(self, table: Table, parts: tuple[KeyPart, ...], value: Node) -> None:
        """Put ``value`` under a dotted key, making the tables on the way that are not there yet."""
        *parents, last = parts
        for part in parents:
            table = self.child(table, part)
        self._add(table, last, value)

    def child(self, table: Table, part: KeyPart) -> Table:
        """The table that a header or dotted key passes through: of a list of tables, the last."""
        entry = self.entry(table, part.name)
        node = None if entry is None else entry.value
        if isinstance(node, Array) and node.items:
            node = node.items[-1]
        if isinstance(node, Table):
            return node
        made = Table(part.start, part.end)
        self._add(table, part, made)
        return made

    def _add(self, table: Table, part: KeyPart, value: Node) -> None:
        entry = Entry(part.name, part.start, part.end, value, part.name)
        table.entries.append(entry)
        self._entries.setdefault((table, part.name), entry)
