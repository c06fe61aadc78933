"""The prose of a page, sentence by sentence and cell by cell: what it tells of a fact, and what it says is lacking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from profilecheck.profiles import report_words as words

UNTOLD: Final = ("", "-", "--", "—", "?", "n/a", "na", "unknown", "todo", "tbd", "not known")
"""Texts that stand for no value."""
_OPEN, _CLOSE = "<!--", "-->"
_ENDS: Final = re.compile(r"(?<=[.!?;])\s+|\n\s*\n|\n(?=\s*(?:[-*+#>]|\d+[.)])\s)")
_RULE: Final = frozenset("-|: \t")
_CELL: Final = re.compile(r"(?<!\\)\|")
_CLAUSE: Final = re.compile(r",|\bbut\b|\bthough\b")


@dataclass(frozen=True, slots=True)
class Prose:
    """Sentences, the cells of tables among them, each with what stands above and before it. ``heads`` are the
    cells in the first rows and columns of tables, which name what is told and may tell something themselves."""

    sentences: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()

    def tells(self, fact: str) -> bool:
        """Whether a sentence tells a fact, or may: it has a value of it, or names it, and does not say that it is lacking."""
        return any(_has_value(fact, one) for one in self.heads) or any(
            _tells(fact, one)
            and ((own := words.without_others(fact, one)) == one or _tells(fact, own))
            for one in self.sentences
        )

    def about(self, what: re.Pattern[str]) -> Prose:
        """The sentences that speak of something."""
        return Prose(tuple(one for one in self.sentences if what.search(one)))


NO_PROSE: Final = Prose()


def prose(*texts: str) -> Prose:
    """The prose of pages and of other free texts."""
    sentences: list[str] = []
    heads: list[str] = []
    for text in texts:
        rest: list[str] = []
        for lines in _blocks(_without_comments(text)):
            if len(lines) > 1 and set(lines[1]) <= _RULE:
                first, *cells = _cells(lines[0])
                heads += [first, *cells, *(f"{first}: {cell}" for cell in cells)]
                heads += (_cells(line)[0] for line in lines[2:])
                sentences += _of_rows(lines)
                rest.append("")
            else:
                rest += lines
        found = (" ".join(one.split()) for one in _ENDS.split("\n".join(rest)))
        sentences += filter(None, found)
    return Prose(tuple(sentences), tuple(heads))


def _tells(fact: str, sentence: str) -> bool:
    return _has_value(fact, sentence) or (
        words.named(fact, sentence) and not words.denied(fact, sentence)
    )


def _has_value(fact: str, sentence: str) -> bool:
    if words.exactly(fact, sentence):
        return True
    clauses = _CLAUSE.split(sentence)
    return any(words.barely(fact, one) and not words.denied(fact, one) for one in clauses)


def _without_comments(text: str) -> str:
    kept: list[str] = []
    while True:
        before, opened, after = text.partition(_OPEN)
        kept.append(before)
        _, closed, text = after.partition(_CLOSE)
        if not opened or not closed:
            return "".join(kept)


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of a text: those with bars that follow each other, which may be a table, and others, each alone."""
    for barred, group in groupby(text.splitlines(), key=lambda line: "|" in line):
        lines = list(group)
        yield from [lines] if barred else ([line] for line in lines)


def _of_rows(lines: list[str]) -> Iterator[str]:
    """Each cell of a table with the head of its column, and with the first cell of its row. A first cell with nothing
    behind it tells nothing."""
    heads = _cells(lines[0])
    for line in lines[2:]:
        first, *cells = _cells(line)
        told = [cell.lower() not in UNTOLD for cell in cells]
        if any(told) or not cells:
            yield f"{heads[0]}: {first}"
        for at, cell in enumerate(cells, start=1):
            if told[at - 1]:
                yield f"{heads[at]}: {cell}" if at < len(heads) else cell
                yield f"{first}: {cell}"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(line.strip().strip("|"))]
