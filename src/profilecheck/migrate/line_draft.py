"""The account of one launch line while it is being worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from profilecheck.document import Document
from profilecheck.findings import Span
from profilecheck.migrate.ledger import Entry, Port
from profilecheck.migrate.words import Words
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.migration import Action, Put, Question


def place_of(launch: Launch, document: Document) -> str:
    """The line of a launch, behind the number of its cell in a notebook."""
    line = launch.span.line
    return str(line) if document.cells is None else ":".join(map(str, document.cells.place(line)))


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

    def enter(
        self, name: Name, raw: str, span: Span, action: Action, puts: Iterable[Put], reason: str
    ) -> None:
        """Take a word into the account."""
        self.entries.append(Entry(*name, raw, span, action, tuple(puts), reason))

    def ask(self, question: Question) -> None:
        """Take in a question, which names its line."""
        key = f"{self.place}:{question.key}"
        meanwhile = question.meanwhile.removesuffix(", with a comment")  # a line takes none
        if all(one.key != key for one in self.questions):
            self.questions.append(replace(question, key=key, meanwhile=meanwhile))
