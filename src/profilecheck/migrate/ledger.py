"""The account of a migration: what became of every setting, what is to be decided, what the result holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from profilecheck.findings import Finding, Severity, Span
from profilecheck.profiles.migration import Action, Put, Question

Status = Literal["changed", "by-hand", "unchanged", "blocked", "left", "unreadable"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One setting of the source, or a new one: what becomes of it.

    ``section`` and ``key`` are its names in the source ("" for a new one), ``raw`` its text there, ``span``
    its place. ``puts`` are its places in the result. ``inert``: neither generation reads it.
    """

    section: str
    key: str
    raw: str
    span: Span | None
    action: Action
    puts: tuple[Put, ...]
    reason: str
    inert: bool = False

    @property
    def changes(self) -> bool:
        """Whether anything of it is changed."""
        return self.action != "kept"


@dataclass(frozen=True, slots=True)
class Title:
    """A section that changes as a whole: its title in the source, and in the result (None: it goes)."""

    title: str
    span: Span
    to: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Part:
    """One experiment of a file: every setting of it, and what is to be decided about it.

    ``name`` is the path of the table that holds it, "" where that is the whole file. ``file`` is the path of the new
    file that it goes to, where that is one beside: it is its name too, and may precede its decisions. ``is_table``: the
    name is the path of an experiment's table. ``at`` is the call in a script that it is made of. ``moot`` are the keys of
    what is not asked any more: it was decided to leave the line as it is.
    """

    name: str
    entries: tuple[Entry, ...]
    titles: tuple[Title, ...] = ()
    questions: tuple[Question, ...] = ()
    remarks: tuple[str, ...] = ()
    file: str = ""
    is_table: bool = False
    at: Span | None = None
    moot: tuple[str, ...] = ()


def holds_back(question: Question) -> str:
    """What a question that blocks a file says of it, with the line where it is about one."""
    place, _, _ = question.key.rpartition(":")
    cell, _, line = place.rpartition(":")
    where = f"line {line} of cell {cell}" if cell else f"line {line}"
    return f"{where}: {question.asks}" if place else question.asks


@dataclass(frozen=True, slots=True)
class Port:
    """Something in a file that no rewriting can bring to the target: a person has to.

    ``what`` is what stands there, ``how`` what takes its place and how to get there. ``span`` is its place in the file as
    it stands before the migration, as all places of the account are but those of findings.
    """

    span: Span
    what: str
    how: str


TOLD: Final = 8
"""How many lines that name a thing again are told, at most."""


def again(spans: Iterable[Span]) -> str:
    """The lines that name a thing again, behind the first, in words; nothing where there is none."""
    later = list(dict.fromkeys(span.line for span in spans))[1:]
    if not later:
        return ""
    told = ", ".join(map(str, later[:TOLD]))
    more = f" and {len(later) - TOLD} more" if len(later) > TOLD else ""
    return f" (again in line{'s' if len(later) > 1 else ''} {told}{more})"


@dataclass(frozen=True, slots=True)
class Beside:
    """A new file that the migration writes: its path, beside the file that it was made for, and its text."""

    path: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class FileLedger:
    """What a migration makes of one file.

    ``status``: ``changed``; ``by-hand`` where nothing of the file itself is rewritten and ``ports`` say what a
    person has to do; ``unchanged`` where it is of the target already; ``blocked`` where it cannot be
    written as it stands, and ``reason`` says why; ``left`` where it is no config of the source generation;
    ``unreadable``. ``before`` and ``after`` are its bytes; ``after`` is None where nothing is to be
    written. ``findings`` are what the target says of the result, but for what a port tells. ``ports`` are what
    has to be done by hand, ``beside`` new files that are written with it. ``held`` is the account without its pins, which stay
    while another file is blocked.
    """

    path: str
    status: Status
    reason: str = ""
    before: bytes = b""
    after: bytes | None = None
    parts: tuple[Part, ...] = ()
    findings: tuple[Finding, ...] = ()
    ports: tuple[Port, ...] = ()
    beside: tuple[Beside, ...] = ()
    held: FileLedger | None = None

    @property
    def entries(self) -> Iterator[Entry]:
        """Every setting, in the order of the file."""
        for part in self.parts:
            yield from part.entries

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every question about it."""
        return tuple(question for part in self.parts for question in part.questions)

    @property
    def open(self) -> tuple[Question, ...]:
        """The decisions that nobody took."""
        return tuple(question for question in self.questions if question.open)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What is wrong with the result under the target."""
        return tuple(one for one in self.findings if one.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What the target warns of in the result."""
        return tuple(one for one in self.findings if one.severity is Severity.WARNING)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The account of a whole migration, files in the order of their paths."""

    source: str
    target: str
    files: tuple[FileLedger, ...]

    @property
    def changed(self) -> tuple[FileLedger, ...]:
        """The files that are to be written."""
        return tuple(file for file in self.files if file.status == "changed")

    @property
    def beside(self) -> tuple[Beside, ...]:
        """The new files that are to be written, one of each path."""
        new = {one.path: one for f in self.files if f.status != "blocked" for one in f.beside}
        return tuple(new.values())
