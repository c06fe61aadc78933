"""Whether a command installs another version than the project's own on purpose.

It does under a condition, or where what stands around it says that it is about another version. Silence is the safe side: what is taken for a purpose contradicts nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Final

_WORDS: Final = re.compile(
    r"(?<![a-z])(?:old(?:er|est)?|legacy|compat\w*|baselines?|previous|prior|migrat\w*|backwards?|regress\w*"
    r"|downgrad\w*|deprecated|against|versus|vs|both|bisect|reproduc\w*|repro|paper|oracle|matrix|compar\w*|before)"
    r"(?![a-z])",
    re.IGNORECASE,
)
"""What people call a thing that is for another version than the project's."""
_COUNTED: Final = re.compile(
    r"(?<![a-z])(?:run|exp|experiment|job|trial|step|part|stage|phase|seed|fold|round|attempt|day|week|node|gpu|worker"
    r"|rank|task|chapter|lesson|exercise)s?[ _.#-]*\Z",
    re.IGNORECASE,
)
"""What is numbered: a number behind it counts, and is no version."""
_CONDITION: Final = re.compile(
    r"\s*(?:[-@+]\s*)*(?:if|elif|else|case|while|until|for)\b|\s*[^()\s]+\)(?:\s|$)|.*(?:\|\||\]\s*(?:&&|;))"
)
_IN_MAKEFILE: Final = re.compile(r"[ ]*(ifeq|ifneq|ifdef|ifndef|endif)\b")
_ENTERS: Final = re.compile(r"\b(?:activate|venv|cd|pushd|conda\s+create)\b")
"""What makes another folder or environment the one that is installed into."""
_COMMENT: Final = re.compile(r"\s*#|[ ]*@\w")
"""Comments, and the decorators of Python."""
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*")
_VERB: Final = re.compile(r"\b(?:install|add)\b")
REACH: Final = 400
"""How many lines around a command are looked at, at most."""
DEPTH: Final = 20
"""In how many lines a command may stand, at most."""
LONGEST: Final = 400
"""How much of a line is looked at, at most."""
_YAML: Final = (".yml", ".yaml")


def speaks_of_another(name: str, version: str) -> bool:
    """Whether a name is that of a thing for another version than the project's, or for this ``version``."""
    return bool(_WORDS.search(name) or _names_it(name, version))


class Purpose:
    """What stands around the commands of one text. ``name`` is that of its file."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = text.splitlines()
        self._name = re.sub(r"\.\w+$", "", name)
        in_yaml = name.lower().endswith(_YAML)
        self._around = _Around(self._lines, in_yaml)
        self._top = "\n".join(_values(self._lines[:REACH])) if in_yaml else ""
        self.is_another = cache(self._is_another)

    def _is_another(self, line: int, written: str, version: str) -> bool:
        """Whether a command on a line (from 1) is about another version on purpose. What it asks for, as it is
        ``written`` there and as pip writes its ``version``, says nothing of that."""
        at = line - 1
        own, around = self._lines[at][:LONGEST], self._around.of(at)
        before = _VERB.split(own, maxsplit=1)[0]
        if any(map(_CONDITION.match, (before, *around))) or _is_open(self._lines, at):
            return True
        entered = filter(_ENTERS.search, self._lines[max(0, at - REACH) : at])
        said = "\n".join([self._name, self._top, own, *around, *entered])
        said = said.replace(written, " ").replace(version, " ")
        return bool(_WORDS.search(said) or _names_it(said, written))


class _Around:
    """The comments right above a line, and the lines that it stands within by their indents, with theirs: the
    function of a script, the rule of a Makefile, the step and the job of a workflow with their values."""

    def __init__(self, lines: Sequence[str], in_yaml: bool) -> None:
        self._lines = lines
        self._in_yaml = in_yaml
        self._opener = list(_openers(lines))
        self._values = cache(self._values_below)
        self.of = cache(self._of)

    def _of(self, at: int) -> tuple[str, ...]:
        found = list(_comments(self._lines, at))
        within = list(islice(self._within(at), DEPTH))
        for above in within:
            found += [self._lines[above], *_comments(self._lines, above)]
        for opener in (at, *within) if self._in_yaml else ():
            found += self._values(opener)
        return tuple(line[:LONGEST] for line in found)

    def _within(self, at: int) -> Iterator[int]:
        """The lines that open the blocks which hold a line, innermost first."""
        opener = self._opener[at]
        while opener is not None and opener > at - REACH:
            yield opener
            opener = self._opener[opener]

    def _values_below(self, opener: int) -> Sequence[str]:
        return list(_values(list(_below(self._lines, opener))))


def _openers(lines: Sequence[str]) -> Iterator[int | None]:
    """Of each line, the nearest one above it that is indented less and no comment."""
    widths: list[int] = []
    open_ones: list[int] = []
    for at, line in enumerate(lines):
        within = bisect_left(widths, _width(line))
        yield open_ones[within - 1] if within else None
        if line.strip() and not _COMMENT.match(line):
            del widths[within:], open_ones[within:]
            widths.append(_width(line))
            open_ones.append(at)


def _as_named(written: str) -> re.Pattern[str]:
    """The number of a version as names have it: ``v3``, ``3.0``, ``test-3``, ``puffer3``."""
    number = _NUMBER.search(written)
    major = number[0].split(".")[0] if number else "(?!)"
    return re.compile(
        rf"(?:(?<![\w.:])|(?<=_)|(?<=puffer)|(?<=pufferlib))v?{major}(?:[._-]?0)*(?![\w.])",
        re.IGNORECASE,
    )


def _names_it(said: str, written: str) -> bool:
    """Whether a version is named, and not merely counted to: the third run is none of 3.0."""
    return any(
        not (match[0].isdigit() and _COUNTED.search(said[: match.start()][-REACH:]))
        for match in _as_named(written).finditer(said)
    )


def _comments(lines: Sequence[str], at: int) -> Iterator[str]:
    for above in range(at - 1, max(-1, at - REACH), -1):
        if not _COMMENT.match(lines[above]):
            return
        yield lines[above]


def _below(lines: Sequence[str], opener: int) -> Iterator[str]:
    """The lines that are indented more than the one before them."""
    for line in lines[opener + 1 : opener + REACH]:
        if line.strip() and _width(line) <= _width(lines[opener]):
            return
        yield line


def _values(block: Sequence[str]) -> Iterator[str]:
    """The values of a mapping of YAML, without those of mappings in it."""
    least = min((_width(line) for line in block if line.strip()), default=0)
    for line in block:
        if _width(line) == least and ": " in line and not line.lstrip().startswith("- "):
            yield line


def _width(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_open(lines: Sequence[str], at: int) -> bool:
    """Whether a condition of a Makefile is open at a line."""
    found = filter(None, map(_IN_MAKEFILE.match, lines[max(0, at - REACH) : at]))
    return sum(-1 if one[1] == "endif" else 1 for one in found) > 0
