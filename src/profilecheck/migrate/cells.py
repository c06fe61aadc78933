"""The account of a notebook by its cells: places and words that counted the lines of the joined text."""

from __future__ import annotations

from dataclasses import replace

from profilecheck.cells import in_words, span_by_cell
from profilecheck.findings import Cells
from profilecheck.migrate.ledger import FileLedger, Part, Port


def by_cell(ledger: FileLedger, cells: Cells | None) -> FileLedger:
    """An account with the lines of cells, where these are those of a notebook."""
    if cells is None:
        return ledger
    return replace(
        ledger,
        reason=in_words(ledger.reason, cells),
        parts=tuple(_part(part, cells) for part in ledger.parts),
        ports=tuple(_port(port, cells) for port in ledger.ports),
    )


def _port(port: Port, cells: Cells) -> Port:
    what, how = in_words(port.what, cells), in_words(port.how, cells)
    return Port(span_by_cell(port.span, cells), what, how)


def _part(part: Part, cells: Cells) -> Part:
    return replace(
        part,
        entries=tuple(
            replace(entry, span=entry.span and span_by_cell(entry.span, cells))
            for entry in part.entries
        ),
        questions=tuple(replace(q, asks=in_words(q.asks, cells)) for q in part.questions),
        remarks=tuple(in_words(remark, cells) for remark in part.remarks),
        at=part.at and span_by_cell(part.at, cells),
    )
