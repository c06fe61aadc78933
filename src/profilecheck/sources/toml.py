"""TOML text as a Document: values from tomli, places from a scan beside it.

tomli decides what is TOML and what a value is. What it reads and what the scan found are two trees
of one shape, and the values of the one go to the places of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from profilecheck.document import Document, ProblemKind
from profilecheck.sources.tables import (
    BYTE_ORDER_MARK,
    Array,
    Entry,
    Fault,
    Node,
    Table,
    Tables,
    join,
    shown,
    too_deep,
)
from profilecheck.sources.toml_scan import Scan, Statement, Tree

_PLACE: Final = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)\Z")
_DEFINED_BEFORE: Final = (
    "Cannot overwrite",
    "Cannot declare",
    "Cannot mutate",
    "Cannot redefine",
    "Duplicate inline table key",
)
_LONG_NUMBER: Final = re.compile(r"[0-9][0-9_]{600,}")


def read(text: str, path: str) -> Document:
    """Read TOML text as ``tomli.loads`` does, with positions; never raises.

    A document that tomli refuses has a fatal problem, and the settings of the statements before
    it. So has one with more than ``LOADED_DEPTH`` lists in each other, or ``MAX_DEPTH``
    tables by their names; below ``MAX_DEPTH`` of them all is unknown. A table that headers
    and dotted keys only pass through is a section at the first key part that names it; the list
    that ``[[...]]`` headers make is a setting without text at the first of them.
    """
    tables = Tables(text)
    start = 0
    if text.startswith(BYTE_ORDER_MARK):
        tables.byte_order_mark("tomli")
        start = 1
    scan = Scan(text, start, _unquote)
    scan.run()
    for comment in scan.comments:
        tables.comment(*comment)
    fault = scan.fault
    values: dict[str, Any] | Fault = {}
    if fault is None or fault.kind != "too-deep":
        values = _load(text, start)
        fault = values if isinstance(values, Fault) else None
    if fault is None:
        layout = _Layout(scan.tree, scan.statements)
    else:
        refused = next((s for s in scan.statements if s.start <= fault.start <= s.end), None)
        end = scan.end if refused is None else refused.start
        layout = _Layout(scan.tree, [s for s in scan.statements if s.end <= end])
        _refuse(tables, layout, fault, refused, end)
        values = _load(text[:end], start)
    if not isinstance(values, Fault):
        _fill(layout.root, values)
        tables.root(layout.root)
        tables.sections.sort(key=lambda section: section.span)
        tables.settings.sort(key=lambda setting: setting.key_span)
    return tables.document(path, "toml")


def statements(text: str) -> list[Statement]:
    """The statements of a text that tomli takes, in its order."""
    scan = Scan(text, 0, _unquote)
    scan.run()
    return scan.statements


class _Layout:
    """Where the tables and values of some statements stand. ``table`` is the one open at the end."""

    def __init__(self, tree: Tree, statements: Sequence[Statement]) -> None:
        self.tree = tree
        self.root = self.table = Table(0, 0)
        for statement in statements:
            if statement.value is not None:
                tree.put(self.table, statement.parts, statement.value)
            else:
                self.table = self._opened(statement)

    def _opened(self, header: Statement) -> Table:
        table = self.root
        *parents, last = header.parts
        for part in parents:
            table = self.tree.child(table, part)
        place = (header.start, header.end)
        if not header.array:
            table = self.tree.child(table, last)
            table.header = place
            return table
        entry = self.tree.entry(table, last.name)
        if entry is None:
            self.tree.put(table, (last,), Array(last.end, last.end))
            entry = self.tree.entry(table, last.name)
        item = Table(*place, header=place)
        if entry is not None and isinstance(entry.value, Array):
            entry.value.items.append(item)
        return item

    def earlier(self, statement: Statement) -> tuple[str, tuple[int, int]] | None:
        """What already stands under the key or header of a further statement: its path and place."""
        table: Node = self.table if statement.value is not None else self.root
        found: Entry | None = None
        path = ""
        for part in statement.parts:
            entry = self.tree.entry(table, part.name) if isinstance(table, Table) else None
            if entry is None:
                break
            found = entry
            path = join(path, part.name)
            table = entry.value
            if isinstance(table, Array) and table.items:
                table = table.items[-1]
        if found is None:
            return None
        header = found.value.header if isinstance(found.value, Table) else None
        return path, header or (found.start, found.end)


def _load(text: str, start: int) -> dict[str, Any] | Fault:
    """What tomli reads in the text from ``start`` on, or why it reads nothing."""
    import tomli  # a sixth of the time of a run that meets no TOML

    try:
        return tomli.loads(text[start:])
    except RecursionError:
        return too_deep(start)
    except tomli.TOMLDecodeError as error:
        complaint = str(error)
        place = _PLACE.search(complaint)
        message = _PLACE.sub("", complaint)
        if place is None or place[1] is None:
            return Fault(message, len(text))
        return Fault(message, _offset(text, start, int(place[1]), int(place[2])))
    except ValueError:  # Python bounds how many digits it converts
        number = _LONG_NUMBER.search(text, start)
        message = "an integer of more digits than Python reads"
        return Fault(message, *(number.span() if number else (start, None)))


def _offset(text: str, start: int, line: int, column: int) -> int:
    """The offset of a place that tomli gives: it counts lines by ``\\n`` and takes ``\\r\\n`` for one."""
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return min(start + column - 1, len(text))


def _unquote(written: str) -> str:
    """The text of a string as tomli reads it. Raises ValueError where tomli refuses it."""
    values = _load(f"key = {written}", 0)
    if isinstance(values, Fault) or not isinstance(values["key"], str):
        raise ValueError(written)
    return values["key"]


def _fill(node: Node, value: Any) -> None:
    """Give the values that tomli read to the nodes of the same shape; others stay unknown."""
    if isinstance(node, Table):
        if isinstance(value, dict):
            for entry in node.entries:
                if entry.key in value:
                    _fill(entry.value, value[entry.key])
    elif isinstance(node, Array):
        if isinstance(value, list):
            for item, part in zip(node.items, value, strict=False):
                _fill(item, part)
    elif not isinstance(value, (dict, list)):
        node.value = value


def _refuse(
    tables: Tables, layout: _Layout, fault: Fault, refused: Statement | None, end: int
) -> None:
    """Note why tomli refuses the text, or why it was not asked. The fault is in ``refused``, or in
    a statement at ``end`` that the scan could not finish."""
    if fault.kind != "syntax":
        tables.fault(fault)
    elif refused is not None and fault.message.startswith(_DEFINED_BEFORE):
        _refuse_repeated(tables, layout, refused)
    else:
        message = f"not TOML: {fault.message[:1].lower()}{fault.message[1:]}"
        if fault.start >= len(tables.text) and refused is None:
            line = re.compile(r"[^\r\n]*").match(tables.text, end)
            fault = Fault(f"{message}, at the end of the file", end, line.end() if line else end)
            tables.fault(fault)
        else:
            tables.fault(Fault(message, fault.start, fault.end))


def _refuse_repeated(tables: Tables, layout: _Layout, refused: Statement) -> None:
    """Note that a statement defines what an earlier one defined, or its own inline table twice."""
    start, end = refused.start, refused.end
    if refused.value is not None:
        end = refused.parts[-1].end
    earlier = layout.earlier(refused)
    if earlier is None and refused.value is not None:
        for second, first in _repeated(refused.value):
            start, end = second.start, second.end
            earlier = second.key, (first.start, first.end)
            break
    if earlier is None:
        tables.fault(Fault("this is already defined", start, end))
        return
    name, place = earlier
    line = tables.places.span(*place).line
    message = f"{shown(name)} is already defined on line {line}"
    kind: ProblemKind = "duplicate-section" if refused.value is None else "duplicate-key"
    tables.problem(kind, message, start, end, first=place)


def _repeated(node: Node) -> Iterator[tuple[Entry, Entry]]:
    """Entries of inline tables whose key came before in the same table, and the ones before."""
    if isinstance(node, Array):
        for item in node.items:
            yield from _repeated(item)
    elif isinstance(node, Table):
        first: dict[str, Entry] = {}
        for entry in node.entries:
            earlier = first.setdefault(entry.key, entry)
            if earlier is not entry:
                yield entry, earlier
            yield from _repeated(entry.value)
