"""YAML text as trees of nodes: what ``yaml.safe_load`` constructs, and where everything stands.

PyYAML's composer forgets where an alias stands and goes down as deep as the text does. So the trees
are put together from its events here, with PyYAML's own resolver and constructor for each scalar:
YAML 1.1 as PyYAML reads it (``1e5`` a string, ``yes`` a bool, ``1:30`` ninety). Imports PyYAML.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from profilecheck.document import UNKNOWN
from profilecheck.sources.tables import (
    LOADED_DEPTH,
    MAX_DEPTH,
    Array,
    Entry,
    Fault,
    Node,
    Scalar,
    Table,
    cut,
    shown,
    too_deep,
)

_TAG: Final = "tag:yaml.org,2002:"
_SCALAR_TAGS: Final = frozenset(
    _TAG + name for name in ("binary", "bool", "float", "int", "null", "str", "timestamp")
)
_NUMBER_TAGS: Final = frozenset(_TAG + name for name in ("float", "int", "timestamp"))
_MERGE: Final = _TAG + "merge"
PROPERTIES: Final = re.compile(r"(?:[&!]\S*(?:\s+(?:#[^\r\n]*\s*)*|\Z))+")
_LINE: Final = re.compile(r"[^\r\n]*")
_LONGEST_NUMBER: Final = 1000
"""In characters; PyYAML takes quadratic time for longer ones in base 60."""
_MOST_REPEATED: Final = 20_000
"""How many nodes the aliases and merges of a stream may add to those that are written out."""

Loader = Any
"""``yaml.SafeLoader`` or ``yaml.CSafeLoader``: the stubs give them no common type with events."""


@dataclass(slots=True)
class _Key:
    """The key of the entry that a mapping waits to complete."""

    text: str
    start: int
    end: int
    identity: Hashable
    merges: bool = False


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being read.

    ``stands_for`` is what its parent holds in its place where it is not looked into; ``is_key``
    says that it is itself a key. ``body_end`` is where the last of its parts ends; ``size`` counts
    its nodes with itself, ``height`` the containers in each other. ``merges`` are its merge keys.
    """

    node: Array | Table
    body_end: int
    anchor: str | None = None
    size: int = 1
    height: int = 1
    merges: list[Entry] = field(default_factory=list)
    key: _Key | None = None
    stands_for: Scalar | None = None
    is_key: bool = False


def loaders() -> list[Loader]:
    """The safe loaders that PyYAML has here, the fastest first."""
    return [getattr(yaml, name) for name in ("CSafeLoader", "SafeLoader") if hasattr(yaml, name)]


def unreadable(text: str) -> int | None:
    """The offset of the first character that PyYAML refuses anywhere in a text."""
    match = yaml.reader.Reader.NON_PRINTABLE.search(text)
    return None if match is None else match.start()


@dataclass(frozen=True, slots=True)
class _Anchored:
    """A node that aliases may name, once it is complete."""

    node: Node
    size: int = 1
    height: int = 0


