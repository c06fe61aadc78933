"""Requirements and constraints files, as pip reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from profilecheck.document import Comment, Requirement
from profilecheck.sources.dependencies.entries import Entries

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#[^\r\n]*")
_EDITABLE: Final = re.compile(r"\s*(?:-e|--editable)[\s=]+")
_OPTIONS: Final = re.compile(r"\s--?[A-Za-z]")
_INCLUDE: Final = re.compile(
    r"\s*(?:-r|-c|--requirement|--constraint)(?:\s*=\s*|\s+|(?<=-[rc]))(?P<path>\S+)"
)
_OTHER_INDEX: Final = re.compile(
    r"\s*(?:-i|--index-url|--extra-index-url|-f|--find-links|--no-index)\b(?P<where>[^\r\n]*)"
)
_PUBLIC: Final = "pypi.org"


def read(entries: Entries) -> Iterator[Requirement]:
    """The requirements of a file, in its order."""
    lines = list(_logical(entries.text))
    other = any(
        (match := _OTHER_INDEX.match(text)) and _PUBLIC not in match["where"] for text, _ in lines
    )
    for text, start in lines:
        editable = _EDITABLE.match(text)
        first = editable.end() if editable else 0
        options = _OPTIONS.search(text, first)
        last = options.start() if options else len(text)
        written = text[first:last].rstrip()
        first += len(written) - len(written.lstrip())
        place = entries.places.span(start + first, start + first + len(written.lstrip()))
        found = entries.pip(" ".join(written.split()), place)
        if found is not None:
            yield replace(found, indexed=found.indexed and not other)


def included(text: str) -> Iterator[str]:
    """The paths of the files that one includes, or takes constraints from."""
    for line, _ in _logical(text):
        if match := _INCLUDE.match(line):
            yield match["path"]


def comments(entries: Entries) -> Iterator[Comment]:
    """The comments of a file in which ``#`` begins one, at the start of a line or behind a blank."""
    for line in _LINE.finditer(entries.text):
        match = _COMMENT.search(entries.text, *line.span())
        if match and not _quoted(line.group()[: match.start() - line.start()]):
            alone = not entries.text[line.start() : match.start()].strip()
            yield Comment(match.group(), entries.places.span(*match.span()), alone)


def _quoted(before: str) -> bool:
    return before.count('"') % 2 == 1 or before.count("'") % 2 == 1


def _logical(text: str) -> Iterator[tuple[str, int]]:
    """The lines without comments, blanks in their place, and with those joined that end in a backslash.
    Each character keeps its distance from the first, whose offset comes with it."""
    joined, first = "", 0
    for match in _LINE.finditer(text):
        line = _COMMENT.sub(lambda found: " " * len(found.group()), match.group())
        bare = line.rstrip("\r\n")
        first = first if joined else match.start()
        if bare.endswith("\\"):
            joined += bare[:-1] + " " * (len(line) - len(bare) + 1)
        else:
            yield (joined + bare).rstrip(), first
            joined = ""
    if joined.strip():
        yield joined.rstrip(), first
