"""The command lines in YAML: ``run:`` and ``script:`` of workflows, and what containers run.

YAML is read elsewhere; here only the places matter where such a key stands, so that a line of a command
is found where it is, and no library is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from profilecheck.findings import Span
from profilecheck.sources.shell import flow
from profilecheck.sources.shell.anchors import Anchored, Anchors
from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.containers import ARGUMENTS, KEYS, Containers
from profilecheck.sources.shell.lists import of_flow, of_scalar, of_template, of_text
from profilecheck.sources.shell.scalars import BLOCK, PROPERTIES, QUOTED, Lines, value
from profilecheck.sources.shell.text import Piece, cut
from profilecheck.sources.shell.words import Token

_NAMES: Final = frozenset(
    {"run", "script", "before_script", "after_script", "command", "commands", "cmd", "cmds"}
    | {"bash", "setup", "entrypoint", "args"}
)
"""Keys whose values are commands, or lists of them."""
_KEY: Final = re.compile(
    r"(?P<before>[ ]*(?:-[ ]+)*)(?P<quote>[\"']?)(?P<key>"
    + "|".join(sorted(_NAMES))
    + r")(?P=quote)"
    r"[ ]*:(?:[ ]+(?P<value>[^\r\n]*)|(?=[\r\n]|\Z))"
)
_ITEM: Final = re.compile(r"(?P<before>[ ]*(?:-[ ]+)*)-[ ]+(?P<value>(?!-[ ])[^\r\n]*)")
_TABLES: Final = re.compile(r"[ ]*(?:-[ ]+)*(?:[\w\"'-]+[ ]*:[ ]+)?(?P<opening>\[?[ ]*\{)(?!\{)")
_OTHER_BLOCK: Final = re.compile(
    r"(?P<before>[ ]*(?:-[ ]+)*)(?:(?P<item>-)|[^\s#-][^\r\n]*?:)[ ]+(?:[&!]\S+[ ]+)*(?P<value>[|>][^\r\n]*)"
)

NESTED: Final = 1
"""How deep lists are taken up by aliases within lists."""


def take(reader: Reader) -> None:
    """Takes in the commands of the steps, and of the containers."""
    lines = Lines(reader.text)
    anchors = Anchors(lines)
    containers = Containers(reader)
    inside = -1
    taken: set[int] = set()
    for number, (start, end) in enumerate(lines.at):
        if number <= inside:
            continue
        if not lines.is_empty(number):
            containers.close(lines.width(number))
        match = _KEY.match(reader.text, start, end)
        if match is None:
            _take_tables(reader, lines, number)
            inside = _last_of_block(lines, number)
            continue
        indent = len(match["before"])
        given = _given(lines, anchors, number, match)
        part = _part(lines, anchors, given, match["key"]) if match["key"] in KEYS else None
        if part is not None:
            containers.add(indent, match["key"], part)
        elif match["key"] in ARGUMENTS or (given.number != number and given.number in taken):
            continue
        elif given.written.startswith("["):
            for token in of_flow(_flow_at(lines, given)) or ():
                reader.script(token.piece)
        elif given.written:
            text = value(lines, given.number, given.start, given.indent)
            if text is not None:
                reader.script(text)
            _take_tables(reader, lines, number)
        else:
            for _, item in _items(lines, anchors, given):
                reader.script(item)
        taken.add(given.number)
        _group(reader, lines, number, indent)
        inside = _last_of_block(lines, number)
    containers.close(-1)


def _behind(match: re.Match[str]) -> tuple[int, str]:
    """Where the value of a key or an item begins, behind an anchor, and what stands there; nothing where a
    list follows below."""
    if match["value"] is None:
        return match.end(), ""
    properties = PROPERTIES.match(match.string, *match.span("value"))
    at = properties.end() if properties else match.start("value")
    written = match.string[at : match.end("value")]
    return at, "" if written.startswith("#") else written


def _given(lines: Lines, anchors: Anchors, number: int, match: re.Match[str]) -> Anchored:
    """The value of a key or an item on a line, or what its alias means."""
    at, written = _behind(match)
    own = Anchored(number, at, written, len(match["before"]))
    return anchors.meant(written, number) or own


def _flow_at(lines: Lines, given: Anchored) -> Piece:
    return cut(lines.text, [(given.start, lines.end(given.number))])


def _group(reader: Reader, lines: Lines, number: int, indent: int) -> None:
    """Says that a comment on a key, or before it, is for all that stands below."""
    last = number
    for below in range(number + 1, len(lines.at)):
        if not lines.is_empty(below):
            deeper = lines.width(below) > indent
            if not deeper and not _is_item(lines, below, indent):
                break
            last = below
    if last > number:
        reader.groups.append(Span(number + 1, 1, last + 1, 1))


def _is_item(lines: Lines, number: int, indent: int) -> bool:
    """Whether a line is an item of a list whose key stands in the same column."""
    return lines.width(number) == indent and lines.text.startswith(
        "- ", lines.at[number][0] + indent
    )


def _last_of_block(lines: Lines, number: int) -> int:
    """The last line of the block that begins in a line: what it holds is no YAML. -1 where none does."""
    match = _OTHER_BLOCK.match(lines.text, *lines.at[number])
    if match is None or BLOCK.match(match["value"]) is None:
        return -1
    return number + sum(1 for _ in lines.deeper(number, len(match["before"])))


def _take_tables(reader: Reader, lines: Lines, number: int) -> None:
    """Takes in the commands of the tables in braces that begin in a line."""
    match = _TABLES.match(reader.text, *lines.at[number])
    if match is None:
        return
    for table in flow.tables(reader.text, match.start("opening"), lines.end(number)):
        containers = Containers(reader)
        for key in _NAMES & table.keys():
            held = table[key]
            if key in KEYS:
                containers.add(0, key, held if isinstance(held, list) else held.piece)
                continue
            for token in held if isinstance(held, list) else [held]:
                reader.script(token.piece)
        containers.close(-1)


def _part(lines: Lines, anchors: Anchors, given: Anchored, key: str) -> list[Token] | Piece | None:
    """What a key of a container gives: the words of a list, or a text. None where a list is one of commands:
    its first has blanks in it."""
    if given.written.startswith("["):
        return of_flow(_flow_at(lines, given)) or []
    if given.written:
        return value(lines, given.number, given.start, given.indent)
    found = list(_items(lines, anchors, given))
    commands = found and key not in ARGUMENTS and " " in found[0][1].text.strip()
    if not found or commands:
        return None
    return [word for word, _ in found]


def _items(
    lines: Lines, anchors: Anchors, key: Anchored, depth: int = 0
) -> Iterator[tuple[Token, Piece]]:
    """The items of the list below a key, and of lists in it: each as a word, and its text. ``depth`` is how
    many lists whose aliases stand in others led here."""
    number = key.number
    start = lines.at[number][0]
    indent = len(lines.text[start : start + key.indent].partition("-")[0])
    columns: set[int] = set()
    for below in range(number + 1, len(lines.at)):
        item = _ITEM.match(lines.text, *lines.at[below])
        width = lines.width(below)
        if item and width >= indent and (not columns or width in columns):
            columns |= {at for at, char in enumerate(f"{item['before']}-") if char == "-"}
            given = _given(lines, anchors, below, item)
            text = value(lines, given.number, given.start, given.indent)
            if text is not None:
                yield _word(lines, given, text), text
            elif given.number < number and not given.written and depth < NESTED:
                yield from _items(lines, anchors, given, depth + 1)
        elif not lines.is_empty(below) and width <= min(columns, default=indent):
            return


def _word(lines: Lines, given: Anchored, text: Piece) -> Token:
    """An item as one word, with its quotes. What is put into a block is the shell's own."""
    quotes = QUOTED.match(lines.text, given.start, lines.end(given.number))
    if quotes:
        return of_scalar(cut(lines.text, [quotes.span()]))
    return of_text(text) if BLOCK.match(given.written) else of_template(of_text(text))
