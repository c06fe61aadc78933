"""Patterns that leave files out, as a ``.gitignore`` writes them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern. ``negated`` (``!``) takes back what earlier ones left out."""

    regex: re.Pattern[str]
    folders_only: bool
    negated: bool


class Excludes:
    """Patterns in their order; the last one that matches decides.

    A pattern with a slash at its start or in its middle is relative to the root, any other matches
    a name at any depth. ``*`` and ``?`` stop at slashes, ``**`` does not, ``[...]`` is one of some
    characters, a trailing slash means folders only, a backslash takes the next character as it is
    (on Windows it is a slash). What lies in an excluded folder is excluded.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns = tuple(map(_pattern, patterns))

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def cover(self, path: str, *, folder: bool) -> bool:
        """Whether a posix path, relative to the root, or a folder that it lies in is excluded."""
        ends = [i for i, char in enumerate(path) if char == "/"]
        return any(self._match(path[:end], folder=True) for end in ends) or self._match(
            path, folder=folder
        )

    def _match(self, path: str, *, folder: bool) -> bool:
        for pattern in reversed(self._patterns):
            if (folder or not pattern.folders_only) and pattern.regex.fullmatch(path):
                return not pattern.negated
        return False


def _pattern(text: str) -> Pattern:
    if os.sep == "\\":
        text = text.replace("\\", "/")
    negated = text.startswith("!")
    text = text[negated:].removeprefix("./")
    body = text.removesuffix("/")
    anywhere = "/" not in body
    regex = ("(?:.*/)?" if anywhere else "") + _path_regex(body.removeprefix("/"))
    return Pattern(re.compile(regex, re.DOTALL), text.endswith("/"), negated)


def _path_regex(body: str) -> str:
    parts = body.split("/")
    regex = ""
    for i, part in enumerate(parts):
        last = i == len(parts) - 1
        if part != "**":
            regex += _name_regex(part) + ("" if last else "/")
        elif last:
            regex += ".+"
        elif parts[i + 1] != "**":
            regex += "(?:.*/)?"
    return regex


_TOKEN = re.compile(
    r"\*+ | \? | \[(?P<not>[!^]?)(?P<set>(?:\\.|[^\\])(?:\\.|[^\\\]])*)\] | \\(?P<taken>.) | .",
    re.DOTALL | re.VERBOSE,
)


def _name_regex(name: str) -> str:
    regex = ""
    for token in _TOKEN.finditer(name):
        text = token[0]
        if text.startswith("*"):
            regex += "[^/]*"
        elif text == "?":
            regex += "[^/]"
        elif token["set"] is not None:
            regex += _set_regex(token["set"], negated=bool(token["not"]))
        else:
            regex += re.escape(token["taken"] or text)
    return regex


def _set_regex(content: str, *, negated: bool) -> str:
    """One character of a set such as ``a-z_``. A range that runs backwards holds its first, as in git."""
    items = ""
    for item in re.finditer(r"\\?(.)-\\?(.)|\\?(.)", content, re.DOTALL):
        first, last = (item[1], item[2]) if item[1] else (item[3], item[3])
        items += f"{re.escape(first)}-{re.escape(max(first, last))}"
    if negated:
        return f"[^/{items}]"
    return f"(?!/)[{items}]"
