"""What more than one form says of a ledger, and how."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from profilecheck.findings import Finding, Severity, Span
from profilecheck.migrate.ledger import Entry, FileLedger, Ledger, Part, Port, Status, holds_back
from profilecheck.profiles.base import text_of
from profilecheck.profiles.migration import Choice, Put, Question
from profilecheck.telling import counted, cut

_STATES: Mapping[Status, str] = {
    "blocked": "blocked",
    "unreadable": "unreadable",
    "by-hand": "to port by hand",
    "unchanged": "unchanged",
}
"""Files that are not changed, in words."""
_QUOTED = re.compile(r"(?<!\w)'[^']{59,}'(?!\w)|\"[^\"]{59,}\"|\S{240,}")
"""Values in a sentence that bury it."""
_LONG = 80
"""Characters of a sentence that is told once, at least."""
_LINE = re.compile(r"\blines? \d")
ORDER = ("kept", "renamed", "moved", "converted", "split", "merged", "dropped", "added")
"""The actions in the order in which they are counted."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the account: a setting or a section, what it was and what it is now. ``section`` is that of
    the setting, and the title itself of a section."""

    action: str
    section: str
    was: str
    now: tuple[str, ...]
    reason: str
    span: Span | None
    entry: Entry | None = None

    @property
    def kept(self) -> bool:
        """Whether nothing of it is changed."""
        return self.action == "kept"


def rows(part: Part) -> list[Row]:
    """Every setting and every changed section of an experiment, in the order of the file, what is new last."""
    found = [_row(entry) for entry in part.entries]
    for title in part.titles:
        now = (f"[{title.to}]",) if title.to else ()
        action = "renamed" if title.to else "dropped"
        found.append(Row(action, title.title, f"[{title.title}]", now, title.reason, title.span))
    last = Span(1 << 60, 0, 0, 0)
    return sorted(found, key=lambda row: row.span or last)


def _row(entry: Entry) -> Row:
    was = f"{name(entry.section, entry.key)} = {entry.raw}" if entry.key else ""
    if not (entry.section or entry.raw):
        was = entry.key  # a switch of a command line, or another word of it
    now = tuple(
        f"{name(put.section, put.key)} = {text_in(put, entry)}"
        if entry.changes
        else name(put.section, put.key)
        for put in entry.puts
    )
    section = entry.section if entry.key else entry.puts[0].section
    return Row(entry.action, section, was, now, entry.reason, entry.span, entry)


def name(section: str, key: str) -> str:
    """``[vec] num_envs``."""
    return f"[{section}] {key}" if section else key


def text_in(put: Put, entry: Entry) -> str:
    """The text of a value in the result, as an INI has it."""
    return entry.raw if put.as_written else text_of(put.value)


def key(file: FileLedger, question: Question) -> str:
    """What a question is called, as ``--decide`` takes it: with the table where that is one of several experiments of a
    file, with path and line where it is about one."""
    if ":" in question.key:
        return f"{file.path}:{question.key}"
    part = _part_of(file, question)
    return f"{part.name}.{question.key}" if is_one_of_several(file, part) else question.key


def own_key(file: FileLedger, question: Question) -> str:
    """What answers a question of one file, or of what is written beside it, and no other file's."""
    called = key(file, question)
    return (
        called if ":" in question.key else f"{_part_of(file, question).file or file.path}:{called}"
    )


def _part_of(file: FileLedger, question: Question) -> Part:
    return next(one for one in file.parts if any(q is question for q in one.questions))


def general(key: str) -> str:
    """A question's key without the line of a file that it is about."""
    return key.rpartition(":")[2]


def is_one_of_several(file: FileLedger, part: Part) -> bool:
    """Whether a part is one experiment of several, so that its table tells it from the others."""
    return part.is_table and sum(one.is_table for one in file.parts) > 1


def why(file: FileLedger) -> str:
    """Why a file has its status. Questions that hold it back are told as questions: here it says which they are."""
    held = dict.fromkeys(holds_back(one) for one in file.open if one.blocking)
    if not held or file.reason != "; ".join(held):
        return file.reason
    keys = dict.fromkeys(key(file, one) for one in file.open if one.blocking)
    return f"{' and '.join(keys)} {'is' if len(keys) == 1 else 'are'} to be decided first"


