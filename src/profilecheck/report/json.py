"""A report as one JSON object, for programs.

``version`` is that of this shape: within it, fields are only added. Lines and columns are 1-based
and count code points; ends are exclusive. In a notebook they are those of a cell, and ``cell`` is its number
among all cells, from 1; elsewhere it is null. All characters beyond ASCII are escaped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from profilecheck.findings import (
    Edit,
    Evidence,
    FileReport,
    Finding,
    Fix,
    Note,
    Report,
    Severity,
    Span,
    State,
)
from profilecheck.report._parts import Part, parts
from profilecheck.report._words import by_rule, judged

VERSION = 1


def render(
    report: Report, *, verbose: int, quiet: bool, statistics: bool, color: bool, width: int
) -> str:
    """The whole report, whatever the choices for people are."""
    return json.dumps(as_data(report), indent=2) + "\n"


def as_data(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "version": VERSION,
        "files": [_file(file) for file in report.files],
        "findings": [_finding(finding) for finding in report.findings],
        "summary": _summary(report),
    }


def _file(file: FileReport) -> dict[str, Any]:
    return {
        "path": file.path,
        "state": file.state.value,
        "profile": file.profile,
        "evidence": [_evidence(evidence) for evidence in file.evidence],
        "reason": file.reason,
        "suppressed": file.suppressed,
        "undecided": list(file.undecided),
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    where = {"path": evidence.path, **_place(evidence.span)}
    return {"profile": evidence.profile, "message": evidence.message, **where}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "effect": finding.effect.value,
        "stage": finding.stage.value,
        "message": finding.message,
        "path": finding.path,
        **_place(finding.span),
        "notes": [_note(note) for note in finding.notes],
        "fix": _fix(finding.fix) if finding.fix else None,
    }


def _note(note: Note) -> dict[str, Any]:
    return {"message": note.message, "path": note.path, **_place(note.span)}


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [_edit(edit) for edit in fix.edits]
    return {"description": fix.description, "safe": fix.safe, "edits": edits}


def _edit(edit: Edit) -> dict[str, Any]:
    return {**_place(edit.span), "text": edit.text}


def _place(span: Span | None) -> Mapping[str, int | None]:
    return {
        "cell": span.cell or None if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
    }


def _summary(report: Report) -> dict[str, Any]:
    states = [file.state for file in report.files]
    return {
        "files": len(report.files),
        "checked": sum(judged(file) for file in report.files),
        "states": {state.value: states.count(state) for state in State},
        "findings": {severity.value: report.count(severity) for severity in Severity},
        "suppressed": sum(file.suppressed for file in report.files),
        "rules": {code: number for code, _, number in sorted(by_rule(report))},
        "parts": [_part(part) for part in parts(report)],
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "path": part.path,
        "profile": part.profile,
        "files": part.files,
        "evidence": list(part.reasons),
    }
