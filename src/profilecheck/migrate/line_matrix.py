"""Names of environments that a workflow puts into its lines: the values of a matrix, an input or a variable."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from profilecheck.profiles.launch_environments import PREFIX

_EXPRESSION: Final = re.compile(
    r"\"?\$\{\{\s*(?:github\.event\.)?(?P<of>[\w-]+)\.(?P<key>[\w-]+)\s*\}\}\"?"
)
_NAME: Final = re.compile(rf"(?<![\w-]){PREFIX}(?P<bare>\w+)")
_DASHES: Final = r"[ \t]*(?:-[ \t]+)*"
_QUOTED: Final = r"[\"']?{}[\"']?"
_JOBS: Final = "jobs:"
LONGEST: Final = 20_000
"""How many characters of a value in braces are looked at, at most."""
MOST: Final = 12
"""How many names are told, at most."""


def put_in(
    text: str, line: int, expression: str, is_meant: Callable[[str], bool] = lambda name: True
) -> str:
    """What a person has to rename for an expression that a workflow has on a line: ``line 5: puffer_pong to pong``;
    nothing where no value with the prefix is written out for it. ``is_meant`` says of each such name whether it is to be renamed."""
    match = _EXPRESSION.fullmatch(expression)
    if match is None:
        return ""
    lines = text.splitlines()
    held = sorted(dict.fromkeys(_values(lines, line - 1, match["of"], match["key"])))
    found = [one for one in held if is_meant(PREFIX + one[1])]
    told = [f"line {at}: {PREFIX}{bare} to {bare}" for at, bare in found[:MOST]]
    more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
    return ", ".join(told) + more


def _values(lines: Sequence[str], used: int, of: str, key: str) -> Iterator[tuple[int, str]]:
    """The names behind a key, and in what it holds, of each table called ``of`` of the job that uses it."""
    opening = re.compile(rf"(?P<indent>{_DASHES}){re.escape(key)}[ \t]*:(?P<rest>.*)")
    in_braces = re.compile(rf"[{{,]\s*{_QUOTED.format(re.escape(key))}[ \t]*:")
    table = re.compile(rf"(?<![\w-]){_QUOTED.format(re.escape(of))}[ \t]*:[ \t]*[{{\[]")
    places = (_job(lines, used), None)
    text = "\n".join(_written(line) for line in lines)
    flows: set[int] = set()
    for held_in in in_braces.finditer(text):
        start = held_in.end()
        at = text.count("\n", 0, start)
        flows.add(at)
        before = text[text.rfind("\n", 0, start) + 1 : start]
        around = [lines[one] for one in _around(lines, at)]
        held = table.search(before) or any(_opens(one, of) or table.search(one) for one in around)
        if held and _job(lines, at) in places:
            yield from _in_flow(text, start, at)
    for at, line in enumerate(lines):
        match = opening.fullmatch(line)
        if match is None or at in flows:
            continue
        if not any(_opens(lines[one], of) for one in _around(lines, at)):
            continue
        if _job(lines, at) not in places:
            continue
        yield from _names(at, match["rest"])
        for below in range(at + 1, len(lines)):
            if lines[below].strip() and not _is_in(lines[below], len(match["indent"])):
                break
            yield from _names(below, lines[below])


def _in_flow(text: str, start: int, at: int) -> Iterator[tuple[int, str]]:
    """The names in a value in braces that begins at an offset of a text, on a line: up to its comma, or the bracket that
    closes what it is in."""
    depth, end = 0, start
    while (
        end < min(len(text), start + LONGEST)
        and depth >= 0
        and not (depth == 0 and text[end] == ",")
    ):
        depth += (text[end] in "{[") - (text[end] in "}]")
        end += 1
    for below, written in enumerate(text[start:end].split("\n")):
        yield from _names(at + below, written)


def _opens(line: str, of: str) -> bool:
    return _key(line) == f"{of}:"


def _is_in(line: str, width: int) -> bool:
    """Whether a line belongs to a key that begins at a column: the items of its list may begin there too."""
    own = len(line) - len(line.lstrip())
    return own > width or (own == width and line.lstrip().startswith("-"))


def _around(lines: Sequence[str], at: int) -> Iterator[int]:
    """The lines that open the blocks which hold a line, innermost first."""
    width = len(lines[at]) - len(lines[at].lstrip())
    for above in range(at - 1, -1, -1):
        own = len(lines[above]) - len(lines[above].lstrip())
        if lines[above].strip() and not lines[above].lstrip().startswith("#") and own < width:
            yield above
            width = own


def _job(lines: Sequence[str], at: int) -> int | None:
    """The line that opens the job of a workflow in which another line stands."""
    inner = None
    for above in _around(lines, at):
        if _key(lines[above]) == _JOBS:
            return inner
        inner = above
    return None


def _key(line: str) -> str:
    return _written(line).strip().lstrip("- ")


def _written(line: str) -> str:
    """A line without its comment."""
    return re.split(r"(?:^|\s)#", line, maxsplit=1)[0]


def _names(at: int, line: str) -> Iterator[tuple[int, str]]:
    return ((at + 1, match["bare"]) for match in _NAME.finditer(_written(line)))
