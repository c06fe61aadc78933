"""Texts that lie over one another, as ``ConfigParser.read`` holds them."""

from __future__ import annotations

from collections.abc import Iterable

from profilecheck.document import Document, Setting
from profilecheck.sources.ini import DEFAULT, lay_over


def merge(documents: Iterable[Document]) -> dict[str, dict[str, Setting]]:
    """Sections and their settings; DEFAULT is there and first."""
    merged: dict[str, dict[str, Setting]] = {DEFAULT: {}}
    for document in documents:
        items = ((setting.section, setting.key, setting) for setting in document.settings)
        lay_over(merged, (section.name for section in document.sections), items)
    return merged
