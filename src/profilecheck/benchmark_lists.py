"""Lists of results in a document: the values of each entry, as if it stood alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from profilecheck.document import Document, Setting

_ENTRY: Final = re.compile(r"(?P<list>[^\[]*)\[(?P<number>[0-9]+)\](?:\.(?P<rest>[^\[]*))?")
_DOCUMENTS: Final = "document"
"""What the sections of a further YAML document begin with, which is no list."""


def values(document: Document) -> list[Setting]:
    """All values in the order of the file, tables among them."""
    tables = (section.as_value for section in document.sections if section.as_value is not None)
    return sorted((*document.settings, *tables), key=lambda one: one.key_span)


def of(document: Document) -> dict[str, Sequence[Sequence[Setting]]]:
    """The lists of tables that stand in no other list, by their places, each with the values of each of its entries, whose sections begin there.
    Lists within an entry are its values alone."""
    lists: dict[str, dict[int, list[Setting]]] = {}
    for one in values(document):
        place = _ENTRY.fullmatch(one.section)
        if place is not None and place["list"] != _DOCUMENTS:
            entries = lists.setdefault(place["list"], {})
            own = replace(one, section=place["rest"] or "")
            entries.setdefault(int(place["number"]), []).append(own)
    return {name: list(entries.values()) for name, entries in lists.items()}
