"""What is told of several files in the same words, told once: decisions, what is left, what has to be ported."""

from __future__ import annotations

import shlex
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from profilecheck.migrate.ledger import FileLedger, Ledger
from profilecheck.migrate.told.words import choices, key, word
from profilecheck.profiles.migration import Question
from profilecheck.telling import counted

T = TypeVar("T", bound=Hashable)

LISTED: Final = 3
"""How many places of one thing are listed, at most."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One open question, and the files that ask it in the same words, each with one of ``same``. ``options`` are the words that give each
    answer, with what it does; ``everywhere``: no other file asks about the same key."""

    key: str
    question: Question
    same: tuple[Question, ...]
    files: tuple[FileLedger, ...]
    options: tuple[tuple[str, str], ...]
    everywhere: bool


def asked(ledger: Ledger) -> list[Asked]:
    """The open decisions of a ledger, in the order in which they are met."""
    found: dict[Hashable, list[tuple[FileLedger, Question]]] = {}
    asking: dict[str, set[str]] = {}
    for file in ledger.files:
        for question in file.questions:
            name = bare(key(file, question))
            asking.setdefault(name, set()).add(file.path)
            if question.open:
                same = (name, question.asks, question.choices, question.meanwhile, question.kind)
                found.setdefault(same, []).append((file, question))
    return [_asked(held, ledger, asking) for held in found.values()]


def _asked(
    held: list[tuple[FileLedger, Question]], ledger: Ledger, asking: dict[str, set[str]]
) -> Asked:
    file, question = held[0]
    files = tuple({one.path: one for one, _ in held}.values())
    name = bare(key(file, question))
    everywhere = len(asking[name]) == len(files)
    options = tuple(
        (_word(held, ledger, choice.answer, everywhere=everywhere), choice.does)
        for choice in choices(question)
    )
    told = name if len(held) > 1 else key(file, question)
    same = tuple(one for _, one in held)
    return Asked(told, question, same, files, options, everywhere)


def _word(
    held: list[tuple[FileLedger, Question]], ledger: Ledger, answer: str, *, everywhere: bool
) -> str:
    """The option that gives an answer, for all that ask; where others ask otherwise, for each by its path."""
    file, question = held[0]
    if len(held) == 1:
        return word(ledger, file, question, answer)
    where = "" if everywhere else "PATH:"
    return f"--decide {shlex.quote(f'{where}{bare(key(file, question))}={answer}')}"


def bare(name: str) -> str:
    """The key of a question, without the line of its command."""
    return name.rpartition(":")[2]


def grouped(told: Iterable[tuple[str, T]]) -> Iterator[tuple[T, list[str]]]:
    """What is told, each once, with all its places in order."""
    found: dict[T, list[str]] = {}
    for place, what in told:
        found.setdefault(what, []).append(place)
    yield from found.items()


def places(found: list[str], noun: str = "place") -> str:
    """Places in words: the first ones, and how many more."""
    shown = list(dict.fromkeys(found))
    more = len(shown) - LISTED
    if more > 1:
        return f"{', '.join(shown[:LISTED])} and {counted(more, f'more {noun}')}"
    return ", ".join(shown)
