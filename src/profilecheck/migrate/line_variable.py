"""Launches of which a variable holds several words, the program among them: these words stand where it is set.

A reader of a script tells all words that a variable puts in at the place where it is used. What edits them has to
know each in the text that sets the variable.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from profilecheck.blocks import Block
from profilecheck.document import Word
from profilecheck.findings import Span
from profilecheck.migrate.expansions import OF_MAKE, VARIABLE
from profilecheck.profiles.launch_lines import Launch
from profilecheck.sources.tables import Places

_TOKEN: Final = re.compile(r"(?:[^\s\\]|\\(?!\r?\n))+")
_NAME: Final = r"(?<![\w.$-]){}[ \t]*"
_SET: Final = _NAME + r"[:?+!]*="
_VALUE: Final = (
    rf"(?m){_NAME}"
    r":{{0,3}}=[ \t]*(?P<quote>[\"']?)(?P<value>(?:[^\"'\n\\]|\\\r?\n)*?)(?P=quote)[ \t]*(?:[#;&].*)?\r?$"
)


def in_place(block: Block, places: Places, *, make: bool) -> Block:
    """A launch with the words that a variable holds at their own places, where one assignment gives them all."""
    launch = block.launch
    if launch is None:
        return block
    words: list[Word] = []
    for span, several in groupby(launch.command.words, lambda word: word.span):
        held = list(several)
        words += (
            (_held(held, span, block.document.text, places, make) or held) if held[1:] else held
        )
    moved = dict(zip(map(id, launch.command.words), words, strict=True))
    if all(id(one) == key for key, one in moved.items()):
        return block
    return replace(block, launch=_with(launch, tuple(words), moved))


def _with(launch: Launch, words: tuple[Word, ...], moved: dict[int, Word]) -> Launch:
    def new(word: Word) -> Word:  # a placeholder's word is no longer the command's own
        return moved.get(id(word), word)

    return replace(
        launch,
        command=replace(launch.command, words=words),
        program=new(launch.program),
        mode=new(launch.mode) if launch.mode else None,
        environment=new(launch.environment) if launch.environment else None,
        arguments=tuple(map(new, launch.arguments)),
    )


def _held(
    words: Sequence[Word], span: Span, text: str, places: Places, make: bool
) -> list[Word] | None:
    """The words that stand at the place of one variable, each where the variable is set."""
    start = places.offset(span.line, span.column)
    used = (OF_MAKE if make else VARIABLE).match(text, start)
    name = used and (used["name"] or used["braced"])
    if not name or len(re.findall(_SET.format(re.escape(name)), text)) != 1:
        return None
    value = re.search(_VALUE.format(re.escape(name)), text)
    if value is None:
        return None
    tokens = list(_TOKEN.finditer(text, *value.span("value")))
    if len(tokens) != len(words):
        return None
    made = [_at(word, token, places) for word, token in zip(words, tokens, strict=True)]
    return None if None in made else [one for one in made if one is not None]


def _at(word: Word, token: re.Match[str], places: Places) -> Word | None:
    """A word where a text holds it; None where another stands there."""
    written = token.group()
    if (
        written != word.text
        if word.whole
        else not ("$" in written and written.startswith(word.text))
    ):
        return None
    after = None
    if word.after is not None:
        after = places.span(token.start() + written.index("=") + 1, token.end())
    return replace(word, span=places.span(*token.span()), after=after)
