"""How the launchers of 3.0 and 4.0 read the flags of a command line: argparse, as they set it up.

Every key of default.ini and of the environment's INI is a flag (``[vec] num_envs`` is ``--vec.num-envs``)
whose value is read by the type of the value there, beside flags of the launcher's own. argparse takes any
beginning of a flag that only one flag has, and ends with status 2 at the first thing that it refuses. 3.0 has it
read the launcher's own flags alone before it opens an INI: the flag of a key such as ``[base] load`` is then the
beginning of others.

Source: pufferlib 3.0.0 pufferl.py load_config; 8e3e754 pufferlib/pufferl.py load_config.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from profilecheck.document import UNKNOWN, Unknown, Word
from profilecheck.findings import Span
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_programs import (
    HELP,
    LAUNCHERS,
    RENDER_MODES,
    Launcher,
    type_of,
)
from profilecheck.profiles.loader import option

Outcome = Literal["set", "unknown", "ambiguous", "refused", "no-value", "with-value", "stray"]
"""What argparse makes of a flag, or of a word that belongs to none (``stray``): ``refused`` is its value,
``no-value`` lacks one, ``with-value`` is a switch that was given one."""

_NEGATIVE: Final = re.compile(r"-\d+|-\d*\.\d+")
_EXPONENT: Final = re.compile(r"-\d*\.?\d*[eE][-+]?\d+")
"""A negative number that argparse takes for a flag."""
AUTO: Final = "auto"


@dataclass(frozen=True, slots=True)
class Option:
    """A flag that a launcher takes. ``name`` is the setting that it sets, None for one of the launcher's own;
    ``type`` reads its value, None for a switch. ``auto``: it is read as a number, or is the word ``auto``.
    ``certain`` is false where another INI that is not known may give it another type; ``below`` is the value in
    the INIs that are known."""

    flag: str
    name: Name | None
    type: type | None
    auto: bool = False
    certain: bool = True
    below: object = UNKNOWN


@dataclass(frozen=True, slots=True)
class Given:
    """A flag as it stands in a command line, and what becomes of it. ``text`` is its value as it is
    written, where all of it is known."""

    flag: str
    outcome: Outcome
    word: Word
    option: Option | None = None
    value: object = UNKNOWN
    text: str | Unknown | None = None
    value_span: Span | None = None
    others: tuple[str, ...] = ()

    @property
    def key_span(self) -> Span:
        """The place of the flag itself, behind a quote that its value ends with."""
        span, after = self.word.span, self.word.after
        if after is None or self.flag == self.word.text:
            return span
        column, end = span.column, span.column + len(self.flag)
        if (after.line, after.column) == (span.line, end + 2):
            column, end = column + 1, end + 1
        return Span(span.line, column, span.line, end)

    @property
    def joined(self) -> bool:
        """Whether its value stands behind a ``=``."""
        return self.value_span == self.word.after

    @property
    def last(self) -> Span:
        """Where it ends, with its value."""
        span = self.value_span
        return span if span is not None and not self.joined else self.word.span


@dataclass(frozen=True, slots=True)
class Parser:
    """The flags that a launcher takes. ``complete`` is false where the environment's INI, which is not
    known, may add others."""

    launcher: Launcher
    options: Mapping[str, Option]
    complete: bool
    _found: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)

    def meant(self, flag: str) -> tuple[str, ...]:
        """The flags that a written one may stand for."""
        if flag in self.options:
            return (flag,)
        if flag not in self._found:
            self._found[flag] = tuple(name for name in self.options if name.startswith(flag))
        return self._found[flag]

    def taken_for(self, flag: str) -> tuple[Option, ...]:
        """The launcher's own flags that the whole flag of a setting is taken for by whoever reads those first."""
        found = self.options.get(flag)
        if found is None or found.name is None or not self.launcher.twice:
            return ()
        own = (one for one in self.options.values() if one.name is None and one.flag != f"--{HELP}")
        return tuple(one for one in own if one.flag.startswith(flag))


