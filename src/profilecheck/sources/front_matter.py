"""The front matter of a Markdown page: YAML between two lines of dashes at its top."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from profilecheck.document import Document
from profilecheck.sources import yaml

ENDINGS: Final = (".md", ".markdown")
_FRONT: Final = re.compile(r"---[ \t]*\r?\n(?:.*\r?\n)*?(?=(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z))")


def end(text: str) -> int:
    """Where the front matter of a page ends, before the line that closes it; 0 where there is none."""
    match = _FRONT.match(text)
    return match.end() if match else 0


def joined(document: Document) -> Document:
    """A page with the settings and comments of its front matter, in their places on the page. What YAML refuses
    is no front matter. Raises YamlMissing where PyYAML cannot be imported."""
    front = yaml.read(document.text[: end(document.text)], document.path)
    if front.broken:
        return document
    return replace(
        document,
        sections=front.sections,
        settings=front.settings,
        comments=tuple(sorted((*front.comments, *document.comments), key=lambda one: one.span)),
    )
