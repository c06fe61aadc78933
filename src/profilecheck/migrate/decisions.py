"""Decisions as words, ``[PATH:]KEY=VALUE``: taken apart, and seen to answer what was asked."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import Final

from profilecheck.choices import ChoiceError
from profilecheck.migrate.ledger import FileLedger, Part
from profilecheck.migrate.pins import PIN
from profilecheck.profiles.migration import Question
from profilecheck.profiles.v3_to_v4_agents import UNASKED
from profilecheck.profiles.v3_to_v4_sweep import SCALED
from profilecheck.setting_values import did_you_mean, either
from profilecheck.telling import told

KINDS: Final = {
    "count": "a whole number of at least 1, of 18 digits at most",
    "number": "a finite number",
    "name": "a name",
}
_KEY: Final = re.compile(r"[^:=\s]+\.[^:=]*[^:=\s]")
_WORD: Final = re.compile(r"[^:=\s.][^:=.]*")
"""What is no key, but was meant for one."""
_LINE: Final = re.compile(r"(?::\d+){1,2}$")
"""A line of a file, behind its path; or a cell and its line."""
_NEW: Final = re.compile(r".*_vec_[\d.]+(?:-\d+)?\.ini")
"""A config that is written beside a script: its file need not be there yet."""
_LISTED: Final = 12
"""How many open decisions are listed where one was meant that is not asked for, at most."""


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
    of_files = [one for one in readings if one[0] and _is_file(one[0])]
    return (of_files or readings)[0]


def _is_file(path: str) -> bool:
    """Whether what stands before a key names a file, or a line of one."""
    file = path if _exists(path) else _LINE.sub("", path)
    return _exists(file) or (_NEW.fullmatch(file) is not None and Path(file).parent.is_dir())


def _exists(path: str) -> bool:
    return os.path.isfile(path)  # noqa: PTH113


def _readings(word: str) -> Iterator[tuple[str, str, str]]:
    for form in (_KEY, _WORD):
        for match in re.finditer("=", word):
            left = word[: match.start()].strip()
            path, _, key = left.rpartition(":")
            if form.fullmatch(key):
                yield path, key, word[match.end() :].strip()


def see_that_all_answer(
    answers: Iterable[str],
    files: Iterable[FileLedger],
    without: Iterable[FileLedger] = (),
) -> list[str]:
    """The keys of answers that something else makes needless. ``without`` are the files without that, which are only
    gone through where it has to be seen.

    Raises ChoiceError for an answer that no question asks for, with others or without, or that one does not take.
    """
    asked: dict[str, None] = {}
    still_open: dict[str, None] = {}
    of_lines: dict[str, dict[str, None]] = {}
    moot: set[str] = set()
    parts: Counter[str] = Counter()
    for file in files:
        parts[file.path] += len(file.parts)
        for part in file.parts:
            for question in part.questions:
                if question.refused is not None:
                    raise ChoiceError(
                        f"{question.key} = {told(question.refused)}: {file.path} takes {takes(question)}"
                    )
                if question.open and question.key != PIN:
                    still_open |= {question.key.rpartition(":")[2]: None}
                asked |= dict.fromkeys(_names(file, part, question.key))
            moot.update(name for key in part.moot for name in _names(file, part, key))
            for key in (*part.moot, *(one.key for one in part.questions)):
                if ":" in key:
                    of_lines.setdefault(key, {})[file.path] = None
    alone: frozenset[str] | None = None
    needless = []
    for name in answers:
        paths = list(of_lines.get(name, ()))
        if len(paths) > 1:
            which = either([f"{path}:{name}" for path in paths[:_LISTED]])
            raise ChoiceError(f"{name}: {len(paths)} files ask for it: name one, as in {which}")
        if name == PIN or name.endswith(f":{PIN}"):
            raise ChoiceError(f"{name}: a pin is decided by --pin COMMIT, for all files")
        if name in asked or name in moot or paths:
            continue
        if alone is None:
            alone = _asked_in(without)
        if name not in alone:
            hint = _place(name, parts) or _hint(name, asked, still_open)
            raise ChoiceError(f"{name}: nothing asks for it{hint}")
        needless.append(name)
    return needless


def _asked_in(files: Iterable[FileLedger]) -> frozenset[str]:
    """All names under which questions of files are answered."""
    return frozenset(
        name
        for file in files
        for part in file.parts
        for question in part.questions
        for name in (*_names(file, part, question.key), question.key)
    )


def _place(name: str, parts: Counter[str]) -> str:
    """How a key that nothing asks for may be decided all the same, where an answer is for several; nothing for others."""
    path, _, key = name.rpartition(":")
    several = parts[path] if path else parts.total()
    if several < 2 or key not in (*UNASKED, *SCALED):
        return ""
    return "; it may be decided for one file, table or launch line alone: put that before it"


def _hint(name: str, asked: Iterable[str], still_open: Iterable[str]) -> str:
    """What may have been meant: the nearest key of any question, else all that are open."""
    known = [key for key in asked if ":" in name or ":" not in key]
    near, left = did_you_mean(name, known), list(still_open)
    if near or not left:
        return near or "; no decision is open"
    more = f" and {len(left) - _LISTED} more" if len(left) > _LISTED else ""
    return f" (open: {', '.join(left[:_LISTED])}{more})"


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