def is_told(file: FileLedger) -> bool:
    """Whether a file has an account of its own; of others it is only said that they are left."""
    return file.status != "left" or bool(file.parts or file.ports)


def asks(question: Question) -> str:
    """What a question asks, with the values that it quotes cut where they are long."""
    return _QUOTED.sub(lambda match: cut(match[0]), question.asks)


def choices(question: Question) -> Iterator[Choice]:
    """The answers that are offered, and the one that may be made up."""
    yield from question.choices
    if question.free:
        own = {"count": "N", "number": "NUMBER", "name": "NAME"}[question.kind]
        yield Choice(own, "any other" if question.choices else "the value of your choice")


class Once:
    """The sentences of a whole account: a long one is told in full where it comes first, and behind that by its place."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def at(self, file: FileLedger, finding: Finding) -> str:
        """Where a finding stands in the result, and what it says."""
        place = f"{finding.span.first_line} of the result"
        said = self.told(finding.message, f"{file.path} ({place})")
        return f"{finding.severity.value} {finding.code} {finding.name} ({place}): {said}"

    def how(self, file: FileLedger, port: Port) -> str:
        """What takes the place of what a person has to port."""
        return self.told(port.how, f"{file.path} ({port.span.first_line})")

    def told(self, sentence: str, place: str) -> str:
        """A sentence that is said of a place, or where it was said in full."""
        first = self._first.setdefault(sentence, place)
        return sentence if first == place or len(sentence) < _LONG else f"as said at {first}"


def numbering(ledger: Ledger) -> str:
    """In which text lines are counted, in words; nothing where the ledger tells none of a file that changes."""
    if not any(_tells_lines(file) for file in ledger.changed):
        return ""
    return f"Lines are those of the files as they were before the migration; where {ledger.target} finds something, those of the result"


def _tells_lines(file: FileLedger) -> bool:
    words = (one for part in file.parts for one in (part.name, *part.remarks))
    return (
        bool(file.ports or file.beside)
        or any(":" in question.key for question in file.questions)
        or any(_LINE.search(one) for one in words)
    )


def still(finding: Finding, target: str) -> str:
    """What is left in the result under the target."""
    level = "" if finding.severity is Severity.ERROR else f" ({finding.severity.value})"
    return f"still {finding.code} under {target}{level}: {finding.message}"


def told_findings(file: FileLedger) -> list[Finding]:
    """What the target says of the result, advice aside, the worst first."""
    told = [one for one in file.findings if one.severity is not Severity.INFO]
    return sorted(told, key=lambda one: -one.severity.rank)


def actions(ledger: Ledger) -> Counter[str]:
    """How many settings of the files that change go which way."""
    return Counter(entry.action for file in ledger.changed for entry in file.entries)


def summary(ledger: Ledger, *, written: bool = False) -> str:
    """The whole migration in one line."""
    number = actions(ledger)
    parts = [of_files(ledger, written=written)]
    if told := [f"{number[action]} {action}" for action in ORDER if number[action]]:
        parts.append(f"settings: {', '.join(told)}")
    return "; ".join([*parts, *to_do(ledger)])


def of_files(ledger: Ledger, *, written: bool = False) -> str:
    """How many files become what."""
    held = Counter(file.status for file in ledger.files)
    parts = [f"{counted(len(ledger.changed), 'file')} {'changed' if written else 'to change'}"]
    parts += [f"{held[status]} {said}" for status, said in _STATES.items() if held[status]]
    if held["left"]:
        parts.append(f"{held['left']} left as {'it is' if held['left'] == 1 else 'they are'}")
    return ", ".join(parts)


def to_do(ledger: Ledger) -> list[str]:
    """What is left to a person, and what is new."""
    parts = []
    if opened := sum(len(file.open) for file in ledger.files):
        parts.append(f"{counted(opened, 'decision')} open")
    if errors := sum(len(file.errors) for file in ledger.files):
        parts.append(f"{counted(errors, 'error')} left under {ledger.target}")
    if warnings := sum(len(file.warnings) for file in ledger.files):
        parts.append(counted(warnings, "warning"))
    if ports := sum(len(file.ports) for file in ledger.files):
        parts.append(f"{counted(ports, 'place')} to port by hand")
    if ledger.beside:
        parts.append(counted(len(ledger.beside), "new file"))
    return parts
