"""The edits that carry out plans in TOML: statements and headers in lines, inline tables in brackets."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from datetime import date, time
from functools import lru_cache

from profilecheck.document import Document
from profilecheck.findings import Edit
from profilecheck.migrate.brackets import Brackets
from profilecheck.migrate.changes import Addition, Changes, Item, Nested, changes
from profilecheck.migrate.pairs import Held, Pair, Pairs, bracketed
from profilecheck.migrate.plan import Plan, Unplannable
from profilecheck.migrate.struck import Lines
from profilecheck.sources.tables import join
from profilecheck.sources.toml import statements

_DELETE = "\x7f"


def edits(document: Document, plans: Sequence[Plan]) -> list[Edit]:
    """The edits by which the document comes to hold what the plans say. Raises Unplannable."""
    pairs = _pairs(document.text)
    done = changes(plans, pairs)
    lines = _Lines(pairs, done)
    found = [*Brackets(pairs, done, Toml()).edits(), *lines.edits()]
    return [*_renamed(pairs, done), *found]


@lru_cache(maxsize=1)  # each finding of a file may ask for its edits
def _pairs(text: str) -> Pairs:
    """All tables of a text. Those that headers open are in lines; each header is a pair of the root."""
    root = scope = Held("", 0, 0, False)
    tables = [root]
    counts: dict[str, int] = {}
    for one in statements(text):
        names = tuple(part.name for part in one.parts)
        tokens = tuple((part.start, part.end) for part in one.parts)
        if one.value is not None:
            path = join(scope.path, ".".join(names))
            value = (one.value.start, one.value.end)
            pair = Pair(scope, names, path, tokens, one.start, value, one.end)
            scope.pairs.append(pair)
            pair.table = bracketed(one.value, path, pair, tables, flat=False)
            continue
        path = ""
        for name in names[:-1]:
            path = join(path, name)
            path += f"[{counts[path] - 1}]" if path in counts else ""
        path = join(path, names[-1])
        if one.array:
            counts[path] = counts.get(path, 0) + 1
            path += f"[{counts[path] - 1}]"
        pair = Pair(root, names, path, tokens, one.start, (one.end, one.end), one.end, header=True)
        root.pairs.append(pair)
        scope = Held(path, one.start, one.end, False, pair, listed=one.array)
        pair.table = scope
        tables.append(scope)
    return Pairs(text, tables)


def _renamed(pairs: Pairs, done: Changes) -> Iterator[Edit]:
    format = Toml()
    for pair, names in done.names.items():
        if pair in done.gone or done.covered(pair):
            continue
        for token, old, new in zip(pair.tokens, pair.names, names, strict=True):
            if old != new:
                like = pairs.text[slice(*token)]
                yield Edit(pairs.places.span(*token), format.key((new,), like))
    for pair, value in done.values.items():
        like = pairs.text[slice(*pair.value)]
        yield Edit(pairs.places.span(*pair.value), literal(value, like))


class _Lines:
    """What is done to statements and headers."""

    def __init__(self, pairs: Pairs, done: Changes) -> None:
        self.pairs = pairs
        self.done = done
        self.lines = Lines(pairs.text, keeps=done.keeps_struck)
        self.format = Toml()

    def edits(self) -> list[Edit]:
        """All edits of lines."""
        for pair in sorted(self.done.gone, key=lambda pair: pair.start):
            if not pair.within.bracketed:
                span = self.pairs.places.span(pair.start, pair.end)
                self.lines.strike(span.line, span.column, span.end_line, self.done.gone[pair])
        own = [one for one in self.done.additions if not one.within.bracketed]
        for addition in own:
            self._add(addition)
        for addition in own:  # below the settings of a table, for they would belong to the next
            for names, new in addition.pairs.items():
                if isinstance(new, dict) and not self._is_inline(addition):
                    self._headers(addition, names, new)
        return self.lines.edits

    def _is_inline(self, addition: Addition) -> bool:
        """Whether new tables are written as the one beside them, in braces."""
        after = addition.after
        return after is not None and not after.header and after.table is not None

    def _add(self, addition: Addition) -> None:
        after = addition.after
        for names, new in addition.pairs.items():
            if isinstance(new, Item):
                value = self.format.value(new)
            elif self._is_inline(addition):
                value = self._inline(new)
            else:
                continue
            like = self.pairs.text[slice(*after.tokens[-1])] if after and not after.header else ""
            text = f"{self.format.key(names, like)} = {value}"
            place = after if after is not None and not after.header else addition.within.owner
            if place is None:
                raise Unplannable("nothing stands in the table that new settings belong to")
            span = self.pairs.places.span(place.start, place.end)
            first, *further = text.split("\n")
            indent = self.lines.indent(span.line) if not place.header else ""
            self.lines.below(
                span.end_line, [indent + first.rstrip("\r"), *(f.rstrip("\r") for f in further)]
            )

    def _inline(self, nested: Nested) -> str:
        pairs = (
            f"{self.format.key((name,), '')} = "
            + (self._inline(new) if isinstance(new, dict) else self.format.value(new))
            for name, new in nested.items()
        )
        return f"{{{', '.join(pairs)}}}"

    def _headers(self, addition: Addition, names: tuple[str, ...], nested: Nested) -> None:
        """Open new tables below the last one that is like them."""
        path = join(addition.within.path, ".".join(names))
        scopes = [t for t in self.pairs.tables if not t.bracketed and t.owner is not None]
        root = join(addition.within.path, names[0])
        like = [scope for scope in scopes if scope.path.startswith(f"{root}.")]
        place = like[-1] if like else self._vec_scope(scopes, addition.within)
        if place.owner is None:
            raise Unplannable(f"there is no place for [{path}] in it")
        end = max([place.owner.end, *(pair.end for pair in place.pairs)])
        texts: list[str] = []
        for key, new in nested.items():
            if isinstance(new, dict):
                self._headers(addition, (*names, key), new)
            else:
                texts.append(f"{self.format.key((key,), '')} = {self.format.value(new)}")
        if texts:
            written = self._prefix(addition.within) + self.format.key(names, "")
            line = self.pairs.places.span(end, end).line
            self.lines.below(line, ["", f"[{written}]", *"\n".join(texts).splitlines()])

    def _vec_scope(self, scopes: Sequence[Held], within: Held) -> Held:
        """The table of [vec] beside which a new one goes, else the last that the same table holds."""
        inner = [s for s in scopes if not within.path or s.path.startswith(f"{within.path}.")]
        named = [
            s for s in inner if any(self.done.gone.get(p) or p in self.done.names for p in s.pairs)
        ]
        found = named or inner
        if not found:
            raise Unplannable("there is no table beside which a new one could be opened")
        return found[0] if named else found[-1]

    def _prefix(self, within: Held) -> str:
        """How the path of a table is written in the headers of tables within it."""
        if not within.path or within.owner is None:
            return ""
        start = within.owner.tokens[0][0]
        return self.pairs.text[start : within.owner.tokens[-1][1]] + "."


class Toml:
    """How TOML writes keys and values."""

    between = " = "

    def key(self, names: Sequence[str], like: str) -> str:
        """A key in the quotes of another one."""
        return ".".join(_key(name, like) for name in names)

    def value(self, item: Item) -> str:
        """A value: as it is written elsewhere, or as ``literal`` writes it."""
        return item.raw if item.raw is not None else literal(item.value, "")


def _key(name: str, like: str) -> str:
    bare = name != "" and all(char.isascii() and (char.isalnum() or char in "_-") for char in name)
    if like[:1] == "'" and "'" not in name and name.isprintable():
        return f"'{name}'"
    return name if bare and like[:1] not in ('"', "'") else _string(name)


def literal(value: object, like: str) -> str:
    """A value as TOML writes it, a string in the quotes of ``like``. Raises Unplannable where it has no such value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else repr(value).replace("Infinity", "inf")
    if isinstance(value, str):
        single = like[:1] == "'" and like[:3] != "'''" and "'" not in value and value.isprintable()
        return f"'{value}'" if single else _string(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(literal(one, '') for one in value)}]"
    if isinstance(value, dict):
        pairs = (f"{_key(str(key), '')} = {literal(one, '')}" for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    raise Unplannable(f"TOML has no value {value!r}")


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace(_DELETE, "\\u007f")
