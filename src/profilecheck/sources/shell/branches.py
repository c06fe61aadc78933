"""Which commands of a script stand in a branch of a test that names a version.

They are there on purpose, and another branch is for other versions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from profilecheck.sources.shell.words import Token

_VERSION: Final = re.compile(
    r"(?<![\w.])v?[1-5]\.[0-9x*]|version|generation|(?<![a-z])(?:v|puffer(?:lib)?[_-]?v?)[1-5](?![\w.])"
    r"|\$\{?(?:v|ver|gen)\b",
    re.IGNORECASE,
)
_TESTS: Final = re.compile(r"\[|test\s|\(\(")
_LONGEST: Final = 500
"""How long a test may be, at most."""


@dataclass(slots=True)
class _Branch:
    """An ``if`` or a ``case`` that is open: where its test began, and whether one so far named a version."""

    word: str
    start: int | None
    named: bool = False


def by_version(tokens: Sequence[Token], text: str) -> frozenset[int]:
    """The places of the first words of all such commands. ``text`` is what the places count in."""
    return frozenset(_found(tokens, text))


def _found(tokens: Sequence[Token], text: str) -> Iterator[int]:
    open_: list[_Branch] = []
    run: list[Token] = []
    listed = False  # whether a test before it in the same list of && and || names a version
    for token in (*tokens, None):
        if token is not None and not token.operator:
            run.append(token)
            _keyword(open_, run, text)
            continue
        operator = token.text if token is not None else "\n"
        if run:
            if listed or any(one.named for one in open_):
                yield run[0].start
            within = text[run[0].start : run[-1].end][:_LONGEST]
            names = bool(_VERSION.search(within))
            if operator == ")" and open_ and open_[-1].word == "case":
                open_[-1].named |= names
            listed = operator in ("&&", "||") and (
                listed or (names and _TESTS.match(within) is not None)
            )
        elif operator not in ("&&", "||"):
            listed = False
        run = []


def _keyword(open_: list[_Branch], run: list[Token], text: str) -> None:
    """Takes in the last word of a command, if only keywords stand before it."""
    word = run[-1]
    if word.quoted or any(one.text not in _BEFORE for one in run[:-1]):
        if word.text == "in" and open_ and open_[-1].word == "case":
            _end_test(open_[-1], word, text)
        return
    if word.text in ("if", "case"):
        open_.append(_Branch(word.text, word.end))
    elif word.text == "elif" and open_:
        open_[-1].start = word.end
    elif word.text == "then" and open_:
        _end_test(open_[-1], word, text)
    elif word.text in ("fi", "esac") and open_:
        open_.pop()


_BEFORE: Final = frozenset({"then", "else", "do", "{", "!", "if", "elif", "while", "until"})


def _end_test(branch: _Branch, word: Token, text: str) -> None:
    if branch.start is not None and branch.start < word.start:
        branch.named |= bool(_VERSION.search(text[branch.start : word.start][:_LONGEST]))
    branch.start = None
