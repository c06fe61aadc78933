"""An explanation in words and as JSON."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from profilecheck.document import UNKNOWN
from profilecheck.explain import Effective, Explanation, Fault
from profilecheck.findings import START, Span
from profilecheck.profiles.base import text_of
from profilecheck.profiles.follows import EACH, Agents, Group, Part, Quantity, Table
from profilecheck.report._cells import escaped
from profilecheck.telling import cut

_LONGEST_REMARK = 300
NOTHING = "-"
A = "A"
"""What a table's cells call the agents of one environment."""


def as_text(path: str, found: Sequence[Explanation], *, verbose: bool) -> str:
    """For people: aligned columns, one block for each section and each part."""
    return "\n".join("\n".join(_experiment(path, one, verbose)) + "\n" for one in found)


def _experiment(path: str, one: Explanation, verbose: bool) -> Iterator[str]:
    where = f"{path} [{one.prefix}]" if one.prefix else path
    verdict = f"as {one.profile}: {one.title}" if one.profile else f"{one.state} target"
    yield escaped(f"{where} {verdict}")
    for evidence in one.evidence:
        yield escaped(f"  because {evidence.message}")
    yield from _values(one.values, verbose)
    for part in one.parts:
        if told := list(_part(part)):
            yield ""
            yield from told
    if one.errors:
        more = any(not fault.untold for fault in one.errors)
        yield ""
        yield f"This does not run as it is{' (`profilecheck check` says more)' if more else ''}:"
        for fault in one.errors:
            finding = fault.finding
            line = f"{finding.span.first_line}: " if finding.span != START else ""
            why = f" ({fault.untold})" if fault.untold else ""
            yield escaped(f"  {line}{finding.code} {finding.message}{why}")
            for note in finding.notes:
                if note.path not in (None, path):
                    yield escaped(f"    {note.message}")


def _values(values: Sequence[Effective], verbose: bool) -> Iterator[str]:
    sections: dict[str, list[Effective]] = {}
    background: Counter[str] = Counter()
    for value in values:
        if value.background and not verbose:
            background[value.source] += 1
            continue
        sections.setdefault(value.section, []).append(value)
    hidden = [
        name
        for name, inside in sections.items()
        if not verbose and "." in name and all(_is_default(value) for value in inside)
    ]
    for name, inside in sections.items():
        if name not in hidden:
            yield ""
            yield escaped(f"[{cut(name)}]")
            yield from _columns([(cut(v.key), _shown(v), _source(v)) for v in inside])
    for source, number in background.items():
        count = f"{number} more values come" if number > 1 else "1 more value comes"
        yield ""
        yield escaped(f"{count} from {source}: not shown (-v shows them)")
    if hidden:
        count = f"{len(hidden)} tables" if len(hidden) > 1 else "1 table"
        yield ""
        yield f"{count} that only defaults fill: not shown (-v shows them)"


def _is_default(value: Effective) -> bool:
    return value.layer in ("defaults", "project")


def _source(value: Effective) -> str:
    if value.line is None:
        return value.source
    line = Span(value.line, 1, value.line, 1, value.cell).first_line
    return line if value.layer == "file" else f"{value.source} {line}"


def _shown(value: Effective) -> str:
    return cut(_told(value.value)) if value.known else "(not known)"


def _told(value: object) -> str:
    try:
        return text_of(value)
    except ValueError:  # Python refuses to write thousands of decimal digits
        return hex(value) if isinstance(value, int) else type(value).__name__


def _part(part: Part) -> Iterator[str]:
    if isinstance(part, Group):
        facts = part.facts if any(fact.value is not None for fact in part.facts) else ()
        if not facts and not part.remarks:
            return
        yield part.title
        yield from _columns([(fact.label, _quantity(fact.value), fact.note) for fact in facts])
    else:
        head = (part.title, *part.columns)
        rows = [(f"  {label}", *map(_cell, cells)) for _, label, cells in part.rows]
        yield from _columns([head, *rows], indent="")
        if any(f"x {A}" in cell for row in rows for cell in row):
            yield f"  {A}: {EACH} (--agents-per-env)"
    for remark in part.remarks:
        yield escaped(f"  {cut(remark, _LONGEST_REMARK)}")


def _quantity(value: Quantity) -> str:
    return NOTHING if value is None else str(value)


def _cell(value: Quantity) -> str:
    """As narrow as columns want it."""
    if isinstance(value, Agents) and value.value is None:
        return f"{value.times} x {A}"
    return _quantity(value)


def _columns(rows: Sequence[tuple[str, ...]], indent: str = "  ") -> Iterator[str]:
    """Rows of cells, the cells of each column below each other."""
    rows = [tuple(map(escaped, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield (indent + "  ".join(cells)).rstrip()


def as_json(path: str, found: Sequence[Explanation]) -> str:
    """For programs. A number of agents that is not known is told in words, such as
    ``4 x agents per environment``; null is what cannot be told or is not handed over."""
    data = {"version": 1, "path": path, "experiments": [_experiment_data(one) for one in found]}
    return json.dumps(data, indent=2) + "\n"


def _experiment_data(one: Explanation) -> dict[str, Any]:
    return {
        "prefix": one.prefix,
        "profile": one.profile,
        "state": one.state,
        "evidence": [evidence.message for evidence in one.evidence],
        "values": [_value_data(value) for value in one.values],
        "follows": {part.name: _part_data(part) for part in one.parts},
        "remarks": [cut(r, _LONGEST_REMARK) for part in one.parts for r in part.remarks],
        "errors": [_fault_data(fault) for fault in one.errors],
    }


def _fault_data(fault: Fault) -> dict[str, Any]:
    finding = fault.finding
    return {
        "code": finding.code,
        "cell": finding.span.cell or None,
        "line": finding.span.line,
        "column": finding.span.column,
        "message": finding.message,
        "untold": fault.untold or None,
    }


def _value_data(value: Effective) -> dict[str, Any]:
    return {
        "section": value.section,
        "key": value.key,
        "known": value.known,
        "value": _plain(value.value) if value.known else None,
        "layer": value.layer,
        "source": value.source,
        "cell": value.cell or None,
        "line": value.line,
    }


def _plain(value: object) -> object:
    """A value as JSON can hold it; what it cannot is told as text, and what is not known is null."""
    if value is UNKNOWN:
        return None
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, int) and value.bit_length() <= 1024:
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return _told(value)


def _part_data(part: Part) -> dict[str, Any]:
    if isinstance(part, Table):
        return {
            column: {name: _number(cells[index]) for name, _, cells in part.rows}
            for index, column in enumerate(part.columns)
        }
    return {fact.name: _number(fact.value) for fact in part.facts}


def _number(value: Quantity) -> object:
    if isinstance(value, Agents):
        return str(value) if value.value is None else value.value
    return value
