"""Phrases that more than one format uses."""

from __future__ import annotations

import re
from collections import Counter

from profilecheck.findings import FileReport, Report, Severity, Span, State


def count(number: int, noun: str) -> str:
    """``1 file``, ``2 files``; the counted severities are nouns too."""
    plural = "" if number == 1 or noun == "info" else "s"
    return f"{number} {noun}{plural}"


def listed(parts: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def placed(message: str, path: str | None, span: Span | None, here: str) -> str:
    """A sentence with its place, where it does not tell that already; ``here`` is the file at hand."""
    path = None if path is None or path == here or path in message else path
    span = None if span is None or _tells(message, span) else span
    if path is None:
        return message if span is None else f"{message} ({span.first_line})"
    if span is None:
        return f"{message} ({path})"
    return f"{message} ({path}:{span.start.rpartition(':')[0]})"


def _tells(message: str, span: Span) -> bool:
    """Whether a sentence tells the line on which a span begins, alone or among others (``in lines 3, 4``)."""
    if span.cell:
        return re.search(rf"\b{re.escape(span.first_line)}\b", message) is not None
    return re.search(rf"\blines? (?:\d+(?:, | and ))*{span.line}\b", message) is not None


def judged(file: FileReport) -> bool:
    """Whether a file was read and judged, or at least looked at for a target."""
    return file.state in (State.OK, State.FINDINGS, State.AMBIGUOUS)


def tally(report: Report) -> list[str]:
    """``3 errors``, ``1 warning``: what there is of each severity, the worst first."""
    severities = (Severity.ERROR, Severity.WARNING, Severity.INFO)
    return [
        count(number, severity.value)
        for severity in severities
        if (number := report.count(severity))
    ]


def by_rule(report: Report) -> list[tuple[str, str, int]]:
    """Code and name of each rule that was found, and how often, the most frequent first."""
    counted = Counter((finding.code, finding.name) for finding in report.findings)
    rows = [(code, name, number) for (code, name), number in counted.items()]
    return sorted(rows, key=lambda row: (-row[2], row[0]))
