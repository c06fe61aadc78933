"""The flags of a launch line that set keys of the INIs, as settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from profilecheck.document import UNKNOWN
from profilecheck.migrate.request import FROM
from profilecheck.migrate.words import Words
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name, text_of
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import name_of
from profilecheck.profiles.launch_programs import fixed_in

_OF_BASE: Final = "--base."
"""What no launcher takes, for the flags of [base]'s keys are without their section: such a flag stays as it is."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag that sets a key of the INIs. ``value`` is what 3.0 reads, UNKNOWN where that is not known."""

    given: Given
    name: Name
    value: object

    def raw(self, words: Words) -> str:
        """The text of its value, with its quotes; nothing where it has none."""
        return words.raw_of(self.given)

    def is_literal(self, words: Words) -> bool:
        """Whether its value stands in the line itself."""
        return words.is_literal(self.given)


def flags_of(given: Iterable[Given]) -> Iterator[Flag]:
    """The flags of a line that are settings."""
    return (made for one in given if (made := flag_of(one)) is not None)


def flag_of(given: Given) -> Flag | None:
    """A flag of a line as a setting; None for one of the launcher's own, and for one that cannot be told."""
    if given.outcome in ("ambiguous", "stray", "no-value", "with-value"):
        return None
    if given.option is not None:
        if given.option.name is None:
            return None
        return Flag(given, given.option.name, _value(given))
    if not given.flag.startswith("--") or fixed_in(given.flag.lstrip("-")):
        return None
    if given.flag.startswith(_OF_BASE):
        return None
    name = name_of(given.flag)
    if not isinstance(given.text, str):
        return Flag(given, name, UNKNOWN)
    read = profiles()[FROM].read(given.text)
    return Flag(given, name, given.text if read is False else read)  # bool() takes it for true


def _value(given: Given) -> object:
    """The value that 3.0's launcher reads; the text itself of what is true to it and may not be meant so."""
    if given.outcome != "set":
        return UNKNOWN
    typed = given.option.type if given.option else None
    if typed is bool and isinstance(given.text, str) and given.text not in ("True", ""):
        return given.text
    return given.value


def one_word(value: object) -> str:
    """The text of a value as one word of a shell."""
    text = value if isinstance(value, str) else text_of(value)
    plain = text and all(c.isalnum() or c in "_-+./:,=@%" for c in text)
    return text if plain else "'" + text.replace("'", "'\\''") + "'"
