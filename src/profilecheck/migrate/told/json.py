"""A ledger as one JSON object, for programs; docs/migrate.md describes it.

``version`` is that of this shape: within it, fields are only added. Lines and columns are 1-based and count
code points; ends are exclusive. All characters beyond ASCII are escaped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, get_args

from profilecheck.document import UNKNOWN
from profilecheck.findings import FileReport, Report, Span, State
from profilecheck.migrate.ledger import Entry, FileLedger, Ledger, Part, Status
from profilecheck.migrate.told import diff
from profilecheck.migrate.told.words import ORDER, actions, own_key, text_in
from profilecheck.profiles.migration import Put, Question
from profilecheck.report.json import as_data as report_data

VERSION: Final = 1
ENDING: Final = ".json"


def tell(ledger: Ledger, *, color: bool, width: int) -> str:
    """The whole ledger."""
    return json.dumps(as_data(ledger), indent=2, allow_nan=False) + "\n"


def as_data(ledger: Ledger) -> dict[str, Any]:
    """The ledger as plain values."""
    root = diff.root_of_all(ledger)
    return {
        "generator": "profilecheck migrate",
        "version": VERSION,
        "source": ledger.source,
        "target": ledger.target,
        "summary": _summary(ledger),
        "files": [_file(file, root) for file in ledger.files],
    }


def _summary(ledger: Ledger) -> dict[str, Any]:
    number = actions(ledger)
    statuses = [file.status for file in ledger.files]
    return {
        "files": {status: statuses.count(status) for status in get_args(Status)},
        "settings": {action: number[action] for action in ORDER},
        "open": sum(len(file.open) for file in ledger.files),
        "errors": sum(len(file.errors) for file in ledger.files),
        "warnings": sum(len(file.warnings) for file in ledger.files),
        "ports": sum(len(file.ports) for file in ledger.files),
    }


def _file(file: FileLedger, root: Path) -> dict[str, Any]:
    report = Report((FileReport(file.path, State.FINDINGS, findings=file.findings),))
    return {
        "path": file.path,
        "status": file.status,
        "reason": file.reason,
        "experiments": [_part(part, file) for part in file.parts],
        "findings": report_data(report)["findings"],
        "ports": [
            {"what": port.what, "how": port.how, "span": _span(port.span)} for port in file.ports
        ],
        "beside": [
            {"path": new.path, "text": new.text, "reason": new.reason} for new in file.beside
        ],
        "diff": diff.of_file(file, root),
    }


def _part(part: Part, file: FileLedger) -> dict[str, Any]:
    return {
        "name": part.name,
        "span": _span(part.at),
        "settings": [_entry(entry) for entry in part.entries],
        "sections": [
            {"title": one.title, "to": one.to, "reason": one.reason, "span": _span(one.span)}
            for one in part.titles
        ],
        "questions": [_question(question, file) for question in part.questions],
        "remarks": list(part.remarks),
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "section": entry.section or None,
        "key": entry.key or None,
        "before": entry.raw if entry.key else None,
        "span": _span(entry.span),
        "action": entry.action,
        "inert": entry.inert,
        "reason": entry.reason,
        "after": [_put(put, entry) for put in entry.puts],
    }


def _put(put: Put, entry: Entry) -> dict[str, Any]:
    text = text_in(put, entry) if put.value is not UNKNOWN or put.as_written else None
    return {"section": put.section, "key": put.key, "text": text}


def _question(question: Question, file: FileLedger) -> dict[str, Any]:
    return {
        "key": question.key,
        "asks": question.asks,
        "choices": [
            {
                "answer": one.answer,
                "does": one.does,
                "decide": f"{own_key(file, question)}={one.answer}",
            }
            for one in question.choices
        ],
        "free": question.kind if question.free else None,
        "blocking": question.blocking,
        "answer": question.answer,
        "meanwhile": question.meanwhile,
    }


def _span(span: Span | None) -> dict[str, int | None] | None:
    if span is None:
        return None
    return {
        "cell": span.cell or None,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
