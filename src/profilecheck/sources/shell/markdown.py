"""The command lines in the code blocks of Markdown, and the HTML comments that are for profilecheck."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from profilecheck.document import Comment
from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import cut

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_FENCE: Final = re.compile(
    r"(?P<before>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t>]*)?)(?P<fence>`{3,}|~{3,})(?P<info>[^`\r\n]*)"
)
_PROMPT: Final = re.compile(r"(?:\([\w.-]+\) ?)?(?:[\w.~/@:-]*\s?)?[$%] (?=\S)")
_COMMENT: Final = re.compile(
    r"(?<!`)(?P<ticks>`+)(?!`)[^\n]*?(?<!`)(?P=ticks)(?!`)"  # code shows a comment, and is none
    r"|<!-(?P<text>-\s*profilecheck\s*:(?:(?!-->|<!--).)*)-->",
    re.DOTALL,
)
_DEEP: Final = re.compile(r"(?: {4}| {0,3}\t)[ \t]*")
_ITEM: Final = re.compile(r"(?:[-*+]|\d+[.)])[ \t]")
_FAR: Final = 200
"""How many lines above a comment are looked at, at most."""
_HIDDEN: Final = re.compile(r"[ \t>]*<!--")
_SECOND: Final = re.compile(r">(?: |(?=[\r\n]|\Z))")
"""The prompt of a shell for the rest of a command."""
_SECOND_ALONE: Final = re.compile(r">[ \t]+(?=-)")
"""The same where no first prompt is shown, and another word would be a file."""
_OPEN: Final = re.compile(r"(?:\\|\||&&|\{|\(|\bdo|\bthen)\s*\Z|<<")
SHELLS: Final = frozenset({"sh", "bash", "shell", "zsh", "shellscript"})
SESSIONS: Final = frozenset({"console", "shell-session", "sh-session", "bash-session", "terminal"})


@dataclass(frozen=True, slots=True)
class Block:
    """A code block: its language, and each line of it from behind its indent to its end."""

    language: str
    start: int
    end: int
    lines: tuple[tuple[int, int], ...]


def take(reader: Reader) -> None:
    """Takes in the commands of a Markdown file."""
    text, at = reader.text, 0
    for block in blocks(text):
        _comments(reader, at, block.start)
        at = block.end
        prompted = list(_prompted(text, block))
        if not prompted and block.language in SESSIONS:
            continue
        if block.language in SHELLS or prompted or not block.language:
            bare = block.language not in SHELLS and not prompted
            reader.block = reader.places.span(block.start, block.end)
            reader.script(
                cut(text, prompted or _continued(text, block)),
                bare=bare,
                splits=block.language != "zsh",
            )
            reader.groups.append(reader.block)
    _comments(reader, at, len(text))


def _comments(reader: Reader, start: int, end: int) -> None:
    """Takes in the comments for profilecheck in a stretch without code blocks."""
    found = (match for match in _COMMENT.finditer(reader.text, start, end) if match["text"])
    for match in found:
        if not _is_shown(reader, match.start()):
            reader.comments += _lines_of(reader, match)


def _is_shown(reader: Reader, at: int) -> bool:
    """Whether a comment stands in a block of code that is one by its indent: behind a blank line, and not in
    an item of a list."""
    start = reader.places.line_start(at)
    if not _DEEP.fullmatch(reader.text, start, at):
        return False
    blank = False
    for _ in range(_FAR):
        if not start:
            return True
        end, start = start, reader.places.line_start(start - 1)
        line = reader.text[start:end]
        if not line.strip():
            blank = True
        elif not line.startswith((" ", "\t")):
            return blank and not _ITEM.match(line)
    return False


def _lines_of(reader: Reader, match: re.Match[str]) -> Iterator[Comment]:
    """An HTML comment as one that begins with ``#`` in each of its lines from its first word on. It is for what is
    below it, whatever stands beside it: its own lines are no commands."""
    at = reader.text.index("profilecheck", match.start("text"))
    for line in reader.text[at : match.end()].split("\n"):
        told = line.removesuffix("-->").rstrip().removesuffix("-").rstrip()
        span = reader.places.span(at, at + len(told))
        yield Comment(f"#{told}", replace(span, column=span.column - 1), True)
        at += len(line) + 1


def blocks(text: str) -> Iterator[Block]:
    """The fenced code blocks, in their order, but for those in HTML comments. One that is not closed goes
    on to the end."""
    fence, before, language, start = "", "", "", 0
    lines: list[tuple[int, int]] = []
    hidden = 0
    for match in _LINE.finditer(text):
        at, end = match.span()
        if at < hidden:
            continue
        opening = _FENCE.match(text, at, end)
        if fence and opening and _closes(opening, fence):
            yield Block(language, start, end, tuple(lines))
            fence = ""
        elif fence:
            lines.append((_behind(text, at, end, before), end))
        elif opening:
            fence, before, start, lines = opening["fence"], opening["before"], at, []
            language = (
                re.split(r"[\s,{]", opening["info"].strip().lstrip("{. "))[0].lower().rstrip("}")
            )
        elif _HIDDEN.match(text, at, end):
            hidden = text.find("-->", at) if hidden >= 0 else hidden
        if at == len(text):
            break
    if fence:
        yield Block(language, start, len(text), tuple(lines))


def _closes(line: re.Match[str], fence: str) -> bool:
    found = line["fence"]
    return found[0] == fence[0] and len(found) >= len(fence) and not line["info"].strip()


def _behind(text: str, at: int, end: int, before: str) -> int:
    """Where a line of a block begins: behind as much of a list's indent or a quotation's marks as its
    opening has."""
    limit = min(at + len(before), end)
    while at < limit and text[at] in " \t>":
        at += 1
    return at


def _prompted(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """The lines of a session that are typed, from behind the prompt: those with one, and what continues
    them. None where no line has a prompt."""
    continued = going_on = False
    for start, end in block.lines:
        prompt = _PROMPT.match(text, start, end)
        second = _SECOND.match(text, start, end) if going_on and not prompt else None
        if not (prompt or second or continued):
            going_on = False
            continue
        typed = prompt or second
        yield (typed.end() if typed else start), end
        line = text[start:end].rstrip("\r\n")
        continued = line.endswith("\\")
        going_on = bool(second or _OPEN.search(line) or line.count('"') % 2 or line.count("'") % 2)


def _continued(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """The lines of a block without prompts, behind the second prompt of those that continue another."""
    continued = False
    for start, end in block.lines:
        second = _SECOND_ALONE.match(text, start, end) if continued else None
        yield (second.end() if second else start), end
        continued = text[start:end].rstrip("\r\n").endswith("\\")
