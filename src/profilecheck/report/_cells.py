"""Text as a terminal may show it: nothing that controls it, and every character's width known."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

TAB = "    "
CUT = "..."
_MOST_MARKS = 4
"""How many combining marks on one character are drawn; further ones are shown escaped."""


def escaped(text: str) -> str:
    """The text with each character that is not printable as its Python escape: ``\\x1b``.

    Control characters, line ends, bidirectional overrides, other invisible characters and lone
    surrogates (bytes of a file's name that are not UTF-8) never reach the terminal as they are.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def width(text: str) -> int:
    """How many cells a printable text takes."""
    return len(text) if text.isascii() else sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me") or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _cells(text: str) -> tuple[list[str], list[int]]:
    """What is shown for each character, and how many cells that takes."""
    if text.isascii() and text.isprintable():
        return list(text), [1] * len(text)
    shown: list[str] = []
    widths: list[int] = []
    marks = 0
    for char in text:
        drawn = TAB if char == "\t" else escaped(char)
        cells = width(drawn)
        marks = 0 if cells else marks + 1
        if marks > _MOST_MARKS:
            drawn = _escape(char)
            cells = len(drawn)
        shown.append(drawn)
        widths.append(cells)
    return shown, widths


@dataclass(frozen=True, slots=True)
class Quoted:
    """A line of source, and the line to print below it that marks a stretch of it."""

    source: str
    marks: str


def quote(line: str, start: int, end: int, limit: int) -> Quoted:
    """A line with its characters from ``start`` to before ``end`` (counted from 0) underlined.

    A line of more than ``limit`` cells is cut around the stretch. An empty stretch gets a caret.
    """
    start = min(start, len(line))
    end = min(max(end, start), len(line))
    # A character takes a fifth of a cell at least, so nothing further away can be in the window.
    near = (_MOST_MARKS + 1) * limit
    low, high = max(0, start - near), min(len(line), min(end, start + near) + near)
    shown, widths = _cells(line[low:high])
    first, last = start - low, min(end, high) - low
    left, right = _window(widths, first, last, limit, before=low > 0, after=high < len(line))
    head = CUT if low + left > 0 else ""
    tail = CUT if low + right < len(line) else ""
    indent = len(head) + sum(widths[left:first])
    length = sum(widths[first : min(last, right)])
    return Quoted(
        (head + "".join(shown[left:right]) + tail).rstrip(), " " * indent + _underline(length)
    )


def _underline(length: int) -> str:
    return "^" + "~" * (length - 1)


def _window(
    widths: Sequence[int], start: int, end: int, limit: int, *, before: bool, after: bool
) -> tuple[int, int]:
    """The stretch of characters around ``start`` to ``end`` that fits into ``limit`` cells."""
    sums = [0, *accumulate(widths)]
    count = len(widths)
    if not before and not after and sums[-1] <= limit:
        return 0, count
    room = max(1, limit - 2 * len(CUT))
    context = max(0, room - (sums[end] - sums[start])) // 2
    left = bisect_left(sums, sums[start] - context)
    right = bisect_right(sums, sums[left] + room) - 1
    if left == 0 and not before:
        right = bisect_right(sums, room + len(CUT)) - 1
    elif right == count and not after:
        left = min(start, bisect_left(sums, sums[-1] - room - len(CUT)))
    while left < start and widths[left] == 0:
        left += 1
    return left, max(right, min(start + 1, count))
