"""Comments in a file that silence findings: ``# profilecheck: ignore[PC203] reason``.

On a line of its own the comment holds for the next line that is no comment; behind a value, for
its own line. ``ignore-file[...]`` holds for the whole file. Without brackets, ``ignore`` silences
every rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from profilecheck.document import Comment, Document
from profilecheck.findings import Finding

_DIRECTIVE = re.compile(
    r"[#;]\s*profilecheck:\s*ignore(?P<file>-file)?\s*(?:\[(?P<codes>[^\]]*\w[^\]]*)\]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: the line it holds for (None: the whole file) and the codes (empty: all)."""

    line: int | None
    codes: tuple[str, ...]
    comment: Comment

    def covers(self, finding: Finding) -> bool:
        """Whether it silences a finding. A code may be a prefix: ``PC2`` covers ``PC203``."""
        if self.line is not None and self.line != finding.span.line:
            return False
        return not self.codes or any(finding.code.startswith(code) for code in self.codes)


def suppressions(document: Document) -> list[Suppression]:
    """The suppressions of a document, in its order."""
    below = _below(document)
    found: list[Suppression] = []
    for comment in document.comments:
        match = _DIRECTIVE.match(comment.text)
        if not match:
            continue
        line: int | None = comment.span.line
        if match["file"]:
            line = None
        elif comment.alone:
            line = below[comment.span.line]
        codes = re.split(r"[\s,]+", (match["codes"] or "").strip().upper())
        found.append(Suppression(line, tuple(code for code in codes if code), comment))
    return found


def _below(document: Document) -> dict[int, int]:
    """For each line with nothing but a comment, the next one that is no such line."""
    below: dict[int, int] = {}
    alone = {comment.span.line for comment in document.comments if comment.alone}
    for line in sorted(alone, reverse=True):
        below[line] = below.get(line + 1, line + 1)
    return below


def apply(
    findings: Iterable[Finding], found: list[Suppression]
) -> tuple[list[Finding], list[Finding]]:
    """Split findings into those that stand and those that a comment silences."""
    stand: list[Finding] = []
    silenced: list[Finding] = []
    for finding in findings:
        covered = any(suppression.covers(finding) for suppression in found)
        (silenced if covered else stand).append(finding)
    return stand, silenced
