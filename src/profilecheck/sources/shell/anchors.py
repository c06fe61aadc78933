"""What stands behind the anchors of YAML, for the aliases that take it up: ``run: *train``."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from profilecheck.sources.shell.scalars import Lines

_ANCHOR: Final = re.compile(
    r"(?P<before>[ ]*(?:-[ ]+)*)(?P<key>[^\s#&*!|>\[{:-][^\r\n:]*:[ ]+)?&(?P<name>[^\s,\[\]{}]+)"
    r"(?:[ ]+(?P<value>[^\r\n]*)|[ ]*(?=[\r\n]|\Z))"
)
_ALIAS: Final = re.compile(r"\*(?P<name>[^\s,\[\]{}]+)[ ]*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class Anchored:
    """A value with an anchor: the line that it begins in, where, what stands there (nothing where a list or a table
    follows below), and the column of its key, or of its dash."""

    number: int
    start: int
    written: str
    indent: int


class Anchors:
    """The anchors of one text."""

    def __init__(self, lines: Lines) -> None:
        self._found: dict[str, list[Anchored]] = {}
        if "&" not in lines.text:
            return
        for number, span in enumerate(lines.at):
            match = _ANCHOR.match(lines.text, *span)
            if match is not None:
                before, written = match["before"], (match["value"] or "").rstrip()
                indent = len(before) if match["key"] else max(before.rfind("-"), 0)
                start = match.end() if match["value"] is None else match.start("value")
                one = Anchored(number, start, "" if written.startswith("#") else written, indent)
                self._found.setdefault(match["name"], []).append(one)

    def meant(self, written: str, number: int) -> Anchored | None:
        """What an alias on a line means: the last anchor of that name before it. None for what is no alias."""
        match = _ALIAS.fullmatch(written.rstrip())
        found = self._found.get(match["name"], []) if match is not None else []
        at = bisect_left([one.number for one in found], number)
        return found[at - 1] if at else None
