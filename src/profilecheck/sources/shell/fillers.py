"""What xargs, GNU parallel and mpirun make of the words behind them, before they run a command.

They append arguments, put them in place of a mark such as ``{}``, or run several commands of one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from profilecheck.sources.shell.text import ANY, ONE
from profilecheck.sources.shell.words import Token

_FILL: Final = frozenset({"xargs", "parallel"})
_SPLIT: Final = frozenset({"mpirun", "mpiexec"})
_INPUT: Final = re.compile(r":{3,4}\+?|:\+{3}")
"""What parallel's arguments stand behind."""
_NUMBER: Final = re.compile(r"\d+%?")
_MARK: Final = re.compile(r"(?:-I|--replace=)(?P<text>.*)")
_IMPLIED: Final = ("-i", "--replace")
_PARALLEL: Final = re.compile(r"\{(?:[\d.+-]*[./#%]*|=.*?=)\}")


def filled(words: list[Token], marks: Sequence[str]) -> Iterator[list[Token]]:
    """The commands that a command with a wrapper comes to, with holes for what is put in."""
    at, name = _filler(words, marks)
    if name in _SPLIT:
        yield from _split(words, at)
    elif name in _FILL:
        yield _fill(words, at, parallel=name == "parallel")
    else:
        yield words


def _filler(words: list[Token], marks: Sequence[str]) -> tuple[int, str]:
    for at, word in enumerate(words):
        name = word.text.rpartition("/")[2]
        if name in _FILL or name in _SPLIT:
            return at, name
        if any(mark in word.text for mark in marks):
            break
    return 0, ""


def _split(words: list[Token], at: int) -> Iterator[list[Token]]:
    """The programs that mpirun starts together: a colon stands between them."""
    before, part = words[: at + 1], list[Token]()
    for word in words[at + 1 :]:
        if word.text == ":":
            yield before + part
            part = []
        else:
            part.append(word)
    yield before + part


def _fill(words: list[Token], at: int, *, parallel: bool) -> list[Token]:
    if parallel:
        end = next((i for i, word in enumerate(words) if _INPUT.fullmatch(word.text)), len(words))
        told = [
            w for w in words[at + 1 : end] if w.text[:1] != "-" and not _NUMBER.fullmatch(w.text)
        ]
        if not told:
            return words  # its arguments are the commands
        words = words[:end]
    mark = _mark(words[at + 1 :])
    pattern = re.compile(re.escape(mark)) if mark else _PARALLEL if parallel else None
    head, rest = words[: at + 1], words[at + 1 :]
    if pattern is not None:
        made = [with_holes(word, pattern) for word in rest]
        if (mark is not None and not parallel) or any(
            a is not b for a, b in zip(made, rest, strict=True)
        ):
            return head + made
    return _opened(words)


def _mark(words: list[Token]) -> str | None:
    """What stands for an argument, where it is named."""
    for word, following in zip(words, [*words[1:], None], strict=True):
        match = _MARK.fullmatch(word.text)
        if match:
            return match["text"] or (following.text if following else None) or "{}"
        if word.text in _IMPLIED:
            return "{}"
        if word.text[:1] != "-" and not word.text.isdigit():
            break
    return None


def with_holes(word: Token, pattern: re.Pattern[str]) -> Token:
    """A word with a hole for each match."""
    if not pattern.search(word.text):
        return word
    text, places, at = "", list[int](), 0
    for match in pattern.finditer(word.text):
        start, end = match.span()
        text += word.text[at:start] + ONE
        places += [*word.places[at:start], word.places[start]]
        at = end
    return replace(word, text=text + word.text[at:], places=places + list(word.places[at:]))


def _opened(words: list[Token]) -> list[Token]:
    """A command, or the text of one, that more arguments are appended to."""
    last = words[-1]
    end = last.end - 1
    if last.quoted and " " in last.text.strip():
        text, places = f"{last.text} {ANY}", [*last.places, end, end]
        return [*words[:-1], replace(last, text=text, places=places)]
    return [*words, Token(ANY, [end], end, last.end)]
