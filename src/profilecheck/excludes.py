"""Patterns that leave files out, as a ``.gitignore`` writes them and git reads them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

_FOLDER: Final = "\0"
"""What stands at the end of a folder's path, and in no name."""
_NEVER: Final = "[/\0]"
_ONE: Final = "[^/\0]"
_ALL: Final = "[^\0]*"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern. ``negated`` (``!``) takes back what earlier ones left out. ``anywhere``: it is for a
    name at any depth, else for a path. ``line`` is where it stands in its file, from 1.

    ``levels`` is what it matches: regexes, a level for what stands between two ``**/``, and in each a
    piece for what stands between two ``*``.
    """

    text: str
    levels: tuple[tuple[str, ...], ...]
    anywhere: bool
    negated: bool
    line: int


class Patterns:
    """Patterns in their order; the last one that matches decides."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        ordered = tuple(patterns)
        self._some = bool(ordered)
        self._names = _Alternatives([one for one in ordered if one.anywhere])
        self._paths = _Alternatives([one for one in ordered if not one.anywhere])

    def __bool__(self) -> bool:
        return self._some

    def last(self, path: str, *, folder: bool) -> Pattern | None:
        """The last pattern that matches a posix path, relative to where the patterns stand."""
        text = _bytewise(path)
        start = text.rfind("/") + 1
        text += _FOLDER if folder else ""
        name, whole = self._names.last(text, start), self._paths.last(text, 0)
        if name is None or whole is None:
            return name or whole
        return max(name, whole, key=lambda one: one.line)


