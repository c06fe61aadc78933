"""The verdicts of a preflight as text and as JSON: a row for each node, and what is found."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from profilecheck.document import Unknown
from profilecheck.findings import Finding, Report, Severity
from profilecheck.telling import counted

if TYPE_CHECKING:
    from profilecheck.cli.output import Output
    from profilecheck.hosts import Host
    from profilecheck.limits import Limit
    from profilecheck.preflight.judged import Judged
    from profilecheck.preflight.nodes import Cluster

VERSION: Final = 1
"""Of the JSON's shape: within it, fields are only added."""
HEAD: Final = ("node", "cores", "threads", "limits", "verdict", "findings")
UNREACHABLE: Final = "unreachable"
_STYLES: Final = {
    "ok": "green",
    "ok so far": "yellow",
    "fails": "bold red",
    UNREACHABLE: "bold red",
}
_MANY: Final = 8
"""How many nodes that are alike have a row each, at most."""


def as_text(
    path: str, cluster: Cluster, judged: Sequence[Judged], fail_on: Severity, output: Output
) -> str:
    """The table, what is found, what is not known."""
    from profilecheck.report._cells import escaped

    rows = [tuple(map(escaped, row)) for row in _grouped(_row(one, fail_on) for one in judged)]
    table = _rich(rows, output.width) if output.color else _plain(rows)
    profile = next((one.report.profile for one in judged if one.report), None)
    as_profile = f" as {profile}" if profile else ""
    lines = [
        f"{path}{as_profile} on {counted(len(judged), 'node')}, told by {cluster.source}",
        "",
    ]
    told = [*_findings(judged, fail_on, path), *_problems(judged)]
    notes = [f"note: {note}" for note in _notes(cluster, judged, fail_on)]
    after = [*([""] if told else []), *told, *([""] if notes else []), *notes]
    return "".join(
        (
            *(escaped(line) + "\n" for line in lines),
            table,
            *(escaped(line) + "\n" for line in after),
        )
    )


def _grouped(rows: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The rows, and one for many nodes that are alike in all but their names, where the first of them would stand."""
    from profilecheck.preflight.nodes import some

    rows = list(rows)
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, *cells in rows:
        alike.setdefault(tuple(cells), []).append(name)
    for name, *cells in rows:
        names = alike[tuple(cells)]
        if len(names) <= _MANY:
            yield (name, *cells)
        elif name == names[0]:
            yield (some(names), *cells)


def _row(judged: Judged, fail_on: Severity) -> tuple[str, ...]:
    host = judged.node.host
    verdict = verdict_of(judged, fail_on)
    if host is None:
        return (judged.node.name, "", "", "", verdict, "")
    limits = ", ".join(_limits(host.limits)) or _no_bound(judged.node.no_bound)
    cores = "none" if host.cores is None else _number(host.cores)
    codes = " ".join(sorted({one.code for one in judged.told(fail_on)}))
    return (judged.node.name, cores, _number(host.threads), limits, verdict, codes)


def _limits(limits: Sequence[Limit]) -> Iterator[str]:
    """Each limit; of several of one kind also who says so."""
    kinds = [one.kind for one in limits]
    for one in limits:
        by = f" ({one.source})" if kinds.count(one.kind) > 1 else ""
        yield f"{one.kind} {one.cpus:g}{by}"


def _no_bound(limit: Limit | None) -> str:
    return "none known" if limit is None else f"{limit.kind} {limit.cpus:g} (no bound)"


def verdict_of(judged: Judged, fail_on: Severity) -> str:
    """A node's verdict in a word or two."""
    if judged.report is None:
        return UNREACHABLE
    if judged.fails(fail_on):
        return "fails"
    return "ok" if judged.known else "ok so far"


def _number(count: int | Unknown) -> str:
    return "unknown" if isinstance(count, Unknown) else str(count)


def _plain(rows: Sequence[tuple[str, ...]]) -> str:
    from profilecheck.report._cells import width

    lines = [HEAD, *rows]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    padded = (
        "  ".join(
            cell + " " * (most - width(cell)) for cell, most in zip(line, widths, strict=True)
        )
        for line in lines
    )
    return "".join(f"{line.rstrip()}\n" for line in padded)


def _rich(rows: Sequence[tuple[str, ...]], cells: int) -> str:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=max(cells, 20),
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
        _environ={},
    )
    table = Table(box=SIMPLE, pad_edge=False, show_edge=False)
    for title in HEAD:
        right = title in ("cores", "threads")
        table.add_column(title, justify="right" if right else "left", overflow="fold")
    for row in rows:
        style = _STYLES[row[4]]
        table.add_row(*(Text(cell, style if at == 4 else "") for at, cell in enumerate(row)))
    console.print(table)
    return stream.getvalue()


