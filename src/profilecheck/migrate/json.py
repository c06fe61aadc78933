"""The edits that carry out plans in JSON, which has no comments: what goes is told in the ledger alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache

from profilecheck.document import Document
from profilecheck.findings import Edit
from profilecheck.migrate.brackets import Brackets
from profilecheck.migrate.changes import Item, changes
from profilecheck.migrate.pairs import Held, Pairs, bracketed
from profilecheck.migrate.plan import Plan
from profilecheck.sources.json import tree


def edits(document: Document, plans: Sequence[Plan]) -> list[Edit]:
    """The edits by which the document comes to hold what the plans say. Raises Unplannable."""
    return list(_edits(document, plans))


def _edits(document: Document, plans: Sequence[Plan]) -> Iterator[Edit]:
    pairs = _pairs(document.text)
    done = changes(plans, pairs)
    written = Json()
    yield from Brackets(pairs, done, written).edits()
    for pair, names in done.names.items():
        if pair not in done.gone and not done.covered(pair):
            yield Edit(pairs.places.span(*pair.tokens[0]), written.key(names, ""))
    for pair, value in done.values.items():
        yield Edit(pairs.places.span(*pair.value), written.value(Item(value)))


@lru_cache(maxsize=1)  # each finding of a file may ask for its edits
def _pairs(text: str) -> Pairs:
    tables: list[Held] = []
    root = tree(text)
    if root is not None:
        bracketed(root, "", None, tables, flat=True)
    return Pairs(text, tables)


class Json:
    """How JSON writes keys and values."""

    between = ": "

    def key(self, names: Sequence[str], like: str) -> str:
        """A key, in double quotes always."""
        return json.dumps(".".join(names))

    def value(self, item: Item) -> str:
        """A value as ``json.dumps`` writes it."""
        return item.raw if item.raw is not None else json.dumps(item.value)