class Composer:
    """The documents of one stream. ``scalars`` are the places of all that is no structure."""

    def __init__(self, text: str, start: int, loader: Loader) -> None:
        self.text = text
        self.documents: list[Node] = []
        self.scalars: list[tuple[int, int]] = []
        self.at = start
        self._start = start
        self._loader = loader
        self._resolver = yaml.resolver.Resolver()
        self._constructor = yaml.constructor.SafeConstructor()
        self._anchors: dict[str, _Anchored | None] = {}
        self._open: list[_Open] = []
        self._repeated = 0

    def run(self) -> None:
        """Read the whole stream. Raises Fault; ``documents`` then hold what comes before it."""
        parser = self._loader(self.text[self._start :])
        try:
            while parser.check_event():
                self._event(parser.get_event())
        except yaml.MarkedYAMLError as error:
            if "maximum nesting" in (error.problem or ""):  # libyaml reads ahead to its own bound
                raise too_deep(self._place(error)) from None
            message = "not YAML: " + ", ".join(filter(None, (error.problem, error.context)))
            raise Fault(message, self._place(error)) from None
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            # The loader in Python lets through what int() and chr() raise.
            raise Fault(f"not YAML: {error}", self.at) from None
        finally:
            for container in self._open:
                if container.merges:
                    self._merge(container)
            cut((container.node for container in self._open), self.at)
            parser.dispose()

    def _place(self, error: yaml.MarkedYAMLError) -> int:
        """Where the fault is; of what is open at the end of the text, where that begins."""
        for mark in (error.problem_mark, error.context_mark):
            if mark is not None and self._start + mark.index < len(self.text):
                return self._start + mark.index
        return len(self.text)

    def _event(self, event: Any) -> None:
        start = self._start + event.start_mark.index
        end = self._start + event.end_mark.index
        if isinstance(event, yaml.DocumentStartEvent):
            self._anchors = {}
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event.anchor or "", start, end)
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, start, end)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event, start)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._finish(start, end)
        self.at = max(self.at, end)

    def _anchor(self, name: str | None, start: int, value: _Anchored | None) -> None:
        if name is None:
            return
        if name in self._anchors:
            raise Fault(f"not YAML to PyYAML: the anchor {shown(name)} is given twice", start)
        self._anchors[name] = value

    def _alias(self, name: str, start: int, end: int) -> None:
        if name not in self._anchors:
            raise Fault(f"not YAML: there is no anchor {shown(name)} before this alias", start)
        target = self._anchors[name]
        self.scalars.append((start, end))
        if target is None or not self._may_repeat(target):
            self._add(Scalar(start, end))
        elif isinstance(target.node, Scalar):
            self._add(Scalar(start, end, target.node.value))
        else:
            self._count(target.size, target.height)
            if isinstance(target.node, Array):
                self._add(Array(start, end, target.node.items))
            else:
                self._add(Table(start, end, target.node.entries))

    def _may_repeat(self, target: _Anchored) -> bool:
        """Whether an alias is followed: what it names may hold its like many times over."""
        if isinstance(target.node, Scalar):
            return True
        if len(self._open) + target.height > MAX_DEPTH:
            return False
        return self._repeat(target.size)

    def _repeat(self, size: int) -> bool:
        """Whether so many nodes more may be repeated; they then are."""
        if self._repeated + size > _MOST_REPEATED:
            return False
        self._repeated += size
        return True

    def _count(self, size: int, height: int) -> None:
        if self._open:
            parent = self._open[-1]
            parent.size += size
            parent.height = max(parent.height, height + 1)

    def _scalar(self, event: yaml.ScalarEvent, start: int, end: int) -> None:
        body = self._body(start, end)
        if event.style in ("|", ">"):
            end = start + len(self.text[start:end].rstrip(" \t\r\n"))
        tag = event.tag
        if tag is None or tag == "!":
            resolve = self._resolver.resolve
            tag = resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]
        node = Scalar(body, end, self._construct(tag, event.value))
        self._anchor(event.anchor, start, _Anchored(node))
        self.scalars.append((self._text_start(event.style, body, end), end))
        self._add(node, tag)

    def _body(self, start: int, end: int) -> int:
        """Where a node begins behind its anchor and tag."""
        if self.text[start : start + 1] not in ("&", "!"):
            return start
        match = PROPERTIES.match(self.text, start, end)
        return start if match is None else match.end()

    def _text_start(self, style: str | None, start: int, end: int) -> int:
        """Where ``#`` begins to mean itself: in a block scalar below its first line."""
        if style not in ("|", ">"):
            return start
        match = _LINE.match(self.text, start, end)
        return start if match is None else match.end()

    def _construct(self, tag: str, text: str) -> object:
        """The value of a scalar as ``yaml.safe_load`` has it, ``UNKNOWN`` where that has none."""
        if tag not in _SCALAR_TAGS or (tag in _NUMBER_TAGS and len(text) > _LONGEST_NUMBER):
            return UNKNOWN
        node = yaml.ScalarNode(tag, text)
        try:
            return self._constructor.yaml_constructors[tag](self._constructor, node)
        except (yaml.YAMLError, ValueError, LookupError, AttributeError, ArithmeticError):
            return UNKNOWN

    def _begin(self, event: Any, start: int) -> None:
        if len(self._open) >= LOADED_DEPTH:
            raise too_deep(start)
        self._anchor(event.anchor, start, None)
        is_table = isinstance(event, yaml.MappingStartEvent)
        end = self._start + event.end_mark.index
        body = self._body(start, end)
        node = Table(body, body) if is_table else Array(body, body)
        container = _Open(node, body, event.anchor)
        parent = self._open[-1] if self._open else None
        plain_tag = event.tag in (None, "!", _TAG + ("map" if is_table else "seq"))
        if parent is not None and isinstance(parent.node, Table) and parent.key is None:
            container.is_key = True
        elif plain_tag and len(self._open) < MAX_DEPTH:
            self._add(node)
        else:
            container.stands_for = Scalar(body, body)
            self._add(container.stands_for)
        self._open.append(container)

    def _finish(self, start: int, end: int) -> None:
        container = self._open.pop()
        node = container.node
        # The end of one without brackets is noted where the next token begins.
        node.end = end if end > start else container.body_end
        if container.stands_for is not None:
            container.stands_for.end = node.end
        if container.merges:
            self._merge(container)
        if container.anchor is not None and container.stands_for is None:
            self._anchors[container.anchor] = _Anchored(node, container.size, container.height)
        self._count(container.size, container.height)
        if container.is_key:
            self._add(Scalar(node.start, node.end))
        elif self._open:
            self._open[-1].body_end = node.end

    def _merge(self, container: _Open) -> None:
        """Put what merge keys bring before a mapping's own entries, as PyYAML's ``flatten_mapping``.

        Of several merge keys the last wins. A merge key whose value is no mapping, or one that is not
        known, stays an entry.
        """
        table = container.node
        if isinstance(table, Array):
            return
        merges = {id(entry) for entry in container.merges}
        brought: dict[Hashable, Entry] = {}
        own: list[Entry] = []
        for entry in table.entries:
            if id(entry) not in merges:
                own.append(entry)
                continue
            tables = _merged(entry.value)
            entries = [one for table in tables or () for one in table.entries]
            if tables is None or not self._repeat(len(entries)):
                opaque = Scalar(entry.value.start, entry.value.end)
                own.append(Entry(entry.key, entry.start, entry.end, opaque, entry.identity))
                continue
            container.size += len(entries)
            brought |= _of_list(tables)
        mine = {entry.identity for entry in own}
        table.entries = [*(e for i, e in brought.items() if i not in mine), *own]

    def _add(self, node: Node, tag: str = "") -> None:
        """Give a node to what is open: as an item, as a key, or as the value of one."""
        if not self._open:
            self.documents.append(node)
            return
        parent = self._open[-1]
        parent.size += 1
        parent.body_end = max(parent.body_end, node.end)
        key = parent.key
        if isinstance(parent.node, Array):
            parent.node.items.append(node)
        elif key is None:
            parent.key = self._key(node, tag)
        else:
            parent.key = None
            entry = Entry(key.text, key.start, key.end, node, key.identity)
            parent.node.entries.append(entry)
            if key.merges:
                parent.merges.append(entry)

    def _key(self, node: Node, tag: str) -> _Key:
        value = node.value if isinstance(node, Scalar) else UNKNOWN
        if tag == _MERGE:
            return _Key("<<", node.start, node.end, object(), merges=True)
        if value is UNKNOWN:  # a mapping or list, or a tag that only the user's loader knows
            return _Key(self.text[node.start : node.end], node.start, node.end, object())
        return _Key(str(value), node.start, node.end, value)


def _merged(value: Node) -> list[Table] | None:
    """The mappings that a merge key brings; None where it brings something else, or that is not known."""
    tables = value.items if isinstance(value, Array) else [value]
    found = [table for table in tables if isinstance(table, Table)]
    return found if len(found) == len(tables) else None


def _of_list(tables: Iterable[Table]) -> dict[Hashable, Entry]:
    """What a list of merged mappings brings. Of two values for one key PyYAML took the first up to
    6.0.3, as YAML's merge key is defined, and takes the last in 6.0.4: neither is known."""
    found: dict[Hashable, Entry] = {}
    for table in tables:
        for identity, entry in {one.identity: one for one in table.entries}.items():
            first = found.setdefault(identity, entry)
            if not _same(first.value, entry.value):
                unknown = Scalar(first.value.start, first.value.end)
                found[identity] = Entry(first.key, first.start, first.end, unknown, identity)
    return found


def _same(one: Node, other: Node) -> bool:
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return repr(one.value) == repr(other.value)
    return one is other