def _findings(judged: Sequence[Judged], fail_on: Severity, path: str) -> Iterator[str]:
    """Each finding once, with the nodes that it is for and its notes. Advice is for ``check``, unless a node fails by it."""
    from profilecheck.report._words import placed

    nodes: dict[Finding, list[str]] = {}
    for one in judged:
        for finding in one.told(fail_on):
            nodes.setdefault(replace(finding, fix=None), []).append(one.node.name)
    for finding, names in nodes.items():
        where = _where(names, judged)
        place = f"{finding.path}:{finding.span.start}"
        word = f"{finding.severity.value} {finding.code} {finding.name}"
        yield f"{place}: {word} (on {where}): {finding.message}"
        for note in finding.notes:
            yield f"  = {placed(note.message, note.path, note.span, path)}"
    beneath: dict[str, list[str]] = {}
    for one in judged:
        for sentence in one.beneath:
            beneath.setdefault(sentence, []).append(one.node.name)
    for sentence, names in beneath.items():
        yield f"{path}: error (on {_where(names, judged)}): {sentence}"


def _where(names: Sequence[str], judged: Sequence[Judged]) -> str:
    from profilecheck.preflight.nodes import some

    return "every node" if len(names) == len(judged) > 1 else some(names)


def _problems(judged: Sequence[Judged]) -> Iterator[str]:
    for one in judged:
        if one.node.host is None:
            yield f"{one.node.name}: {UNREACHABLE}: {one.node.problem}"


def _notes(cluster: Cluster, judged: Sequence[Judged], fail_on: Severity) -> Iterator[str]:
    yield from cluster.notes
    unsure = [one for one in judged if one.report is not None and not one.known]
    if unsure:
        so_far = "" if all(one.fails(fail_on) for one in unsure) else ": `ok so far`"
        yield f"what asks for a count that is unknown was not judged{so_far}"


def as_json(path: str, cluster: Cluster, judged: Sequence[Judged], fail_on: Severity) -> str:
    """All there is to know, in the shape of ``outputs/preflight.py``. A count that is not known is null; cores that psutil cannot count are "none"."""
    profile = next((one.report.profile for one in judged if one.report), None)
    whole = {
        "version": VERSION,
        "path": path,
        "profile": profile,
        "source": cluster.source,
        "notes": list(_notes(cluster, judged, fail_on)),
        "nodes": [_node(one, fail_on) for one in judged],
    }
    return json.dumps(whole, indent=2, ensure_ascii=True) + "\n"


def _node(judged: Judged, fail_on: Severity) -> dict[str, object]:
    from profilecheck.report.json import as_data

    host = judged.node.host
    return {
        "node": judged.node.name,
        "verdict": verdict_of(judged, fail_on),
        "problem": judged.node.problem or None,
        **_machine(host),
        "no_bound": _limit(judged.node.no_bound) if judged.node.no_bound else None,
        "beneath": list(judged.beneath),
        "findings": as_data(Report((judged.report,)))["findings"] if judged.report else [],
    }


def _machine(host: Host | None) -> dict[str, object]:
    if host is None:
        return {"cores": None, "threads": None, "limits": []}
    return {
        "cores": "none" if host.cores is None else _known(host.cores),
        "threads": _known(host.threads),
        "limits": list(map(_limit, host.limits)),
    }


def _limit(limit: Limit) -> dict[str, object]:
    return {"kind": limit.kind, "cpus": limit.cpus, "source": limit.source}


def _known(count: int | Unknown) -> int | None:
    return None if isinstance(count, Unknown) else count
