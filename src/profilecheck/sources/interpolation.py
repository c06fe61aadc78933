"""What configparser makes of ``%(name)s`` and ``%%`` in a value, or why it refuses.

As ``configparser.BasicInterpolation.before_get`` (Python 3.10 to 3.13), with one limit that it
lacks: a value that multiplies itself through its references is refused instead of filling memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

FaultKind = Literal["syntax", "missing", "depth"]

_REFERENCE = re.compile(r"%\(([^)]+)\)s")
_DEEPEST = 10
"""``configparser.MAX_INTERPOLATION_DEPTH``."""
_MOST = 16_384
"""How many characters of other values the references of one value may bring in."""


class InterpolationFault(Exception):
    """configparser would raise an InterpolationError on this value.

    ``kind`` is "syntax" (a ``%`` that is neither ``%%`` nor ``%(name)s``), "missing" (no such
    name) or "depth" (a circle, or references nested deeper than configparser follows).
    ``reference`` is the missing name, lower-cased, and None for the other kinds.
    """

    def __init__(self, kind: FaultKind, message: str, reference: str | None = None) -> None:
        super().__init__(message)
        self.kind: FaultKind = kind
        self.message = message
        self.reference = reference


def interpolate(text: str, key: str, section_items: Mapping[str, str], section: str) -> str:
    """The value of ``key`` in ``section`` as ``ConfigParser.get`` gives it.

    ``text`` is its raw text; ``section_items`` the raw texts of the section over those of DEFAULT,
    by lower-cased key. Raises InterpolationFault where configparser raises.
    """
    expansion = _Expansion(section, key, section_items)
    expansion.add(text, 1)
    return "".join(expansion.pieces)


class _Expansion:
    """One value while it grows."""

    def __init__(self, section: str, key: str, items: Mapping[str, str]) -> None:
        self.section = section
        self.place = f"[{section}] {key}"
        self.items = items
        self.pieces: list[str] = []
        self.brought_in = 0

    def add(self, text: str, depth: int) -> None:
        """Append ``text`` with its references replaced."""
        if depth > _DEEPEST:
            raise InterpolationFault(
                "depth", f"the references of {self.place} nest deeper than {_DEEPEST} steps"
            )
        done = 0
        while (percent := text.find("%", done)) >= 0:
            self.pieces.append(text[done:percent])
            follower = text[percent + 1 : percent + 2]
            if follower == "%":
                self.pieces.append("%")
                done = percent + 2
            elif follower == "(" and (match := _REFERENCE.match(text, percent)):
                self._refer(match[1].lower(), depth)
                done = match.end()
            else:
                shown = text[percent : percent + 20]
                raise InterpolationFault(
                    "syntax",
                    f"{self.place}: the % of {shown!r} begins no reference such as %(name)s",
                )
        self.pieces.append(text[done:])

    def _refer(self, name: str, depth: int) -> None:
        value = self.items.get(name)
        if value is None:
            nowhere = f"neither [{self.section}] nor [DEFAULT] sets"
            raise InterpolationFault(
                "missing", f"{self.place} refers to %({name})s, which {nowhere}", name
            )
        self.brought_in += len(value)
        if self.brought_in > _MOST:
            raise InterpolationFault(
                "depth", f"the references of {self.place} bring in more than {_MOST:,} characters"
            )
        if "%" in value:
            self.add(value, depth + 1)
        else:  # a plain value costs no depth
            self.pieces.append(value)
