"""Findings and what they are made of: places, edits, severities, reports.

This module imports nothing of profilecheck, so that everything else may import it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text. Lines and columns are 1-based, in code points; the end is exclusive.

    In a notebook's report the lines are those within a cell; ``cell`` is its number among all cells, from
    1, and 0 in any other file.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    cell: int = 0

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of ``other``."""
        return Span(self.line, self.column, other.end_line, other.end_column, self.cell)

    @property
    def start(self) -> str:
        """Where it begins, as it stands behind a file's path: ``7:1``, ``cell 3:7:1`` in a notebook."""
        return (
            f"cell {self.cell}:{self.line}:{self.column}"
            if self.cell
            else f"{self.line}:{self.column}"
        )

    @property
    def first_line(self) -> str:
        """The line on which it begins, in words: ``line 7``, ``line 7 of cell 3`` in a notebook."""
        return f"line {self.line} of cell {self.cell}" if self.cell else f"line {self.line}"


START = Span(1, 1, 1, 1)
_LINE_END = re.compile(r"\r\n|\r|\n")


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends, as places count them."""
    return _LINE_END.split(text)


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the cells of code of a notebook stand in the text that they are joined to.

    ``numbers`` are theirs among all cells, from 1, in their order; ``starts`` is the first line of each.
    """

    numbers: tuple[int, ...]
    starts: tuple[int, ...]

    def place(self, line: int) -> tuple[int, int]:
        """The number of the cell that a line of the joined text stands in, and the line within it."""
        at = max(bisect_right(self.starts, line) - 1, 0)
        return self.numbers[at], line - self.starts[at] + 1

    def line(self, span: Span) -> int:
        """The line of the joined text on which a span of a cell begins."""
        if span.cell not in self.numbers:
            return span.line
        return self.starts[self.numbers.index(span.cell)] + span.line - 1


class Severity(str, Enum):
    """How bad a finding is.

    ``error``: it fails, hangs or corrupts memory, or a name of another generation stands where
    the target does not read it. ``warning``: it runs, and something given is ignored, truncated,
    wasted or not what it seems. ``info``: advice.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for info, 1 for warning, 2 for error."""
        return ("info", "warning", "error").index(self.value)


class Effect(str, Enum):
    """What the runtime does with the fault: raises, ignores what was given, or does another thing."""

    RAISES = "raises"
    IGNORED = "ignored"
    DIFFERENT = "different"


class Stage(str, Enum):
    """When the fault bites: while the config loads, environments are made, the trainer is built,
    at the first step, in training, or never visibly (silent)."""

    LOAD = "load"
    MAKE = "make"
    INIT = "init"
    FIRST_STEP = "first-step"
    TRAIN = "train"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of ``span`` by ``text``."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend one finding. ``safe`` means that there is one right answer."""

    description: str
    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """A further sentence about a finding, with a place of its own where it has one."""

    message: str
    path: str | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault in one place. ``path`` is posix, as given by the user. ``undeclared`` is true for advice on
    the machine at hand, which all files of a run have in common: none is declared."""

    code: str
    name: str
    severity: Severity
    effect: Effect
    stage: Stage
    message: str
    path: str
    span: Span
    notes: tuple[Note, ...] = ()
    fix: Fix | None = None
    undeclared: bool = False

    @property
    def order(self) -> tuple[str, int, int, int, str, str]:
        """The order in which findings are reported."""
        span = self.span
        return (self.path, span.cell, span.line, span.column, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason why a file is taken to be for a profile, and where that reason stands. ``release`` is the one
    release or commit of upstream's that it names, where all of its launcher is known."""

    profile: str
    message: str
    path: str | None = None
    span: Span | None = None
    release: str = ""


def on_whole_file(code: str, name: str, message: str, path: str) -> Finding:
    """The finding that a file could not be judged at all: no rule makes it, and it has no place in it."""
    return Finding(code, name, Severity.ERROR, Effect.RAISES, Stage.LOAD, message, path, START)


class State(str, Enum):
    """What became of one file."""

    OK = "ok"
    FINDINGS = "findings"
    AMBIGUOUS = "ambiguous"
    SKIPPED = "skipped"
    UNREADABLE = "unreadable"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class FileReport:
    """The verdict on one file: its state, the profile it was judged as and why, its findings.

    ``reason`` says why a file was skipped, is unreadable or failed. ``text`` is the file's text,
    for reporters that quote it; it is empty where the file could not be read. Of a notebook it is the
    code of all cells, and ``cells`` says where each begins. ``suppressed`` counts findings that a comment
    in the file silenced. ``undecided`` says where in it experiments stand that nothing tells a target of,
    beside others that have one.
    """

    path: str
    state: State
    profile: str | None = None
    evidence: tuple[Evidence, ...] = ()
    findings: tuple[Finding, ...] = ()
    reason: str | None = None
    text: str = field(default="", repr=False, compare=False)
    suppressed: int = 0
    undecided: tuple[str, ...] = ()
    cells: Cells | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on a whole run, files in the order of their paths."""

    files: tuple[FileReport, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings of all files, in order."""
        return tuple(finding for file in self.files for finding in file.findings)

    def count(self, severity: Severity) -> int:
        """How many findings have exactly this severity."""
        return sum(finding.severity is severity for finding in self.findings)
