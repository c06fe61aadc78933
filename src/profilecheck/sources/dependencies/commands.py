"""Commands that install packages: pip, uv, conda, Poetry, PDM and their kin, in scripts of any kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from profilecheck.document import Command, Document, Requirement, Word
from profilecheck.findings import Cells, Span
from profilecheck.sources.dependencies.entries import Entries, loose
from profilecheck.sources.dependencies.purpose import Purpose
from profilecheck.sources.dependencies.repositories import clones
from profilecheck.sources.magics import script_at
from profilecheck.sources.shell.commands import Reader
from profilecheck.sources.shell.text import cut

_PIP: Final = re.compile(r"pip(?:\d+(?:\.\d+)?)?|pipx")
_CONDA: Final = frozenset({"conda", "mamba", "micromamba"})
_VARIABLE: Final = re.compile(r"\$[({]?(\w+)[)}]?")
_RUN: Final = frozenset({"run", "x"})
_ADDERS: Final = frozenset({"uv", "uvx", "poetry", "pdm", "pixi", "rye", "pipenv", "hatch"})
_VERBS: Final = frozenset({"install", "add", "download", "wheel", "run", "create", "tool", "x"})
_WITH_VALUE: Final = re.compile(
    r"-(?:[rctifpnC]|-(?:requirements?|constraints?|target|index-url|extra-index-url|find-links|prefix|root"
    r"|rev|tag|branch|python|python-version|platform|group|extra|optional|project|directory|channel|name|index|config-settings?"
    r"|no-binary|only-binary|upgrade-strategy|src|cache-dir|log|timeout|retries))"
)
_OTHER_INDEX: Final = re.compile(
    r"-i|-f|--(?:index-url|extra-index-url|find-links|no-index|index|default-index)"
)
_OTHER_FROM_OUTSIDE: Final = (
    "INDEX_URL",
    "FIND_LINKS",
    "PIP_NO_INDEX",
    "UV_INDEX",
    "pip config set",
)
_REFERENCES: Final = frozenset({"--rev", "--tag", "--branch"})
_WITH: Final = ("--with", "--from", "--spec", "-e", "--editable")
_ELSEWHERE: Final = frozenset(
    {"uvx", "pipx", "create", "tool", "download", "wheel", "x"}
    | {"-n", "--name", "-p", "--python", "-t", "--target", "--prefix", "--root", *_WITH[:3]}
    | {"-d", "-D", "--dev", "-G", "--group", "--optional", "--feature", "--environment"}
)
"""Words and options of commands whose packages are not for the environment that is active, or not for the project."""
_CUT: Final = re.compile(
    r"(?:[<>]=?|[ \t]+[<>]=)[ \t]*\d[\w.*+!]*(?:[ \t]*,[ \t]*[<>=!~]=?=?[ \t]*\d[\w.*+!]*)*"
)
_ESCAPED: Final = re.compile(r"(?m)^[ \t]*[!%][ \t]*(?P<command>(?:[^\\\n]|\\\n|\\)*)$")
_GROUP: Final = "a command"


def read(entries: Entries, document: Document, name: str) -> Iterator[Requirement]:
    """The requirements that the commands of a document name, in its order. ``name`` is that of its file."""
    other = any(mark in entries.text for mark in _OTHER_FROM_OUTSIDE)
    purpose = Purpose(entries.text, name)
    commands = document.commands if document.cells is None else _in_cells(entries, document.cells)
    for command in commands:
        beside = _is_beside(command)
        for words, is_conda in _arguments(entries, command):
            elsewhere = other or any(_OTHER_INDEX.fullmatch(_flag(word)) for word in words)
            for word in _packages(words):
                found = _requirement(entries, word, is_conda=is_conda)
                if found is None:
                    continue
                asked = (found.specifier or found.url).lstrip("=")
                yield replace(
                    found,
                    url=_with_reference(found.url, words),
                    indexed=found.indexed and not elsewhere,
                    conditional=found.conditional
                    or beside
                    or purpose.is_another(found.span.line, found.text, asked),
                    command=True,
                )
    yield from clones(entries, commands, purpose)


def _is_beside(command: Command) -> bool:
    """Whether a command installs into another environment than the one that is active, or only fetches."""
    words = [word.text.rpartition("/")[2] for word in command.words]
    flags = {_flag(word) for word in command.words}
    return not (_ELSEWHERE.isdisjoint(words[:4]) and _ELSEWHERE.isdisjoint(flags))


def _in_cells(entries: Entries, cells: Cells) -> Sequence[Command]:
    """The commands that the cells of a notebook hand to a shell: ``!pip install``, ``%pip install``, a cell ``%%bash``."""
    reader = Reader(entries.text, ("",))
    offsets = [*(entries.places.offset(line, 1) for line in cells.starts), len(entries.text)]
    for start, end in pairwise(offsets):
        script = script_at(entries.text, start, end)
        if script is not None:
            reader.script(cut(entries.text, [(script, end)]))
            continue
        for match in _ESCAPED.finditer(entries.text, start, end):
            reader.script(cut(entries.text, [match.span("command")]))
    return reader.commands


def _arguments(entries: Entries, command: Command) -> Iterator[tuple[Sequence[Word], bool]]:
    """What stands behind each installer and its verb in a command, and whether it is conda's."""
    words = command.words
    for at, word in enumerate(words):
        name = word.text.rpartition("/")[2] if word.whole else _program(entries, word)
        module = at >= 2 and words[at - 1].text == "-m"
        if at and not (command.wraps or module or words[0].text == "uv"):
            continue
        if not (_PIP.fullmatch(name) or name in _CONDA or name in _ADDERS):
            continue
        if name == "uvx":
            yield list(_named(words[at + 1 :])), False
            return
        verb = next((i for i in range(at + 1, len(words)) if not words[i].text.startswith("-")), at)
        if verb == at or words[verb].text not in _VERBS:
            continue
        rest = words[verb + 1 :]
        if words[verb].text in _RUN:  # only what its options name; the command it runs is another
            yield list(_named(rest)), False
            continue
        if words[verb].text == "tool":
            tool = rest[0].text if rest else ""
            rest = rest[1:] if tool == "install" else tuple(_named(rest[1:]))
        yield rest, name in _CONDA
        return


