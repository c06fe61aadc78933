"""The front matter of a Markdown page: YAML between two lines of dashes at its top, or behind a byte-order mark there."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from dataclasses import replace
from typing import Final

from profilecheck.document import Document
from profilecheck.sources import yaml
from profilecheck.sources.tables import BYTE_ORDER_MARK

ENDINGS: Final = (".md", ".markdown")
_FRONT: Final = re.compile(
    rf"{BYTE_ORDER_MARK}?---[ \t]*\r?\n(?:.*\r?\n)*?(?=(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z))"
)
_TOML: Final = re.compile(
    rf"{BYTE_ORDER_MARK}?\+\+\+[ \t]*\r?\n(?:.*\r?\n)*?(?=\+\+\+[ \t]*(?:\r?\n|\Z))"
)


def end(text: str) -> int:
    """Where the front matter of a page ends, before the line that closes it; 0 where there is none."""
    match = _FRONT.match(text)
    return match.end() if match else 0


def may_begin(data: bytes) -> bool:
    """Whether a page of these bytes may have front matter: a cheap test."""
    return data.removeprefix(BOM_UTF8).startswith(b"---")


def read(page: Document) -> Document | None:
    """The front matter of a page as YAML, in its places on the page; None where there is none. Raises YamlMissing where
    PyYAML cannot be imported."""
    front = page.text[: end(page.text)]
    return yaml.read(front, page.path) if front else None


def of_toml(text: str) -> str:
    """What stands between two lines of ``+++`` at the top of a page, as some generators have it."""
    match = _TOML.match(text)
    return match.group() if match else ""


def joined(page: Document, front: Document) -> Document:
    """A page with the settings and comments of its front matter."""
    return replace(
        page,
        sections=front.sections,
        settings=front.settings,
        comments=tuple(sorted((*front.comments, *page.comments), key=lambda one: one.span)),
    )
