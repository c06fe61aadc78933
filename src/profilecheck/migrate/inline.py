"""Commands of 3.0 in the sentences of a page that is migrated, as inline code: nothing is rewritten there, which is told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Final

from profilecheck.engine import document_of
from profilecheck.launching import PAGES
from profilecheck.migrate import lines, pins
from profilecheck.migrate.ledger import Part
from profilecheck.migrate.request import Source, Work
from profilecheck.sources.shell.markdown import blocks
from profilecheck.sources.tables import Places

_CODE: Final = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)(?P<text>[^\n]*?)(?<!`)(?P=ticks)(?!`)")
_NAME: Final = re.compile("puffer", re.IGNORECASE)
_SHELL: Final = "page.sh"


def told(source: Source, works: Iterable[Work]) -> Iterator[Work]:
    """A note for each line of a page with such commands, where anything else of the page is migrated."""
    is_page = PurePosixPath(source.file).suffix.lower() in PAGES
    if not is_page or not any(work.edits or work.ports for work in works):
        return
    text = source.document.text
    places, found = Places(text), dict[int, list[str]]()
    for at, command in _commands(text):
        if _is_old(command, source):
            found.setdefault(places.span(at, at).line, []).append(command)
    if found:
        notes = (_note(line, commands) for line, commands in found.items())
        yield Work((Part("", (), remarks=tuple(notes)),))


def _note(line: int, commands: list[str]) -> str:
    named = " and ".join(f"`{one}`" for one in commands)
    stay = "stays as it is" if len(commands) == 1 else "stay as they are"
    return f"line {line}: {named} {stay} in the text: write it for 4.0 yourself"


def _commands(text: str) -> Iterator[tuple[int, str]]:
    """The inline code that names PufferLib, with its places."""
    at = 0
    for start, end in [*((one.start, one.end) for one in blocks(text)), (len(text), len(text))]:
        for match in _CODE.finditer(text, at, start):
            if _NAME.search(match["text"]):
                yield match.start(), match["text"].strip()
        at = end


def _is_old(command: str, source: Source) -> bool:
    """Whether something would become of a command, stood it in a script."""
    document = document_of(f"{command}\n".encode("utf-8", "replace"), _SHELL, _SHELL)
    if document is None:
        return False
    if any(pins.is_old(one, _SHELL) for one in document.requirements):
        return True
    made = lines.work(replace(source, document=document))
    return made is not None and any(part.entries or part.questions for part in made.parts)
