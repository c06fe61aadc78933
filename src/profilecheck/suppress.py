"""Which findings the comments of a file silence: ``# profilecheck: ignore[PC203] reason``.

On a line of its own a comment holds for the next line that is no comment; behind a value, for its
own line; ``ignore-file[...]`` holds for the whole file, or, in a code block of a page, for the
block. Without brackets every rule is silenced but those on comments themselves: what a comment does
not do must not be hidden by the comment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from profilecheck.directives import Ignored, directives
from profilecheck.document import Document
from profilecheck.findings import Finding, Span
from profilecheck.options import Options
from profilecheck.profiles.base import read_literal
from profilecheck.rule_words import code_of

HYGIENE: Final = "PC9"
"""The family of rules on comments for profilecheck."""
READING: Final = "PC0"
"""The family of rules on the text itself, such as that a comment became part of a value."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """One code in a comment, or a comment without codes.

    ``line`` is the one it holds for; None is the whole file. ``code`` is a code or the beginning of
    codes; None is every rule. ``written`` and ``span`` are what stands in the comment for it.
    ``swallowed`` is true where an INI's loader takes the comment for a part of the value before it.
    ``last`` is the last line that it holds for, where ``line`` begins a command or a block of several.
    """

    line: int | None
    code: str | None
    written: str
    span: Span
    swallowed: bool
    last: int | None = None

    @property
    def lines(self) -> Iterable[int | None]:
        """The lines that it holds for; None for the whole file."""
        if self.line is None or self.last is None:
            return (self.line,)
        return range(self.line, self.last + 1)

    def covers(self, finding: Finding) -> bool:
        """Whether it silences a finding.

        A finding on comments is silenced by its family's codes alone, also where it stands between the
        comment and the line it holds for. One on the text of a value that the comment became part of is
        silenced by its exact code alone.
        """
        at = finding.span.line
        on_comments = finding.code.startswith(HYGIENE)
        elsewhere = self.line is not None and at not in self.lines
        between = self.line is not None and self.span.line < at < self.line
        if elsewhere and not (on_comments and between):
            return False
        if self.swallowed and finding.code.startswith(READING) and at == self.span.line:
            return self.code == finding.code
        if self.code is None or (on_comments and not self.code.startswith(HYGIENE)):
            return not on_comments
        return finding.code.startswith(self.code)


def suppressions(document: Document) -> list[Suppression]:
    """The suppressions of a document, in its order. A word that stands for no rule is none."""
    below = _below(document)
    asked = [one for one in directives(document) if isinstance(one, Ignored)]
    texts = _lines_of_texts(document) if asked else frozenset()
    found = [suppression for one in asked for suppression in _of(one, below, texts)]
    begun: dict[int | None, int] = {}
    for stretch in (*document.stretches, *document.groups):
        begun[stretch.line] = max(stretch.end_line, begun.get(stretch.line, 0))
    ended: dict[int, int] = {}
    for stretch in document.stretches:
        ended[stretch.end_line] = min(stretch.line, ended.get(stretch.end_line, stretch.line))
    return [_stretched(one, begun, ended) for one in found]


def _stretched(
    one: Suppression, begun: Mapping[int | None, int], ended: Mapping[int, int]
) -> Suppression:
    """A suppression for all lines of the command or block that begins in its line, or, where it stands
    behind a command, that ends there."""
    if one.line in begun:
        return replace(one, last=begun[one.line])
    if one.line == one.span.line and one.line in ended:
        return replace(one, line=ended[one.line], last=one.line)
    return one


def _lines_of_texts(document: Document) -> frozenset[int]:
    """The lines of an INI whose values are no literals to Python: to their end, all is text."""
    if document.format != "ini":
        return frozenset()
    return frozenset(
        line
        for setting in document.settings
        if isinstance(setting.value, str) and read_literal(setting.value) == setting.value
        for line in range(setting.key_span.line, setting.value_span.end_line + 1)
    )


def _of(one: Ignored, below: dict[int, int], texts: frozenset[int]) -> Iterator[Suppression]:
    line: int | None = one.comment.span.line
    if one.whole_file:
        line = one.comment.block.line if one.comment.block else None
    elif one.comment.alone:
        line = below[one.comment.span.line]
    swallowed = not one.comment.alone and one.comment.span.line in texts
    if one.words is None:
        written = "ignore-file" if one.whole_file else "ignore"
        yield Suppression(line, None, written, one.span, swallowed)
        return
    for word in one.words:
        code = code_of(word.text)
        if code is not None:
            yield Suppression(line, code, word.text, word.span, swallowed)


def _below(document: Document) -> dict[int, int]:
    """For each line with nothing but a comment, the next one that is no such line."""
    below: dict[int, int] = {}
    alone = {comment.span.line for comment in document.comments if comment.alone}
    for line in sorted(alone, reverse=True):
        below[line] = below.get(line + 1, line + 1)
    return below


class Silencers:
    """The suppressions of a document, by the line that each holds for."""

    def __init__(self, found: Iterable[Suppression]) -> None:
        self._by_line: dict[int | None, list[Suppression]] = {}
        self._on_comments: list[Suppression] = []
        for one in found:
            for line in one.lines:
                self._by_line.setdefault(line, []).append(one)
            if one.code is not None and one.code.startswith(HYGIENE):
                self._on_comments.append(one)

    def of(self, finding: Finding) -> Iterator[Suppression]:
        """Those that silence a finding."""
        here = [*self._by_line.get(finding.span.line, ()), *self._by_line.get(None, ())]
        asked = self._on_comments if finding.code.startswith(HYGIENE) else here
        return (one for one in asked if one.covers(finding))


def untold(options: Options, found: Iterable[Suppression]) -> Callable[[Finding], bool]:
    """Whether a finding will not be shown: the options do not want it, or a comment silences it."""
    silencers = Silencers(found)

    def is_untold(finding: Finding) -> bool:
        return not options.wants(finding.code) or any(True for _ in silencers.of(finding))

    return is_untold


def apply(
    findings: Iterable[Finding], found: Iterable[Suppression]
) -> tuple[list[Finding], list[Finding]]:
    """Split findings into those that stand and those that a comment silences."""
    silencers = Silencers(found)
    stand: list[Finding] = []
    silenced: list[Finding] = []
    for finding in findings:
        covered = next(silencers.of(finding), None) is not None
        (silenced if covered else stand).append(finding)
    return stand, silenced
