"""What the typed formats share: nodes with places, and the sections and settings made of them.

A reader turns its text into one tree of nodes, and ``Tables`` turns the tree into settings. Places
in the tree are offsets into the text; a ``Span`` is made only where a setting or a problem needs
one. Nodes are mutable because a reader opens a container before it knows where it ends.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from profilecheck.document import (
    UNKNOWN,
    Comment,
    Document,
    Format,
    Problem,
    ProblemKind,
    Section,
    Setting,
)
from profilecheck.findings import Span

BYTE_ORDER_MARK = "\ufeff"

MAX_DEPTH = 100
"""How many tables and lists in each other are looked into: what lies deeper is unknown. It is fixed, so
that the verdict on a file depends neither on the Python nor on the depth of the caller."""
LOADED_DEPTH = 400
"""How many of them PyYAML and tomli bear on Python's own stack, which ends both below 500."""

_TO_FILL_IN = ("${", "{{", "{%")
"""What begins something to fill in: OmegaConf's and the shell's, and Jinja's and Helm's."""
_MISSING = "???"
"""What OmegaConf writes for a value that must be given elsewhere."""
_LINE_END = re.compile(r"\r\n?|\n")
_SHOWN = 40


@dataclass(slots=True, eq=False)
class Scalar:
    """A value without parts, or one that is not looked into (``UNKNOWN``)."""

    start: int
    end: int
    value: object = UNKNOWN


@dataclass(slots=True, eq=False)
class Array:
    """A list. It is empty of text where several headers make it (TOML's ``[[runs]]``)."""

    start: int
    end: int
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Table:
    """A mapping. ``header`` is the place that opens it, where that is not its key."""

    start: int
    end: int
    entries: list[Entry] = field(default_factory=list)
    header: tuple[int, int] | None = None


@dataclass(slots=True)
class Entry:
    """A key and its value. ``identity`` is the key as the loader has it: entries of one table with
    equal ones are one key. It is a bare ``object()`` where that cannot be known."""

    key: str
    start: int
    end: int
    value: Node
    identity: Hashable


Node = Scalar | Array | Table


class Fault(Exception):
    """A place where a reader stops. The reader itself turns it into a problem."""

    def __init__(
        self, message: str, start: int, end: int | None = None, kind: ProblemKind = "syntax"
    ) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.kind: ProblemKind = kind


def too_deep(start: int, most: int = LOADED_DEPTH) -> Fault:
    """The fault of a container at ``start`` that lies in more others than its loader bears."""
    message = f"more than {most} tables and lists lie in each other here"
    return Fault(message, start, kind="too-deep")


def cut(containers: Iterable[Array | Table], end: int) -> None:
    """Close containers that a fault left open at ``end``. What a list would hold is then unknown."""
    for container in containers:
        container.end = max(container.start, end)
        if isinstance(container, Array):
            container.items.append(Scalar(end, end))


def join(path: str, key: str) -> str:
    """The dotted path of ``key`` in the table at ``path``."""
    return f"{path}.{key}" if path else key


def known(value: object) -> object:
    """``value``, or ``UNKNOWN`` where it is a string that some program has yet to fill in."""
    if not isinstance(value, str):
        return value
    return UNKNOWN if value == _MISSING or any(mark in value for mark in _TO_FILL_IN) else value


