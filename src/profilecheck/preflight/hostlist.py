"""The names in a list of hosts as SLURM writes it: ``gpu[01-03,7],login``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, product
from typing import Final

MOST: Final = 100_000
"""Names that are expanded, at most: SLURM itself holds no more nodes in one list."""
_NAME: Final = re.compile(r"(?:[^][,\s]|\[[0-9]+(?:-[0-9]+)?(?:,[0-9]+(?:-[0-9]+)?)*\])+")
_PART: Final = re.compile(r"\[([^]]*)\]|([^][]+)")


class NoHostlist(ValueError):
    """A text that is no list of hosts; the message says why."""


def expand(text: str) -> list[str]:
    """All names, in order. A range keeps the width of its first number: ``[08-10]`` is 08, 09, 10.

    Raises NoHostlist, also for more than ``MOST`` names.
    """
    names: list[str] = []
    at, text = 0, text.strip()
    while True:
        found = _NAME.match(text, at)
        if found is None:
            raise NoHostlist(f"it is no list of hosts from character {at + 1} on")
        parts = [list(_choices(ranges, word)) for ranges, word in _PART.findall(found[0])]
        count = len(names) + _product(map(len, parts))
        if count > MOST:
            raise NoHostlist(f"it names more than {MOST} hosts")
        names += map("".join, product(*parts))
        at = found.end()
        if at == len(text):
            return names
        if text[at] != ",":
            raise NoHostlist(f"it is no list of hosts from character {at + 1} on")
        at += 1


def _choices(ranges: str, word: str) -> Iterator[str]:
    if not ranges:
        return iter((word,))
    return chain.from_iterable(map(_numbers, ranges.split(",")))


def _numbers(text: str) -> Iterator[str]:
    first, dash, last = text.partition("-")
    if len(text) > 40:
        raise NoHostlist(f"it holds a number of {len(text)} digits")
    low, high = int(first), int(last if dash else first)
    if high < low:
        raise NoHostlist(f"its range {text} ends before it begins")
    if high - low >= MOST:
        raise NoHostlist(f"it names more than {MOST} hosts")
    return (str(number).zfill(len(first)) for number in range(low, high + 1))


def _product(counts: Iterator[int]) -> int:
    whole = 1
    for count in counts:
        whole *= count
    return whole
