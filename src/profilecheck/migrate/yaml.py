"""The edits that carry out plans in YAML: block mappings in lines, flow mappings in brackets.

What an anchor names is shared with its aliases; nothing in it is edited, for that would change them all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Final

from profilecheck.document import UNKNOWN, Document
from profilecheck.findings import Edit
from profilecheck.migrate.brackets import Brackets
from profilecheck.migrate.changes import Addition, Changes, Item, Nested, changes
from profilecheck.migrate.pairs import Held, Pair, Pairs, parts_of
from profilecheck.migrate.plan import Plan, Unplannable
from profilecheck.migrate.struck import Lines
from profilecheck.profiles.texts import spelt
from profilecheck.sources.tables import join
from profilecheck.sources.yaml_layout import Written, layout, value_of

_PLAIN: Final = re.compile(r"[A-Za-z_][\w./-]*", re.ASCII)
_ONE_LINE: Final = re.compile(r"[^\r\n\x85\u2028\u2029]*")
_OWN_LINE_ENDS: Final = re.compile("[\x85\u2028\u2029]")
_BEFORE_KEY: Final = re.compile(r"\ufeff?[ ]*(?:-[ ]+)*")
_STEP: Final = 2
"""How much deeper a mapping is than the one that holds it, where the file does not tell."""


def edits(document: Document, plans: Sequence[Plan]) -> list[Edit]:
    """The edits by which the document comes to hold what the plans say. Raises Unplannable."""
    if _OWN_LINE_ENDS.search(document.text):
        raise Unplannable(
            "it holds characters (U+0085, U+2028 or U+2029) that end lines for YAML alone"
        )
    pairs, keeping = _pairs(document.text)
    done = changes(plans, pairs)
    return [*_renamed(pairs, done), *_Lines(pairs, done, keeping).edits(), *_flow(pairs, done)]


def is_shared(document: Document, found: Sequence[Edit]) -> bool:
    """Whether an edit lies in what an alias or a merge key reads elsewhere."""
    if "&" not in document.text:
        return False
    pairs, _ = _pairs(document.text)
    try:
        for edit in found:
            span = edit.span
            start = pairs.places.offset(span.line, span.column)
            pairs.guard(start, pairs.places.offset(span.end_line, span.end_column))
    except Unplannable:
        return True
    return False


def _flow(pairs: Pairs, done: Changes) -> Iterator[Edit]:
    return Brackets(pairs, done, Yaml(flow=True)).edits()


@lru_cache(maxsize=1)  # each finding of a file may ask for its edits
def _pairs(text: str) -> tuple[Pairs, frozenset[int]]:
    """All mappings of a text, and the ends of the scalars below which no line may be written."""
    documents, named = layout(text)
    tables: list[Held] = []
    keeping: set[int] = set()
    for index, node in enumerate(documents):
        _tables(node, f"document[{index}]" if index else "", tables, keeping)
    pairs = Pairs(text, tables)

    def guard(start: int, end: int) -> None:
        for node in named:
            if (node.start <= start and end <= node.end) or start <= node.start < end:
                line, other = (pairs.places.span(at, at).line for at in (node.start, node.read[0]))
                raise Unplannable(
                    f"what the anchor on line {line} names is read on line {other} too: an edit would change both"
                )

    pairs.guard = guard
    return pairs, frozenset(keeping)


def _tables(document: Written, path: str, tables: list[Held], keeping: set[int]) -> None:
    """Note the mappings of a document, in its order; it may be deeper than Python's stack."""
    waiting: list[tuple[Written, str, Pair | None, bool]] = [(document, path, None, False)]
    while waiting:
        node, path, owner, listed = waiting.pop()
        if node.keeps:
            keeping.add(node.end)
        inner: list[tuple[Written, str, Pair | None, bool]] = []
        if node.kind == "list":
            inner = [(n, f"{path}[{i}]", owner, True) for i, n in enumerate(node.parts)]
        elif node.kind == "map":
            held = Held(path, node.body, node.end, node.flow, owner, listed)
            tables.append(held)
            if owner is not None and not listed:
                owner.table = held
            for key, value in zip(node.parts[::2], node.parts[1::2], strict=True):
                whole, place = join(path, key.text), (key.body, key.end)
                end = max(key.end, value.end)
                value_place = (value.body, value.end)
                pair = Pair(held, parts_of(key.text), whole, (place,), key.start, value_place, end)
                held.pairs.append(pair)
                inner.append((value, whole, pair, False))
        waiting += reversed(inner)


def _renamed(pairs: Pairs, done: Changes) -> Iterator[Edit]:
    for pair, names in done.names.items():
        if pair not in done.gone and not done.covered(pair):
            like = pairs.text[slice(*pair.tokens[0])]
            yield Edit(pairs.places.span(*pair.tokens[0]), _key(names, like))
    for pair, value in done.values.items():
        like = pairs.text[slice(*pair.value)]
        blank = "" if like or pairs.text[pair.value[0] - 1].isspace() else " "
        if "\n" in like or "\r" in like:
            line = pairs.places.span(pair.start, pair.start).line
            raise Unplannable(
                f"the value on line {line} goes on over several lines and is to be another"
            )
        yield Edit(pairs.places.span(*pair.value), blank + literal(value, like))


