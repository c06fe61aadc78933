"""JSON text as a Document: what ``json.loads`` reads, and where everything stands.

The standard library's reader keeps no positions, so this one reads anew, with the same grammar
(Lib/json/scanner.py and decoder.py, the same in Python 3.10 to 3.13): ``NaN`` and ``Infinity``
are values, a lone surrogate is a character, the last of equal keys counts.
"""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import Final

from profilecheck.document import Document
from profilecheck.sources.tables import (
    BYTE_ORDER_MARK,
    MAX_DEPTH,
    Array,
    Entry,
    Fault,
    Node,
    Scalar,
    Table,
    Tables,
    cut,
    too_deep,
)

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_NUMBER: Final = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_CONSTANTS: Final[dict[str, object]] = {
    "null": None,
    "true": True,
    "false": False,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
_LOADED_DEPTH: Final = 900
"""How many tables and lists in each other ``json.load`` bears, below Python's bound of a thousand calls."""
_CONSTANT: Final = re.compile("|".join(_CONSTANTS))
_MEANT: Final = {"none": "null", "null": "null", "true": "true", "false": "false", "nan": "NaN"}
_STRING_FAULTS: Final = {
    "Unterminated string": "no '\"' ends the string that begins here",
    "Invalid control": "a line break or control character in a string: write it as an escape",
    "Invalid \\escape": "this backslash begins no escape that JSON knows",
    "Invalid \\uXXXX": "four hexadecimal digits belong behind \\u",
}


def read(text: str, path: str) -> Document:
    """Read JSON text as ``json.loads`` does, keeping positions; never raises.

    A document that ``json.loads`` refuses has a fatal problem, and the settings before it. So has
    one with more than ``_LOADED_DEPTH`` tables and lists in each other; below ``MAX_DEPTH`` of them all
    is unknown. Of equal keys only the last,
    which is the one in force, is a setting.
    """
    tables = Tables(text)
    start = 0
    if text.startswith(BYTE_ORDER_MARK):
        tables.byte_order_mark("json.loads")
        start = 1
    reader = _Reader(text, start)
    try:
        reader.run()
    except Fault as fault:
        cut(reader.open, reader.at)
        tables.fault(fault)
    if reader.root is not None:
        tables.root(reader.root)
    return tables.document(path, "json")


def tree(text: str) -> Node | None:
    """The whole value that a JSON text holds, with all places; None where it is no JSON."""
    reader = _Reader(text, 0)
    try:
        reader.run()
    except Fault:
        return None
    return reader.root


class _Reader:
    """One pass over a text. ``open`` holds the containers that lie around ``at``, without recursion."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.root: Node | None = None
        self.open: list[Array | Table] = []

    def run(self) -> None:
        """Read the whole text. Raises Fault; ``root`` then holds what comes before it."""
        self._skip()
        self.root = self._value()
        self._skip()
        while self.open:
            container = self.open[-1]
            if self.text.startswith(self._closer, self.at):
                self.at += 1
                container.end = self.at
                self.open.pop()
            else:
                if container.items if isinstance(container, Array) else container.entries:
                    self._comma()
                self._item(container)
            self._skip()
        if self.at < len(self.text):
            raise Fault("the document ended before this: only one value may stand in it", self.at)

    @property
    def _closer(self) -> str:
        return "}" if isinstance(self.open[-1], Table) else "]"

    def _skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _comma(self) -> None:
        comma = self.at
        if not self.text.startswith(",", comma):
            raise self._no_comma()
        self.at += 1
        self._skip()
        if self.text.startswith(self._closer, self.at):
            raise Fault("JSON allows no comma before a closing bracket", comma)

    def _item(self, container: Array | Table) -> None:
        """Read one item of an array, or one key and its value, into the container."""
        if isinstance(container, Array):
            container.items.append(self._value())
            return
        start = self.at
        if not self.text.startswith('"', start):
            raise self._no_key()
        key = self._string()
        end = self.at
        self._skip()
        if not self.text.startswith(":", self.at):
            raise self._unclosed() or Fault("a ':' belongs between key and value", self.at)
        self.at += 1
        self._skip()
        container.entries.append(Entry(key, start, end, self._value(), key))

    def _value(self) -> Node:
        """Read a scalar, or open a container and leave it open."""
        start = self.at
        char = self.text[start : start + 1]
        if char == '"':
            value: object = self._string()
        elif char in ("{", "["):
            if len(self.open) >= _LOADED_DEPTH:
                raise too_deep(start, _LOADED_DEPTH)
            self.at += 1
            container = Table(start, start) if char == "{" else Array(start, start)
            self.open.append(container)
            return container if len(self.open) <= MAX_DEPTH else Scalar(start, start)
        elif constant := _CONSTANT.match(self.text, start):
            value = _CONSTANTS[constant.group()]
            self.at = constant.end()
        elif number := _NUMBER.match(self.text, start):
            value = self._number(number)
            self.at = number.end()
        else:
            raise self._no_value(char)
        return Scalar(start, self.at, value)

    def _string(self) -> str:
        value: str
        try:
            value, self.at = scanstring(self.text, self.at + 1, True)
        except JSONDecodeError as error:
            message = next(
                (plain for known, plain in _STRING_FAULTS.items() if error.msg.startswith(known)),
                error.msg,
            )
            raise Fault(message, error.pos) from None
        return value

    def _number(self, match: re.Match[str]) -> int | float:
        whole, fraction, exponent = match.groups()
        if fraction or exponent:
            return float(match.group())
        try:
            return int(whole)
        except ValueError:  # Python bounds how many digits it converts
            message = f"an integer of {len(whole)} digits is more than Python reads"
            raise Fault(message, match.start(), match.end()) from None

    def _unclosed(self) -> Fault | None:
        """The fault of an open bracket, where the text is at its end."""
        if self.at < len(self.text) or not self.open:
            return None
        start = self.open[-1].start
        return Fault(f"this {self.text[start]!r} is never closed", start)

    def _no_comma(self) -> Fault:
        char = self.text[self.at : self.at + 1]
        if char in ("]", "}"):
            return Fault(f"{char!r} closes nothing here: {self._closer!r} is due first", self.at)
        return self._unclosed() or self._comment() or Fault("a comma is missing", self.at)

    def _no_key(self) -> Fault:
        unclosed = self._unclosed() or self._comment()
        return unclosed or Fault("a key in double quotes belongs here", self.at)

    def _no_value(self, char: str) -> Fault:
        if unclosed := self._unclosed() or self._comment():
            return unclosed
        if not char:
            return Fault("there is no value in this file", self.at)
        if char == "'":
            return Fault("JSON writes strings in double quotes", self.at)
        if word := _WORD.match(self.text, self.at):
            meant = _MEANT.get(word.group().lower())
            right = f": JSON writes {meant}" if meant else ""
            return Fault(f"{word.group()[:40]!r} is no JSON value{right}", self.at, word.end())
        return Fault("a value belongs here", self.at)

    def _comment(self) -> Fault | None:
        if self.text.startswith(("#", "//", "/*"), self.at):
            return Fault("JSON has no comments", self.at)
        return None
