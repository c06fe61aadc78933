"""One line a finding: ``path:line:column: severity CODE message``."""

from __future__ import annotations

from profilecheck.findings import FileReport, Finding, Report, State
from profilecheck.report._cells import escaped
from profilecheck.report._words import by_rule


def render(
    report: Report, *, verbose: int, quiet: bool, statistics: bool, color: bool, width: int
) -> str:
    """The findings; under ``-v`` also the files that were not judged, a line each; then the statistics."""
    lines = []
    for file in report.files:
        lines += [_line(finding) for finding in file.findings]
        if file.reason and not file.findings and (verbose or file.state is State.UNREADABLE):
            lines.append(_unjudged(file))
    if statistics:
        lines += [f"{number} {code} {name}" for code, name, number in by_rule(report)]
    return "".join(escaped(line) + "\n" for line in lines)


def _line(finding: Finding) -> str:
    place = f"{finding.path}:{finding.span.start}"
    return f"{place}: {finding.severity.value} {finding.code} {finding.message}"


def _unjudged(file: FileReport) -> str:
    return f"{file.path}: {file.state.value}: {file.reason}"