class _Lines:
    """What is done to the pairs of block mappings."""

    def __init__(self, pairs: Pairs, done: Changes, keeping: frozenset[int]) -> None:
        self.pairs = pairs
        self.done = done
        self.keeping = keeping
        self.lines = Lines(pairs.text, keeps=done.keeps_struck)

    def edits(self) -> list[Edit]:
        """All edits of lines. Raises Unplannable."""
        for pair in sorted(self.done.gone, key=lambda pair: pair.start):
            if not pair.within.bracketed and not self.done.covered(pair):
                self._strike(pair, self.done.gone[pair])
        own = [one for one in self.done.additions if not one.within.bracketed]
        for addition in sorted(own, key=lambda one: -self._column(one.within)):
            self._add(addition)  # where two end on one line, the deeper one first
        return self.lines.edits

    def _column(self, held: Held) -> int:
        return self.pairs.places.span(held.start, held.start).column

    def _strike(self, pair: Pair, why: str) -> None:
        end = pair.tokens[0][1] if self.done.by_parts(pair) else pair.end
        span = self.pairs.places.span(pair.start, end)
        line = self.pairs.places.line_start(pair.start)
        if not _BEFORE_KEY.fullmatch(self.pairs.text, line, pair.start):
            raise Unplannable(f"the key on line {span.line} does not begin its line and is to go")
        self.lines.strike(span.line, span.column, span.end_line, why)

    def _add(self, addition: Addition) -> None:
        held, after = addition.within, addition.after
        if after is None or not _BEFORE_KEY.fullmatch(
            self.pairs.text, self.pairs.places.line_start(held.pairs[0].start), held.pairs[0].start
        ):
            raise Unplannable("new settings have no line of their own in it")
        if after.end in self.keeping:
            fitting = [pair for pair in held.pairs if pair.end not in self.keeping]
            if not fitting:
                raise Unplannable(
                    "a text that keeps the blank lines below it stands where settings belong"
                )
            after = fitting[-1]
        texts: list[str] = []
        like = self.pairs.text[slice(*after.tokens[0])]
        for names, new in addition.pairs.items():
            flow = after.table is not None and after.table.bracketed
            texts += self._written(_key(names, like), new, self._column(held) - 1, flow)
        self.lines.below(self.pairs.places.span(after.end, after.end).line, texts)

    def _written(self, key: str, new: Item | Nested, indent: int, flow: bool) -> Iterator[str]:
        margin = " " * indent
        if isinstance(new, Item):
            yield f"{margin}{key}: {Yaml(flow=False).value(new)}"
        elif flow:
            yield f"{margin}{key}: {_in_braces(new)}"
        else:
            yield f"{margin}{key}:"
            for name, inner in new.items():
                yield from self._written(_key((name,), ""), inner, indent + self._step(), flow)

    def _step(self) -> int:
        """How much deeper the file writes a mapping within another."""
        for held in self.pairs.tables:
            owner = held.owner
            if owner is None or held.bracketed or owner.within.bracketed or held.listed:
                continue
            outer = self.pairs.places.span(owner.start, owner.start).column
            return max(self._column(held) - outer, 1)
        return _STEP


def _in_braces(nested: Nested) -> str:
    format = Yaml(flow=True)
    pairs = (
        f"{name}: {_in_braces(new) if isinstance(new, dict) else format.value(new)}"
        for name, new in nested.items()
    )
    return f"{{{', '.join(pairs)}}}"


class Yaml:
    """How YAML writes keys and values, in flow mappings (``flow``) or in lines."""

    between = ": "

    def __init__(self, *, flow: bool) -> None:
        self.flow = flow

    def key(self, names: Sequence[str], like: str) -> str:
        """A key in the quotes of another one."""
        return _key(names, like)

    def value(self, item: Item) -> str:
        """A value: as it is written elsewhere where that means the same here, or as ``literal`` writes it."""
        raw = item.raw
        if raw is not None and self._bears(raw, item.value):
            return raw
        if item.value is UNKNOWN:
            raise Unplannable(f"{raw} cannot be known, nor stand in another place")
        return literal(item.value, "")

    def _bears(self, raw: str, value: object) -> bool:
        """Whether a text may stand here as it stands elsewhere, and is the same value."""
        if not _ONE_LINE.fullmatch(raw) or raw[:1] in tuple("*&!|>%@`"):
            return False
        if self.flow and any(mark in raw for mark in ",[]{}"):
            return False
        return value is UNKNOWN or repr(value_of(raw)) == repr(value)


def _key(names: Sequence[str], like: str) -> str:
    return _string(".".join(names), like)


def literal(value: object, like: str) -> str:
    """A value as YAML 1.1 and 1.2 both read it, a string in the quotes of ``like``. Raises Unplannable where
    there is no such value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return spelt(value)
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    if isinstance(value, str):
        return _string(value, like)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(literal(one, '') for one in value)}]"
    if isinstance(value, dict):
        pairs = (f"{literal(key, '')}: {literal(one, '')}" for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    raise Unplannable(f"YAML has no value {value!r}")


def _string(text: str, like: str) -> str:
    if like[:1] == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    if like[:1] != '"' and _PLAIN.fullmatch(text) and value_of(text) == text:
        return text
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in inner) + '"'