def parser(target: str, settings: Iterable[tuple[Name, object]], *, complete: bool) -> Parser:
    """The parser of a generation's launcher, given the settings of the INIs that it read."""
    launcher = LAUNCHERS[target]
    options = {
        f"--{flag}": Option(f"--{flag}", None, kind) for flag, kind in launcher.fixed.items()
    }
    for name, value in settings:
        made = option(name, value)
        auto = value == AUTO and not launcher.auto
        options.setdefault(
            made.flag, Option(made.flag, name, type_of(value), auto, complete, value)
        )
    return Parser(launcher, options, complete)


def parse(words: Sequence[Word], parser: Parser) -> Iterator[Given]:
    """What becomes of each flag and of each word that belongs to none, in their order.

    Behind a word that may come to several, what follows may belong to a flag in it: nothing is said of it.
    """
    at, hidden = 0, False
    while at < len(words):
        word = words[at]
        at += 1
        if word.several or not (word.whole or "=" in word.text or not word.text.startswith("-")):
            hidden = True
        elif not _is_flag(word, None):
            if not hidden and word.whole:
                yield Given(word.text, "stray", word)
        elif word.text == "--":
            yield Given(word.text, "stray", word)
            return
        else:
            hidden = False
            following = words[at] if at < len(words) else None
            given, taken = _given(word, following, parser)
            at += taken
            yield given


def _is_flag(word: Word, parser: Parser | None) -> bool:
    """Whether argparse takes a word for a flag, and not for a value: one with a blank in it is a value, unless
    a flag of the parser stands before its ``=``."""
    text = word.text
    if not text.startswith("-") or len(text) == 1 or _NEGATIVE.fullmatch(text):
        return False
    if " " not in text:
        return True
    flag, equals, _ = text.partition("=")
    if not equals or (parser is not None and parser.meant(flag)):
        return bool(equals)
    return parser is None or not (parser.complete or " " in flag)


def _given(word: Word, following: Word | None, parser: Parser) -> tuple[Given, int]:
    """A flag, and how many of the words behind it are its value."""
    flag, equals, joined = word.text.partition("=")
    meant = ("--help",) if flag == "-h" else parser.meant(flag) if flag.startswith("--") else ()
    takes = not equals and following is not None and not _is_flag(following, parser)
    value = joined if equals else following.text if takes and following else None
    known = word.whole if equals else following is None or following.whole
    text = value if known or value is None else UNKNOWN
    span = word.after if equals else following.span if takes and following else None
    if len(meant) != 1:
        outcome: Outcome = "ambiguous" if meant else "unknown"
        return Given(flag, outcome, word, None, UNKNOWN, text, span, meant), int(takes)
    found = parser.options[meant[0]]
    first = parser.taken_for(found.flag) if flag == found.flag else ()
    if len(first) > 1:
        others = tuple(one.flag for one in first)
        return Given(flag, "ambiguous", word, found, UNKNOWN, text, span, others), int(takes)
    if found.type is None:
        outcome = "with-value" if equals else "set"
        return Given(flag, outcome, word, found, True, joined if equals else None, span), 0
    if text is None:
        lost = following is not None and _EXPONENT.fullmatch(following.text) is not None
        text = following.text if lost and following else None
        return Given(flag, "no-value", word, found, UNKNOWN, text), int(lost)
    if text is UNKNOWN:
        return Given(flag, "set", word, found, UNKNOWN, text, span), int(takes)
    for each in (*first, found):
        try:
            read = read_value(str(text), each, parser.launcher)
        except Exception:  # argparse takes whatever a type raises for a refusal
            return Given(flag, "refused", word, each, UNKNOWN, text, span), int(takes)
    return Given(flag, "set", word, found, read, text, span), int(takes)


def read_value(text: str, option: Option, launcher: Launcher) -> object:
    """The value that a launcher reads. Raises where argparse refuses it."""
    if option.flag == "--render-mode" and text not in RENDER_MODES:
        raise ValueError(text)
    if text == AUTO and (option.auto or (launcher.auto and option.name is not None)):
        return text
    if option.auto:
        return int(text) if text.isnumeric() else float(text)
    if option.type is type(None):
        if option.certain:
            raise TypeError(text)
        return text
    assert option.type is not None
    made: object = option.type(text)
    return made
