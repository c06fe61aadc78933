"""Commands that install what a file asks for (``pip install -r``): told where a pin of 3.0 stays in that file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from profilecheck.document import Requirement, Word
from profilecheck.engine import document_of
from profilecheck.files import read_file
from profilecheck.migrate import lines, pins, unbuilt
from profilecheck.migrate.ledger import Part, Port
from profilecheck.migrate.request import Source, Work
from profilecheck.pins import LIMIT, requirements_in
from profilecheck.profiles import pins_to_v4 as words
from profilecheck.sources.dependencies import decoded, kind_of
from profilecheck.sources.dependencies.purpose import Purpose
from profilecheck.sources.read import read
from profilecheck.surroundings import look

_FLAG: Final = re.compile(r"(?:-r|--requirements?)(?:=?(?P<path>.*))", re.DOTALL)
_MARKS: Final = ("-r", "--requirement")
_INSTALLS: Final = re.compile(r"pip[\d.]*|uv|pip-sync")
_VERBS: Final = frozenset({"install", "add", "sync", "pip-sync"})


def work(source: Source) -> Work | None:
    """What is to be said of the files that a script installs from; None where there is nothing."""
    document, request = source.document, source.request
    holds = document.commands or document.requirements
    is_read = kind_of(source.file) is None and document.format in ("script", "yaml")
    if not (request.paths and holds and is_read):
        return None
    is_done = request.pin is None and lines.is_of_target(source)
    told = replace(source, request=replace(request, pin=words.EXAMPLE)) if is_done else source
    remarks: list[str] = []
    ports: list[Port] = []
    purpose = Purpose(document.text, Path(source.file).name)
    for word, path in _named(source):
        found = unbuilt.find(source, path) if word.whole else None
        if found is None and request.pin is None:
            continue  # it was noted when pins were migrated
        if found is None:
            shown = path if word.whole else "a file that a variable names"
            remarks.append(words.FROM_NOWHERE.format(line=word.span.line, path=shown))
        elif not purpose.is_another(word.span.line, path, words.MAJOR):
            ports += _ports(told, word, path, found)
    if not (remarks or ports):
        return None
    parts = (Part("files", (), remarks=tuple(dict.fromkeys(remarks))),) if remarks else ()
    return Work(parts, ports=tuple(ports))


def _ports(source: Source, word: Word, path: str, found: Path) -> Iterator[Port]:
    """What is to be done about an install from a file."""
    data = _data(found)
    asked = list(requirements_in(decoded(data), found.name))
    if source.request.pin is not None and (why := _why_old(source, found, data, asked)):
        yield Port(word.span, words.FROM_FILE.format(path=path), why)
    elif port := unbuilt.port_of_file(source, word.span, path, asked):
        yield port


def _named(source: Source) -> Iterator[tuple[Word, str]]:
    """The files that commands of a script install from: the word that names each, and its path."""
    text = source.document.text.encode("utf-8", "surrogatepass")
    document = read(text, source.document.path, source.file, marks=_MARKS)
    for command in document.commands if document is not None else ():
        texts = [one.text.rpartition("/")[2] for one in command.words]
        if any(map(_INSTALLS.fullmatch, texts)) and not _VERBS.isdisjoint(texts):
            yield from _paths(command.words)


def _paths(given: Sequence[Word]) -> Iterator[tuple[Word, str]]:
    for at, word in enumerate(given):
        match = _FLAG.fullmatch(word.text)
        if match is None:
            continue
        if match["path"]:
            yield word, match["path"]
        elif at + 1 < len(given):
            yield given[at + 1], given[at + 1].text


def _data(found: Path) -> bytes:
    try:
        return read_file(found, LIMIT + 1)
    except (OSError, ValueError):
        return b""


def _why_old(source: Source, found: Path, data: bytes, asked: Sequence[Requirement]) -> str:
    """Why a file, whose bytes and requirements are given, will still ask for 3.0 once all is migrated; nothing where it
    will not."""
    old = [one for one in asked if pins.is_old(one, found.name)]
    if not old:
        return ""
    told = words.ITS_PIN.format(line=old[0].span.line, told=old[0].text)
    if kind_of(str(found)) is None:
        return f"{told}, {words.NOT_READ}"
    if os.path.realpath(found) not in source.request.paths:
        return f"{told}, {words.NOT_MIGRATED}"
    document = document_of(data, str(found), str(found))
    if document is None:
        return ""
    made = pins.work(Source(document, source.request, look(found), str(found)))
    return "" if made is None or made.edits or made.ports else f"{told}, {words.STAYS_THERE}"