def _program(entries: Entries, word: Word) -> str:
    """The installer that a path ends in, or that a variable is named after: ``$VENV/bin/pip``, ``$(PIP)``."""
    written = entries.text[entries.start_of(word.span) : _end(entries, word.span)].strip("\"'")
    last = written.rpartition("/")[2]
    named = _VARIABLE.fullmatch(last)
    return named[1].lower() if named else last


def _named(words: Sequence[Word]) -> Iterator[Word]:
    """The packages that the options before a command name: ``uv run --with``."""
    at = 0
    while at < len(words) and words[at].text.startswith("-"):
        word = words[at]
        flag, equals, value = word.text.partition("=")
        if flag in _WITH and equals and word.after:
            yield replace(word, text=value, span=word.after)
        elif flag in _WITH and at + 1 < len(words):
            yield words[at + 1]
        at += 1 if equals else 2 if flag in _WITH or _WITH_VALUE.fullmatch(flag) else 1


def _packages(words: Sequence[Word]) -> Iterator[Word]:
    """The words that name packages: not options, nor the values of those that take other things."""
    skipped = False
    for word in words:
        if skipped:
            skipped = False
        elif word.text.startswith("-"):
            skipped = bool(_WITH_VALUE.fullmatch(word.text)) and word.text not in _WITH
            if word.text.startswith("--editable=") and word.after:
                yield replace(word, text=word.text.partition("=")[2], span=word.after)
        else:
            yield word


def _with_reference(url: str, words: Sequence[Word]) -> str:
    """A repository with the reference that an option of ``uv add`` gives."""
    if not url.startswith("git+"):
        return url
    for word, after in zip(words, [*words[1:], None], strict=True):
        if _flag(word) in _REFERENCES:
            value = word.text.partition("=")[2] or (after.text if after else "")
            return f"{url}@{value}" if value else url
    return url


def _flag(word: Word) -> str:
    return word.text.partition("=")[0]


def _requirement(entries: Entries, word: Word, *, is_conda: bool) -> Requirement | None:
    start, end = entries.start_of(word.span), _end(entries, word.span)
    written = entries.text[start:end]
    quoted = written[:1] in "'\"" and written[-1:] == written[:1] and len(written) > 1
    if quoted:
        start, end, written = start + 1, end - 1, written[1:-1]
    known = word.whole or not re.search(r"[$`{]", written)
    text = word.text if word.whole else written
    if not known and "/" in written:  # a repository, at a reference that a variable holds
        return entries.pip(written, entries.span(start, end), group=_GROUP)
    if not known:
        name = re.match(r"[A-Za-z0-9][\w.-]*", written)
        if name is None or not entries.ours(name[0]):
            return None
        return Requirement(name[0], written, entries.span(start, end), None, group=_GROUP)
    read = entries.conda if is_conda else entries.pip
    found = read(_at_as_bound(text), entries.span(start, end), group=_GROUP)
    found = found and replace(found, text=text)
    if found is None or quoted or found.specifier or found.url:
        return found
    cut = _CUT.match(entries.text, end)
    if cut is None or entries.text[end : end + 1] in "'\"":
        return found
    place = entries.span(start, cut.end())
    return replace(found, span=place, cut=cut.group())


def _at_as_bound(text: str) -> str:
    """``name@3.0.0``, as ``poetry add`` and ``uv tool`` take it, with pip's operator."""
    match = re.fullmatch(r"([A-Za-z0-9][\w.-]*)@([\^~]?\d[\w.]*)", text)
    return f"{match[1]}{loose(match[2])}" if match else text


def _end(entries: Entries, span: Span) -> int:
    return entries.places.offset(span.end_line, span.end_column)
