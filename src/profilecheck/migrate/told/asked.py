"""Questions and notes as they are told: the same of several files or experiments once, with all that it is about."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from profilecheck.migrate.ledger import FileLedger, Ledger, Part
from profilecheck.migrate.told.words import choices, general, is_one_of_several, key, own_key
from profilecheck.profiles.migration import Question
from profilecheck.telling import counted

T = TypeVar("T", bound=Hashable)

LISTED: Final = 3
"""How many places of one thing are told, at most."""


@dataclass(frozen=True, slots=True)
class Asker:
    """An experiment, or whatever part of a file it is, that asks a question."""

    file: FileLedger
    part: Part
    question: Question

    @property
    def place(self) -> str:
        """Which part of the file it is; nothing where that is all of it."""
        if self.part.at is not None:
            return self.part.at.first_line
        line = self.question.key.rpartition(":")[0]
        if line:
            return f"line {line}"
        return self.part.name if is_one_of_several(self.file, self.part) else ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, as all of its ``askers`` ask it. ``beside`` of the first one's file and ``elsewhere`` ask another one
    about the same key: so many."""

    question: Question
    askers: tuple[Asker, ...]
    beside: int
    elsewhere: int

    @property
    def key(self) -> str:
        """What it is called: with the table where one of several experiments of a file asks it, with path and line where a
        command does."""
        first, *more = self.askers
        return general(self.question.key) if more else key(first.file, first.question)

    @property
    def has_place(self) -> bool:
        """Whether what it is called says all of where it is asked: one command asks it."""
        return len(self.askers) == 1 and ":" in self.askers[0].question.key

    @property
    def files(self) -> tuple[FileLedger, ...]:
        """The files that ask it, each once."""
        return tuple({one.file.path: one.file for one in self.askers}.values())

    @property
    def labels(self) -> list[str]:
        """Every file that it is about, with the parts of it that are meant."""
        held: dict[str, list[str]] = {}
        for one in self.askers:
            held.setdefault(one.file.path, []).extend(filter(None, [one.place]))
        return [f"{path} ({', '.join(parts)})" if parts else path for path, parts in held.items()]

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options that give each answer, ready for a shell, with what the answer does; none where it is decided.
        PATH, LINE or TABLE stands for each one's, where one word would answer others too."""
        if not self.question.open:
            return []
        where = self._where()
        return [(_option(where, one.answer), one.does) for one in choices(self.question)]

    @property
    def alone(self) -> str:
        """How the first of several is answered alone, in words; nothing where one alone asks, it is decided, or no
        answer is for one file (a pin is answered for all)."""
        first = next(iter(choices(self.question)), None)
        if len(self.askers) == 1 or not self.question.open or first is None:
            return ""
        return f"for one alone: {_option(_own(self.askers[0]), first.answer)}"

    def _where(self) -> str:
        plain = general(self.question.key)
        first, *more = self.askers
        if not more:
            # a table's name is enough where no other file asks; a line's and a new file's go with their path
            needs_path = self.elsewhere or ":" in first.question.key
            return _own(first) if needs_path or (first.part.file and self.beside) else self.key
        if not self.beside and not self.elsewhere:
            return plain
        if len(self.files) > 1 or first.part.file:
            return f"PATH:{plain}"
        if not self.beside:
            return f"{first.file.path}:{plain}"
        return f"{first.file.path}:{'LINE:' if ':' in first.question.key else 'TABLE.'}{plain}"


def _own(asker: Asker) -> str:
    """The key for one asker alone."""
    return own_key(asker.file, asker.question)


def _option(where: str, answer: str) -> str:
    return f"--decide {shlex.quote(f'{where}={answer}')}"


def asked(ledger: Ledger) -> tuple[Asked, ...]:
    """Every question of a ledger, in the order of its files."""
    alike: dict[Question, list[Asker]] = {}
    number: Counter[str] = Counter()
    of_file: Counter[tuple[int, str]] = Counter()
    for file in ledger.files:
        for part in file.parts:
            for question in part.questions:
                shown = replace(question, key=general(question.key))
                alike.setdefault(shown, []).append(Asker(file, part, question))
                number[shown.key] += 1
                of_file[id(file), shown.key] += 1
    found = []
    for shown, askers in alike.items():
        file = askers[0].file
        beside = of_file[id(file), shown.key] - sum(one.file is file for one in askers)
        elsewhere = number[shown.key] - len(askers) - beside
        found.append(Asked(shown, tuple(askers), beside, elsewhere))
    return tuple(found)


def shared(questions: Iterable[Asked]) -> list[Asked]:
    """The questions that several files or experiments ask."""
    return [one for one in questions if len(one.askers) > 1]


def by_file(questions: Iterable[Asked]) -> dict[int, list[Asked]]:
    """The questions of each file, by the identity of the file."""
    found: dict[int, list[Asked]] = {}
    for one in questions:
        for file in one.files:
            found.setdefault(id(file), []).append(one)
    return found


def notes(ledger: Ledger) -> dict[str, list[str]]:
    """What no edit can express, once each, with the paths of all files that it is said of."""
    found: dict[str, list[str]] = {}
    for file in ledger.files:
        for remark in dict.fromkeys(note for part in file.parts for note in part.remarks):
            found.setdefault(remark, []).append(file.path)
    return found


def repeated(ledger: Ledger) -> dict[str, list[str]]:
    """The notes that are said of several files or experiments."""
    number: dict[str, int] = {}
    for file in ledger.files:
        for part in file.parts:
            for remark in part.remarks:
                number[remark] = number.get(remark, 0) + 1
    return {remark: paths for remark, paths in notes(ledger).items() if number[remark] > 1}


def grouped(told: Iterable[tuple[str, T]]) -> Iterator[tuple[T, list[str]]]:
    """What is told, each once, with all its places in order."""
    found: dict[T, list[str]] = {}
    for place, what in told:
        found.setdefault(what, []).append(place)
    yield from found.items()


@dataclass(slots=True)
class Places:
    """Places in words: all of them, or the first ones and how many more; ``cut`` tells whether any was left out."""

    all: bool = False
    cut: bool = False

    def told(self, found: list[str], noun: str = "place") -> str:
        """The places of one thing."""
        shown = list(dict.fromkeys(found))
        more = len(shown) - LISTED
        if more > 1 and not self.all:
            self.cut = True
            return f"{', '.join(shown[:LISTED])} and {counted(more, f'more {noun}')}"
        return ", ".join(shown)


def listed(labels: list[str], most: int) -> str:
    """The files of a heading that names only the first, so many at most; nothing where it names all."""
    if len(labels) <= LISTED + 1:
        return ""
    more = [f"{len(labels) - most} more"] if len(labels) > most else []
    return f"asked by {', '.join([*labels[:most], *more])}"
