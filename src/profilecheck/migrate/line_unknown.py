"""Words of a launch line that are not known: flags of 3.0 in what is put in there stay as they are, and are told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from profilecheck.document import Word
from profilecheck.migrate.ledger import Port
from profilecheck.migrate.line_draft import LineDraft
from profilecheck.migrate.request import TO
from profilecheck.migrate.words import Words
from profilecheck.profiles import is_known, profiles
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import Launch, name_of
from profilecheck.profiles.launch_programs import fixed_in
from profilecheck.profiles.names import change

_NAMED: Final = re.compile(r"\$[({]?(?P<name>[A-Za-z_]\w*)")
_ASSIGNED: Final = r"(?m)(?<![\w.$-]){}[ \t]*[:?+]?=[ \t]*(?P<text>\((?:[^()]|\([^()]*\))*\)|(?:[^\n]*\\\n)*[^\n]*)"
_IN_PYTHON: Final = re.compile(r"\**(?P<name>[A-Za-z_]\w*)")
_ADDED: Final = (
    r"(?<![\w.]){}[ \t]*(?:\+?=|\.(?:append|extend)\()[ \t]*(?P<text>\[[^\[\]]*\]|[^\n]*)"
)
_DEFINED: Final = re.compile(r"(?m)^(?:async def|def|class)\b")
_FLAG: Final = re.compile(r"(?<![\w-])--[a-z][\w.-]*[\w]")
_MANY: Final = re.compile(r"[@*]")
"""What is in a variable for many words, certainly."""
SHOWN: Final = 3
"""How many flags are told, at most."""


def tell_unknown(line: LineDraft, given: Iterable[Given]) -> None:
    """Tell of the words of a line that are not known, and may hold flags. ``given`` are those that are."""
    values = {one.value_span for one in given}
    for word in _unknown(line.launch):
        raw = line.words.written(word.span)
        if word.span in values or not ("$" in raw or line.words.python):
            continue  # a value, or a placeholder
        if word is line.launch.environment and not _MANY.search(raw):
            continue
        named = (_IN_PYTHON if line.words.python else _NAMED).match(raw.strip("\"'"))
        held = _held(_before(word, line.words), named["name"], line.words) if named else {}
        if held:
            flags, first = ", ".join(list(held)[:SHOWN]), min(held.values())
            at = line.words.text.count("\n", 0, first) + 1
            how = f"{raw} is put together on line {at}, and not known here: write it for 4.0 there ({flags})"
            line.ports.append(Port(word.span, f"the flags in {raw}", how))
        else:
            line.remarks.append(
                f"line {line.place}: what {raw} puts in is not known here: flags of 3.0 in it are for you to write"
            )


def _unknown(launch: Launch) -> Iterator[Word]:
    """The words of a launch that are not known and may come to flags."""
    if launch.environment is not None and launch.environment.several:
        yield launch.environment
    for word in launch.arguments:
        if word.several or not (word.whole or "=" in word.text or not word.text.startswith("-")):
            yield word


def _before(word: Word, words: Words) -> str:
    """The text in which what a word stands for is put together; in Python, what stands before it in its function."""
    if not words.python:
        return words.text
    end = words.range(word.span)[0]
    start = max((found.start() for found in _DEFINED.finditer(words.text, 0, end)), default=0)
    return " " * start + words.text[start:end]


def _held(text: str, name: str, words: Words) -> dict[str, int]:
    """The flags that 4.0 does not take among those that are assigned to a variable, with the place of each."""
    found: dict[str, int] = {}
    known = [words.range(one.span) for one in words.command if one.whole]
    put_together = _ADDED if words.python else _ASSIGNED
    for assigned in re.finditer(put_together.format(re.escape(name)), text):
        for flag in _FLAG.finditer(assigned["text"]):
            at = assigned.start("text") + flag.start()
            if not _stays(flag.group()) and not any(start <= at < end for start, end in known):
                found.setdefault(flag.group(), at)
    return found


def _stays(flag: str) -> bool:
    """Whether 4.0 takes a flag, or it is nobody's."""
    name, own = name_of(flag), fixed_in(flag.lstrip("-"))
    if own:
        return TO in own
    row = change(*name, TO)
    moved = row is not None and row.generation != TO
    return not moved and (profiles()[TO].spec(*name) is not None or not is_known(name))
