"""Which findings the comments of a file silence: ``# profilecheck: ignore[PC203] reason``.

On a line of its own a comment holds for the next line that is no comment; behind a value, for its
own line; ``ignore-file[...]`` holds for the whole file. Without brackets every rule is silenced but
those on comments themselves: what a comment does not do must not be hidden by the comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from profilecheck.directives import Ignored, directives
from profilecheck.document import Document
from profilecheck.findings import Finding, Span
from profilecheck.rule_words import code_of

HYGIENE: Final = "PC9"
"""The family of rules on comments for profilecheck."""
SWALLOWED: Final = "PC010"
"""The rule on comments that became part of a value."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """One code in a comment, or a comment without codes.

    ``lines`` are those it holds for; None is the whole file. ``code`` is a code or the beginning of
    codes; None is every rule. ``written`` and ``span`` are what stands in the comment for it.
    ``within_value`` is true where an INI's loader takes the comment for text of a value.
    """

    lines: range | None
    code: str | None
    written: str
    span: Span
    within_value: bool

    def covers(self, finding: Finding) -> bool:
        """Whether it silences a finding.

        A finding on comments is silenced by its family's codes alone, and one on the comment itself
        that became part of the value by its exact code alone.
        """
        if self.lines is not None and finding.span.line not in self.lines:
            return False
        if finding.code == SWALLOWED and self.within_value and finding.span.line == self.span.line:
            return self.code == SWALLOWED
        if finding.code.startswith(HYGIENE):
            return (self.code or "").startswith(HYGIENE) and finding.code.startswith(
                self.code or ""
            )
        return self.code is None or finding.code.startswith(self.code)


def suppressions(document: Document) -> list[Suppression]:
    """The suppressions of a document, in its order. A word that stands for no rule is none."""
    below = _below(document)
    return [
        suppression
        for one in directives(document)
        if isinstance(one, Ignored)
        for suppression in _of(one, below, within_value=document.format == "ini")
    ]


def _of(one: Ignored, below: dict[int, int], *, within_value: bool) -> Iterator[Suppression]:
    line = one.comment.span.line
    lines: range | None = range(line, line + 1)
    if one.whole_file:
        lines = None
    elif one.comment.alone:
        lines = range(line + 1, below[line] + 1)
    inside = within_value and not one.comment.alone
    if one.words is None:
        written = "ignore-file" if one.whole_file else "ignore"
        yield Suppression(lines, None, written, one.span, inside)
        return
    for word in one.words:
        code = code_of(word.text)
        if code is not None:
            yield Suppression(lines, code, word.text, word.span, inside)


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
