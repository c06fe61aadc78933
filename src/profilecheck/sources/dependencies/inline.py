"""What a script says of itself that it needs: the block ``# /// script`` of PEP 723."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from profilecheck.document import Document, Requirement
from profilecheck.sources import toml
from profilecheck.sources.dependencies import project
from profilecheck.sources.dependencies.entries import Entries

GROUP: Final = "script"
"""The group of what a script needs for itself, in an environment of its own."""
_BLOCK: Final = re.compile(
    r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)\r?$\n(?P<content>(?:^#(?:|\r| [^\n]*)$\n)+)^# ///\r?$"
)
_MARK: Final = re.compile(r"(?m)^#(?: |(?=\r?$))")


def holds(text: str) -> bool:
    """Whether a text may hold such a block."""
    return "\n# /// script" in f"\n{text}"


def read(entries: Entries) -> Iterator[Requirement]:
    """The requirements of a script's block; none where there are several, which installers refuse."""
    blocks = [one for one in _BLOCK.finditer(entries.text) if one["type"] == "script"]
    if len(blocks) != 1:
        return
    start, end = blocks[0].span("content")
    content = _MARK.sub(lambda mark: " " * len(mark.group()), entries.text[start:end])
    document = toml.read(_blank(entries.text[:start]) + content, "script")
    yield from (replace(one, group=GROUP) for one in project.of_script(entries, document))


def of(document: Document) -> Iterator[Requirement]:
    """What a script's own block asks for, by its document."""
    return (one for one in document.requirements if one.group == GROUP)


def _blank(text: str) -> str:
    """A text without its characters, whose places stay."""
    return re.sub(r"[^\r\n]", " ", text)
