"""The account of one launch line while it is being worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from profilecheck.document import Document
from profilecheck.findings import Span
from profilecheck.migrate.expansions import puts_in
from profilecheck.migrate.ledger import Entry, Port
from profilecheck.migrate.words import Words
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.migration import Action, Choice, Put, Question
from profilecheck.profiles.migration_draft import DECIDED, is_of

LINE: Final = "launch.line"
"""The decision on a line that cannot be written."""
LEFT: Final = Choice("leave", "leave the line as it is, for you to write")


def place_of(launch: Launch, document: Document) -> str:
    """The line of a launch, behind the number of its cell in a notebook."""
    line = launch.span.line
    return str(line) if document.cells is None else ":".join(map(str, document.cells.place(line)))


def takes_count(answer: str | None) -> bool:
    """Whether an answer is a count, or shell text that puts one in."""
    return answer is not None and (is_of("count", answer) or puts_in(answer))


@dataclass(slots=True)
class LineDraft:
    """Collects the plan of a line. ``place`` is what its questions name it by: ``12``, ``3:2`` in a notebook."""

    launch: Launch
    place: str
    words: Words
    answers: Mapping[str, str]
    entries: list[Entry] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    ports: list[Port] = field(default_factory=list)
    promised: dict[Name, object] = field(default_factory=dict)
    left: str = ""
    """What was decided to leave the line as it is for; nothing where that was not."""

    def enter(
        self, name: Name, raw: str, span: Span, action: Action, puts: Iterable[Put], reason: str
    ) -> None:
        """Take a word into the account."""
        self.entries.append(Entry(*name, raw, span, action, tuple(puts), reason))

    def decided(self, put: Put) -> None:
        """Take the value that an answer gave a flag into its account."""
        for at, entry in enumerate(self.entries):
            if [one.name for one in entry.puts] == [put.name]:
                action: Action = "converted" if entry.action == "kept" else entry.action
                self.entries[at] = replace(entry, action=action, puts=(put,), reason=DECIDED)

    def drop_flag(self, name: Name, given: Given, reason: str) -> None:
        """Take a flag away, with its value."""
        self.enter(name, self.words.raw_of(given), given.word.span, "dropped", (), reason)
        self.words.drop(given.word, given.last)

    def rename_flag(
        self, name: Name, given: Given, to: str, reason: str, puts: Iterable[Put] = ()
    ) -> None:
        """Give a flag another name (without dashes); its value stays."""
        self.enter(name, self.words.raw_of(given), given.word.span, "renamed", puts, reason)
        self.words.reflag(given.word, given.flag, f"--{to}")

    def ask(self, question: Question) -> None:
        """Take in a question, which names its line. Where nothing can be written without an answer, one is to leave
        the line as it is."""
        key = f"{self.place}:{question.key}"
        meanwhile = question.meanwhile.removesuffix(", with a comment")  # a line takes none
        if question.blocking:
            question = replace(question, choices=(*question.choices, LEFT))
            if self.answers.get(question.key) == LEFT.answer:
                self.left = question.asks
                question = replace(question, answer=LEFT.answer, refused=None)
        if all(one.key != key for one in self.questions):
            self.questions.append(replace(question, key=key, meanwhile=meanwhile))

    def decide(
        self,
        key: str,
        asks: str,
        choices: Iterable[Choice],
        *,
        meanwhile: str,
        blocking: bool = False,
    ) -> str | None:
        """Ask a question that takes its choices alone; gives its answer."""
        known = tuple(choices)
        takes = self.answers.get(key) in {choice.answer for choice in known}
        return self._ask(Question(key, asks, known, blocking=blocking, meanwhile=meanwhile), takes)

    def ask_count(
        self,
        key: str,
        asks: str,
        choices: Iterable[Choice],
        *,
        meanwhile: str,
        blocking: bool = False,
    ) -> str | None:
        """Ask for a number that may be any, or be put in; gives the answer, if it is one or a choice."""
        known = tuple(choices)
        question = Question(
            key,
            asks,
            known,
            free=True,
            blocking=blocking,
            meanwhile=meanwhile,
            kind="count",
        )
        given = self.answers.get(key)
        return self._ask(question, given in {one.answer for one in known} or takes_count(given))

    def _ask(self, question: Question, takes: bool) -> str | None:
        given = self.answers.get(question.key)
        answer, refused = (given, None) if takes else (None, given)
        self.ask(replace(question, answer=answer, refused=refused))
        return answer

    def refuse(self, why: str) -> None:
        """Ask what becomes of a line that cannot be written."""
        self.decide(LINE, why, (), meanwhile="nothing of the file is written", blocking=True)
