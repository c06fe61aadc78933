"""Lines that go and lines that come: how every format with comments writes what became of a setting.

A setting that goes becomes a comment where it stood, which says what became of it, or is removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from profilecheck.findings import Edit, Span, lines_of
from profilecheck.migrate.ledger import Entry
from profilecheck.setting_values import printable

_LINE_END: Final = re.compile(r"\r\n?|\n")
_SUPPRESSION: Final = re.compile(
    r"\s*[#;]\s*(?=profilecheck\s*:.*\bignore\b(?!-file))", re.IGNORECASE
)

STRUCK: Final = re.compile(
    r"(?m)^(?P<indent>[ \t]*)# 3\.0: (?P<was>[^\n]*?)  -> (?:now|dropped:) [^\n]*$"
)
"""What a setting of one line becomes where it goes."""


def told(entry: Entry) -> str:
    """What became of a setting that no longer stands in its place."""
    if entry.puts:
        places = dict.fromkeys(f"[{put.section}] {put.key}" for put in entry.puts)
        return f"now {' and '.join(places)}"
    return f"{entry.action}: {entry.reason}"


def on_one_line(text: str) -> str:
    """A text without line breaks."""
    return " ".join(text.split())


def newline_of(text: str) -> str:
    """How a text ends its lines: as it ends the first."""
    found = _LINE_END.search(text)
    return found[0] if found else "\n"


class Lines:
    """Collects edits of whole lines; what is written behind a line comes after all that changes in it.

    ``keeps`` says that what is struck stays as a comment.
    """

    def __init__(self, text: str, *, keeps: bool = True) -> None:
        self.text = text
        self.keeps = keeps
        self._gone: set[int] = set()
        self.lines = lines_of(text)
        self.newline = newline_of(text)
        self._within: list[Edit] = []
        self._behind: list[Edit] = []

    @property
    def edits(self) -> list[Edit]:
        """All of them."""
        return [*self._removals(), *self._within, *self._behind]

    def replace(self, span: Span, text: str) -> None:
        """Put a text in the place of another."""
        self._within.append(Edit(span, text))

    def strike(self, first: int, column: int, last: int, why: str) -> None:
        """Make comments of some lines, from a column of the first on, and say why behind the last; or remove them."""
        if not self.keeps:
            self._remove(first, column, last)
            return
        self._insert(first, column, "# 3.0: ")
        self._silence(first - 1)
        for line in range(first + 1, last + 1):
            text = self.lines[line - 1]
            if text.strip() and text.strip()[0] not in "#;":
                self._insert(line, 1 + len(text) - len(text.lstrip()), "# ")
        self._end(last, f"  -> {printable(on_one_line(why))}")

    def below(self, line: int, texts: Sequence[str]) -> None:
        """Write whole lines below another."""
        self._end(line, "".join(self.newline + text for text in texts))

    def indent(self, line: int) -> str:
        """The blanks with which a line begins."""
        text = self.lines[line - 1]
        return text[: len(text) - len(text.lstrip())]

    def _remove(self, first: int, column: int, last: int) -> None:
        """Remove lines, from a column of the first on, but not the comments on lines of their own among them.
        Those above that silence findings go too: they would silence those of another line."""
        text = self.lines[first - 1]
        if text[: column - 1].strip(" \t\ufeff"):
            self._within.append(Edit(Span(first, column, first, len(text) + 1), ""))
        else:
            self._gone.add(first)
        further = range(first + 1, last + 1)
        self._gone |= {n for n in further if self.lines[n - 1].strip()[:1] not in ("#", ";")}
        above = first - 1
        while above and self.lines[above - 1].strip()[:1] in ("#", ";"):
            if _SUPPRESSION.match(self.lines[above - 1]):
                self._gone.add(above)
            above -= 1

    def _removals(self) -> Iterator[Edit]:
        for first in sorted(line for line in self._gone if line - 1 not in self._gone):
            last = next(line for line in count(first) if line + 1 not in self._gone)
            yield Edit(self._whole(first, last), "")

    def _whole(self, first: int, last: int) -> Span:
        """The place of whole lines, with the line end behind them. Where nothing ends the last line of the
        text, it has the one before them, so that nothing does so afterwards."""
        if last < len(self.lines):
            return Span(first, 1, last + 1, 1)
        end = len(self.lines[last - 1]) + 1
        if first == 1:
            return Span(1, 1, last, end)
        return Span(first - 1, len(self.lines[first - 2]) + 1, last, end)

    def _silence(self, line: int) -> None:
        """Let comments go that silence findings of the line below them: they would silence those of another."""
        while line and self.lines[line - 1].strip()[:1] in ("#", ";"):
            if found := _SUPPRESSION.match(self.lines[line - 1]):
                self._insert(line, found.end() + 1, "3.0: ")
            line -= 1

    def _insert(self, line: int, column: int, text: str) -> None:
        self._within.append(Edit(Span(line, column, line, column), text))

    def _end(self, line: int, text: str) -> None:
        column = len(self.lines[line - 1]) + 1
        self._behind.append(Edit(Span(line, column, line, column), text))