class Excludes:
    """Patterns of the user's own, relative to a root. What lies in an excluded folder is excluded.

    Each is as a line of a ``.gitignore``, but that ``#`` begins no comment, a ``./`` before it means
    nothing, and on Windows a backslash is a slash.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        numbered = (pattern(_typed(text), line) for line, text in enumerate(patterns, 1))
        self._patterns = Patterns(one for one in numbered if one is not None)

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def cover(self, path: str, *, folder: bool) -> bool:
        """Whether a posix path, relative to the root, or a folder that it lies in is excluded."""
        ends = [i for i, char in enumerate(path) if char == "/"]
        return any(self._match(path[:end], folder=True) for end in ends) or self._match(
            path, folder=folder
        )

    def _match(self, path: str, *, folder: bool) -> bool:
        last = self._patterns.last(path, folder=folder)
        return last is not None and not last.negated


def _typed(text: str) -> str:
    if os.sep == "\\":
        text = text.replace("\\", "/")
    negated = "!" if text.startswith("!") else ""
    return negated + text.removeprefix("!").removeprefix("./")


def _bytewise(text: str) -> str:
    """A text with a character for each of its bytes, as git compares them."""
    if text.isascii():
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass").decode("latin-1")


class _Alternatives:
    """Several patterns as one regex, the last of them first.

    It takes no longer for a hostile pattern: of several stars each but the last takes as little as it
    can, and is never asked for more. What follows it is found as early as it can be, and nothing that
    comes later could want it to be found further on.
    """

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._numbers = count(1)
        self._by_group = {}
        regexes = []
        for one in reversed(patterns):
            self._by_group[next(self._numbers)] = one
            regexes.append(f"({self._path(one.levels)})")
        self._regex = re.compile("|".join(regexes), re.DOTALL) if regexes else None

    def last(self, text: str, start: int) -> Pattern | None:
        """The last pattern that matches a text from ``start`` on."""
        match = self._regex.fullmatch(text, start) if self._regex else None
        # The group around a whole pattern closes last, so that it is the one that `lastindex` tells.
        return self._by_group[match.lastindex or 0] if match else None

    def _path(self, levels: Sequence[Sequence[str]]) -> str:
        first, *more = levels
        if not more:
            return self._level(first)
        middle = (self._early(f"(?:{_ALL}?/)??", level) for level in more[:-1])
        return f"{self._level(first)}{''.join(middle)}(?:{_ALL}/)?{self._level(more[-1])}"

    def _level(self, pieces: Sequence[str]) -> str:
        first, *more = pieces
        if not more:
            return first
        middle = (self._early(f"{_ONE}*?", [piece]) for piece in more[:-1])
        return f"{first}{''.join(middle)}{_ONE}*{more[-1]}"

    def _early(self, star: str, pieces: Sequence[str]) -> str:
        """A star and what follows it, found once and never looked for again."""
        name = f"g{next(self._numbers)}"
        return f"(?=(?P<{name}>{star}{self._level(pieces)}))(?P={name})"


_TOKEN: Final = re.compile(
    r"(?P<stars>\*+) | (?P<one>\?) | (?P<open>\[) | \\(?P<taken>.?) | (?P<plain>.)",
    re.DOTALL | re.VERBOSE,
)
_SPECIAL: Final = re.compile(r"[*?\[\\]")


class _MatchesNothing(Exception):
    """A bracket that is not closed, or a backslash at the end."""


def pattern(text: str, line: int) -> Pattern | None:
    """The pattern in a text; None where git takes it for one that matches nothing.

    With a slash at its start or in its middle it is relative to where it stands, any other matches a
    name at any depth. ``*`` and ``?`` stop at slashes, ``**`` between slashes does not, ``[...]`` is one
    of some characters, a trailing slash means folders only, a backslash takes the next character as it is.
    """
    negated = text.startswith("!")
    whole = text[negated:]
    body = _bytewise(whole.removesuffix("/"))
    anywhere = "/" not in body
    ending = _FOLDER if whole.endswith("/") else f"{_FOLDER}?"
    try:
        levels = _levels(body.removeprefix("/"), ending, prefixed=not anywhere)
    except _MatchesNothing:
        return None
    return Pattern(text, levels, anywhere, negated, line)


def _levels(body: str, ending: str, *, prefixed: bool) -> tuple[tuple[str, ...], ...]:
    """A pattern's levels. ``prefixed``: git compares what stands before the first special character by
    itself, so that ``a**/b`` is ``a`` and then ``**/b``."""
    special = _SPECIAL.search(body)
    start = special.start() if special and prefixed else 0
    levels = [[""]]
    at = 0
    while token := _TOKEN.match(body, at):
        at = token.end()
        if token["stars"]:
            bounded = token.start() == start or body[token.start() - 1] == "/"
            across = len(token["stars"]) > 1 and bounded
            if across and at == len(body):
                levels[-1][-1] += _ALL
            elif across and body[at] == "/":
                levels.append([""])
                at += 1
            else:
                levels[-1].append("")
        elif token["one"]:
            levels[-1][-1] += _ONE
        elif token["open"]:
            regex, at = _bracket(body, at)
            levels[-1][-1] += regex
        elif char := token["taken"] or token["plain"]:
            levels[-1][-1] += re.escape(char)
        else:
            raise _MatchesNothing
    levels[-1][-1] += ending
    return tuple(map(tuple, levels))


_CLASS: Final = re.compile(r"\[:([^\]]*):\]")
_CLASSES: Final = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r"\ \t",
    "cntrl": r"\x01-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": r"\ -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t-\r\ ",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


def _bracket(body: str, at: int) -> tuple[str, int]:
    """One of some characters, and where the brackets end; ``at`` is behind the opening one."""
    negated = body[at : at + 1] in ("!", "^") and at < len(body)
    at += negated
    items: list[str] = []
    previous = ""
    opened = at
    while body[at : at + 1] != "]" or at == opened:
        if found := _CLASS.match(body, at):
            if found[1] not in _CLASSES:
                raise _MatchesNothing
            items.append(_CLASSES[found[1]])
            previous, at = "", found.end()
        elif previous and body[at : at + 1] == "-" and body[at + 1 : at + 2] not in ("", "]"):
            char, at = _taken(body, at + 1)
            if previous <= char:
                items.append(f"{re.escape(previous)}-{re.escape(char)}")
            previous = ""
        else:
            previous, at = _taken(body, at)
            items.append(re.escape(previous))
    inside = "".join(items)
    return f"(?!{_NEVER})[{'^' if negated else ''}{inside}]", at + 1


def _taken(body: str, at: int) -> tuple[str, int]:
    """The character at a place, or behind a backslash there, and the place behind it."""
    at += body[at : at + 1] == "\\"
    if at >= len(body):
        raise _MatchesNothing
    return body[at], at + 1
