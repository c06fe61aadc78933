"""Decisions as words, ``[PATH:]KEY=VALUE``: taken apart, and seen to answer what was asked."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Final

from profilecheck.choices import ChoiceError, hint
from profilecheck.migrate.ledger import FileLedger, Part
from profilecheck.profiles.migration import Question
from profilecheck.setting_values import either
from profilecheck.telling import told

KINDS: Final = {
    "count": "a whole number of at least 1, of 18 digits at most",
    "number": "a number",
    "name": "a name",
}
_KEY: Final = re.compile(r"[^:=\s]+\.[^:=]*[^:=\s]")


def answers_of(words: Iterable[str]) -> dict[str, str]:
    """Answers by key, or by path, colon and key. Raises ChoiceError for what is none, and for a key given twice."""
    answers: dict[str, str] = {}
    for word in words:
        path, key, value = _parts(word)
        name = f"{PurePath(path).as_posix()}:{key}" if path else key
        if name in answers:
            raise ChoiceError(f"{name} is decided twice: {answers[name]!r} and {value!r}")
        answers[name] = value
    return answers


def _parts(word: str) -> tuple[str, str, str]:
    """Path, key and value. A colon, ``=`` and dots may stand in a path too: one of a file comes first."""
    readings = list(_readings(word))
    if not readings:
        raise ChoiceError(f"{told(word)} is no [PATH:]KEY=VALUE, such as train.batch_size=drop")
    of_files = [one for one in readings if one[0] and os.path.isfile(one[0])]  # noqa: PTH113
    return (of_files or readings)[0]


def _readings(word: str) -> Iterator[tuple[str, str, str]]:
    for match in re.finditer("=", word):
        left = word[: match.start()].strip()
        path, _, key = left.rpartition(":")
        if _KEY.fullmatch(key):
            yield path, key, word[match.end() :].strip()


def see_that_all_answer(answers: Iterable[str], files: Iterable[FileLedger]) -> None:
    """Raise ChoiceError for an answer that no question asks for, or that one does not take."""
    asked: dict[str, None] = {}
    moot: set[str] = set()
    for file in files:
        for part in file.parts:
            for question in part.questions:
                if question.refused is not None:
                    raise ChoiceError(
                        f"{question.key} = {told(question.refused)}: {file.path} takes {takes(question)}"
                    )
                asked |= dict.fromkeys(_names(file, part, question.key))
            moot.update(name for key in part.moot for name in _names(file, part, key))
    keys = [key for key in asked if ":" not in key]
    for name in answers:
        if name not in asked and name not in moot:
            near = hint(name, asked if ":" in name else keys)
            raise ChoiceError(f"{name}: nothing asks for it{near}")


def _names(file: FileLedger, part: Part, key: str) -> Iterator[str]:
    """The names under which a question is answered."""
    general = key.rpartition(":")[2]  # without the line that it is about
    yield from (general, f"{file.path}:{general}")
    yield from (f"{one}:{key}" for one in (file.path, part.file or file.path))
    if part.is_table:
        own = f"{part.name}.{key}"
        yield from (own, f"{file.path}:{own}")


def takes(question: Question) -> str:
    """What a question takes, in words."""
    words = [choice.answer for choice in question.choices]
    return either([*words, KINDS[question.kind]] if question.free else words)