def shown(text: str) -> str:
    """``text`` in quotes as a message quotes it: escaped, and not too long."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")


class Places:
    """Offsets into a text as lines and columns; lines end at ``\\n``, ``\\r\\n`` and ``\\r`` only."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def line_start(self, offset: int) -> int:
        """The offset at which the line of ``offset`` begins."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def offset(self, line: int, column: int) -> int:
        """The offset of a place."""
        return self._starts[line - 1] + column - 1

    def span(self, start: int, end: int) -> Span:
        """The span of ``text[start:end]``."""
        line = bisect_right(self._starts, start)
        end_line = bisect_right(self._starts, end, lo=line - 1)
        column = start - self._starts[line - 1] + 1
        return Span(line, column, end_line, end - self._starts[end_line - 1] + 1)


class Tables:
    """Collects the sections, settings and problems of one text."""

    def __init__(self, text: str, places: Places | None = None) -> None:
        self.text = text
        self.places = places or Places(text)
        self.sections: list[Section] = []
        self.settings: list[Setting] = []
        self.problems: list[Problem] = []
        self.comments: list[Comment] = []
        self._plain_values: dict[int, object] = {}

    def document(self, path: str, format: Format) -> Document:
        """What was collected, problems in the order of the file."""
        return Document(
            path,
            format,
            self.text,
            tuple(self.sections),
            tuple(self.settings),
            # what an alias names is met more than once, and its problems with it
            tuple(sorted(dict.fromkeys(self.problems), key=lambda problem: problem.span)),
            tuple(self.comments),
        )

    def problem(
        self,
        kind: ProblemKind,
        message: str,
        start: int,
        end: int,
        *,
        fatal: bool = True,
        first: tuple[int, int] | None = None,
    ) -> None:
        """Note something wrong with ``text[start:end]``."""
        first_span = None if first is None else self.places.span(*first)
        span = self.places.span(start, end)
        self.problems.append(Problem(kind, message, span, fatal, first_span))

    def fault(self, fault: Fault) -> None:
        """Note where a reader stopped: at one character, where no end is known."""
        end = fault.end
        if end is None:
            char = self.text[fault.start : fault.start + 1]
            end = fault.start + (char not in ("", "\r", "\n"))
        self.problem(fault.kind, fault.message, fault.start, end)

    def byte_order_mark(self, loader: str) -> None:
        """Note that the text begins with a mark that ``loader`` refuses."""
        message = (
            f"the file begins with a byte-order mark, which {loader} refuses: "
            "save it as UTF-8 without one"
        )
        self.problem("byte-order-mark", message, 0, 1)

    def comment(self, start: int, end: int) -> None:
        """Note the comment ``text[start:end]``."""
        before = self.text[self.places.line_start(start) : start]
        alone = not before.strip(" \t" + BYTE_ORDER_MARK)
        self.comments.append(Comment(self.text[start:end], self.places.span(start, end), alone))

    def root(self, node: Node, path: str = "") -> None:
        """Collect a whole document. A table at its top is a section only where it has a path."""
        if isinstance(node, Array):
            self._items(path, node)
        elif isinstance(node, Table):
            if path:
                self._section(path, _own_place(node))
            self._entries(path, node)

    def _entries(self, path: str, table: Table) -> None:
        """Collect the entries in force: a loader that takes a key twice keeps the last."""
        last = {entry.identity: entry for entry in table.entries}
        first: dict[Hashable, Entry] = {}
        for entry in table.entries:
            earlier = first.setdefault(entry.identity, entry)
            if earlier is not entry:
                self._repeated(entry, earlier)
            if last[entry.identity] is entry:
                self._entry(path, entry)

    def _repeated(self, entry: Entry, earlier: Entry) -> None:
        place = (earlier.start, earlier.end)
        line = self.places.span(*place).line
        message = f"key {shown(entry.key)} is already set on line {line}; the last one counts"
        self.problem("duplicate-key", message, entry.start, entry.end, fatal=False, first=place)

    def _entry(self, path: str, entry: Entry) -> None:
        value = entry.value
        if isinstance(value, Table):
            name = join(path, entry.key)
            place = value.header or (entry.start, entry.end)
            self._section(name, place, self._setting(path, entry))
            self._entries(name, value)
            return
        self.settings.append(self._setting(path, entry))
        if isinstance(value, Array):
            self._items(join(path, entry.key), value)

    def _setting(self, path: str, entry: Entry) -> Setting:
        value = entry.value
        start, end = value.start, value.end
        if isinstance(value, Table) and value.header is not None:
            start = end = entry.end  # its text lies elsewhere, perhaps in several places
        return Setting(
            path,
            entry.key,
            self._plain(value),
            self.text[start:end],
            self.places.span(entry.start, entry.end),
            self.places.span(start, end),
            self.text[entry.start : entry.end],
        )

    def _items(self, path: str, array: Array) -> None:
        """Collect the tables in a list; what else it holds is in the value of its setting."""
        for index, item in enumerate(array.items):
            name = f"{path}[{index}]"
            if isinstance(item, Table):
                self._section(name, _own_place(item))
                self._entries(name, item)
            elif isinstance(item, Array):
                self._items(name, item)

    def _section(self, name: str, place: tuple[int, int], as_value: Setting | None = None) -> None:
        self.sections.append(Section(name, self.places.span(*place), as_value))

    def _plain(self, node: Node) -> object:
        """The value of a node. A list with an unknown item is ``UNKNOWN``, and so is a table with a
        key that is; a table with an unknown value holds it."""
        if isinstance(node, Scalar):
            return known(node.value)
        if id(node) not in self._plain_values:
            plain = self._plain_list(node) if isinstance(node, Array) else self._plain_dict(node)
            self._plain_values[id(node)] = plain
        return self._plain_values[id(node)]

    def _plain_list(self, array: Array) -> object:
        values = [self._plain(item) for item in array.items]
        return UNKNOWN if any(value is UNKNOWN for value in values) else values

    def _plain_dict(self, table: Table) -> object:
        if any(type(entry.identity) is object for entry in table.entries):
            return UNKNOWN
        return {entry.identity: self._plain(entry.value) for entry in table.entries}


def _own_place(table: Table) -> tuple[int, int]:
    """The place that names a table without a key: its header, its first key or its opening."""
    if table.header is not None:
        return table.header
    if table.entries:
        return (table.entries[0].start, table.entries[0].end)
    return (table.start, min(table.start + 1, table.end))
