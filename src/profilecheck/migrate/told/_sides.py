"""A file before and after, side by side, its changed lines linked to the reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from profilecheck.findings import lines_of
from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.told.words import Row
from profilecheck.telling import counted

_AROUND: Final = 3
"""Unchanged lines that are shown around changed ones."""
_LONGEST: Final = 800
"""Characters of a line that are shown, at most; of more it is said how many they are."""
_FOLDED: Final = 500
"""Unchanged lines that are put behind a fold, at most; of more it is said how many they are."""


def sides(
    file: FileLedger, anchor: str, told: Sequence[Row], text: Callable[[str], str]
) -> Iterator[str]:
    """The page's lines. ``told`` are the rows of the account, which has each at ``{anchor}-s1`` and so on."""
    assert file.after is not None
    before, after = _lines(file.before), _lines(file.after)
    old = {on_line(row): at for at, row in reversed([*enumerate(told, 1)]) if on_line(row)}
    new = _places(file, told)
    matcher = SequenceMatcher(None, before, after)
    yield '<div class="sides">'
    yield '<div class="pair head" aria-hidden="true"><b>before</b><b>after</b></div>'
    blocks = matcher.get_opcodes()
    for number, (kind, i1, i2, j1, j2) in enumerate(blocks):
        pairs = [
            _pair(
                anchor,
                (i, before[i], old.get(i + 1)) if i < i2 else None,
                (j, after[j], new.get(j + 1)) if j < j2 else None,
                text,
                same=kind == "equal",
                paired=kind == "replace" and i2 - i1 == j2 - j1,
            )
            for i, j in zip(*_padded(range(i1, i2), range(j1, j2), i2, j2), strict=True)
        ]
        if kind == "equal":
            first, last = number == 0, number == len(blocks) - 1
            yield from _folded(pairs, 0 if first else _AROUND, 0 if last else _AROUND)
        else:
            yield from pairs
    yield "</div>"


def on_line(row: Row) -> int:
    """The line of the file that a row of the account is about; 0 where it is a line of a cell, or of nothing."""
    return row.span.line if row.span and not row.span.cell else 0


def _lines(data: bytes) -> list[str]:
    lines = lines_of(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    return lines[:-1] if lines and not lines[-1] else lines


def _padded(old: range, new: range, i2: int, j2: int) -> tuple[list[int], list[int]]:
    """The lines of both sides, the shorter one filled up with what is out of its range."""
    length = max(len(old), len(new))
    return [*old, *[i2] * (length - len(old))], [*new, *[j2] * (length - len(new))]


def _folded(pairs: list[str], head: int, tail: int) -> Iterator[str]:
    """Unchanged lines, those far from changed ones behind a fold."""
    hidden = pairs[head : len(pairs) - tail]
    if len(hidden) <= 2:
        yield from pairs
        return
    yield from pairs[:head]
    if len(hidden) > _FOLDED:
        yield f'<p class="gap">{counted(len(hidden), "unchanged line")}, not shown here</p>'
    else:
        yield f"<details><summary>{counted(len(hidden), 'unchanged line')}</summary>"
        yield from hidden
        yield "</details>"
    yield from pairs[len(pairs) - tail :]


def _pair(
    anchor: str,
    old: tuple[int, str, int | None] | None,
    new: tuple[int, str, int | None] | None,
    text: Callable[[str], str],
    *,
    same: bool,
    paired: bool,
) -> str:
    if old and new and new[2] is None:
        struck = old[1].strip() and old[1].strip() in new[1]  # it stands there as a comment
        new = (*new[:2], old[2]) if struck or paired else new
    left = _side(anchor, "b", old, text, "" if same else "gone")
    right = _side(anchor, "a", new, text, "" if same else "came")
    return f'<div class="pair{" same" if same else ""}">{left}{right}</div>'


def _side(
    anchor: str,
    side: str,
    line: tuple[int, str, int | None] | None,
    text: Callable[[str], str],
    mark: str,
) -> str:
    if line is None:
        return '<div class="side none"></div>'
    at, words, row = line
    if len(words) > _LONGEST:
        more = len(words) - _LONGEST
        words = f"{words[:_LONGEST]} ... and {counted(more, 'more character')}"
    shown = text(words)
    if mark and row is not None:
        indent = words[: len(words) - len(words.lstrip())]
        shown = f'{text(indent)}<a href="#{anchor}-s{row}">{text(words.strip())}</a>'
    number = f'<span class="no">{at + 1}</span>'
    return (
        f'<div class="side {mark}" id="{anchor}-{side}{at + 1}">{number}<code>{shown}</code></div>'
    )


def _places(file: FileLedger, told: Sequence[Row]) -> dict[int, int]:
    """The row of the account for each line of the result that holds one of its settings."""
    # Needed for this alone: the names of all forms are to be had without all that judges.
    from profilecheck.engine import ROOTS, WORDS
    from profilecheck.sources.read import read

    document = read(file.after or b"", file.path, file.path, ROOTS, WORDS)
    if document is None:
        return {}
    prefixes = {id(entry): part.name for part in file.parts for entry in part.entries}
    names: dict[tuple[str, str], int] = {}
    for at, row in enumerate(told, 1):
        for put in row.entry.puts if row.entry else ():
            path = [prefixes[id(row.entry)], put.section]
            names[".".join(filter(None, path)), put.key] = at
            if len(file.parts) == 1:  # of a command the name is that of its line, and no table's
                names.setdefault((put.section, put.key), at)
    lines: dict[int, int] = {}
    for setting in document.settings:
        if row_of := names.get((setting.section, setting.key)):
            lines.setdefault(setting.key_span.line, row_of)
    return lines
