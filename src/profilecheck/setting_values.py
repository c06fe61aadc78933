"""What the value of a setting may be.

Each reader returns the value or refuses it with what is wrong and what would be right, as a
sentence that follows the setting's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, cast

LARGEST_COUNT: Final = 2**31 - 1


class Refused(Exception):
    """A value that a setting does not take; the message follows the setting's name."""


def profile(value: object) -> str:
    """A profile's name, such as ``3.0``, or ``auto``. Which profiles there are is not judged here."""
    if isinstance(value, str) and re.fullmatch(r"\d+\.\d+|auto", value, re.ASCII):
        return value
    hint = f': write "{value}"' if isinstance(value, float) else ""
    raise Refused(f'{_stated(value)}: expected a profile such as "3.0", or "auto"{hint}')


def one_of(words: tuple[str, ...], missing: str = "") -> Callable[[object], str]:
    """A reader of one of ``words``. ``missing`` says what is wrong with any other."""

    def read(value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        nearest = did_you_mean(value, words) if isinstance(value, str) else ""
        expected = either([shown(word) for word in words])
        raise Refused(f"{_stated(value)}: {missing or f'expected {expected}'}{nearest}")

    return read


def either(words: Sequence[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def string(value: object) -> str:
    """Any string."""
    if isinstance(value, str):
        return value
    raise Refused(f"is {kind(value)}: expected a string")


def count(value: object) -> int:
    """A whole number of at least 1 that 32 bits hold."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_COUNT:
        return value
    raise Refused(f"{_stated(value)}: expected a whole number of at least 1")


def flag(value: object) -> bool:
    """``true`` or ``false``."""
    if isinstance(value, bool):
        return value
    hint = f": write {value}" if value in ("true", "false") else ""
    raise Refused(f"{_stated(value)}: expected true or false{hint}")


def jobs(value: object) -> int | Literal["auto"]:
    """A count of processes, or the word ``auto``."""
    if value == "auto":
        return "auto"
    try:
        return count(value)
    except Refused as refused:
        raise Refused(f'{refused}, or "auto"') from None


def cores(value: object) -> int | Literal["none"]:
    """A count of physical cores, or the word ``none``."""
    if value == "none":
        return "none"
    try:
        return count(value)
    except Refused as refused:
        raise Refused(f'{refused}, or "none"') from None


def strings(value: object) -> tuple[str, ...]:
    """An array of strings, none of them empty."""
    if not isinstance(value, list):
        hint = f": write [{shown(value)}]" if isinstance(value, str) else ""
        raise Refused(f"is {kind(value)}: expected an array of strings{hint}")
    wrong = [item for item in value if not isinstance(item, str) or not item]
    if wrong:
        raise Refused(f"holds {', '.join(map(shown, wrong))}: expected strings that are not empty")
    return tuple(value)


def codes(value: object) -> tuple[str, ...]:
    """Codes of rules, beginnings of codes, or names of rules: ``PC``, ``PC203``, ``num-envs``. Which
    rules there are is not judged here."""
    given = strings(value)
    form = r"PC\d{0,3}|pc\d{0,3}|(?!pc\d)[a-z0-9]+(-[a-z0-9]+)*"
    wrong = [word for word in given if not re.fullmatch(form, word, re.ASCII)]
    if wrong:
        listed = ", ".join(map(shown, wrong))
        raise Refused(
            f"holds {listed}: expected codes, their beginnings or rules' names, "
            'such as "PC203", "PC2" or "envs-by-workers"'
        )
    return given


def table(value: object) -> dict[str, object]:
    """A table."""
    if isinstance(value, dict):
        return cast("dict[str, object]", value)
    raise Refused(f"is {kind(value)}: expected a table")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like another; None where none is like it."""
    from difflib import get_close_matches  # needed only where something is wrong

    lowered = {name.lower(): name for name in known}
    near = get_close_matches(word.lower()[:100], lowered, n=1)
    return lowered[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`` (did you mean X?)`` for the nearest known word; empty where none is near."""
    near = nearest(word, known)
    return "" if near is None else f" (did you mean {printable(near)}?)"


def kind(value: object) -> str:
    """What TOML calls a value of this type, with its article."""
    kinds: tuple[tuple[type | tuple[type, ...], str], ...] = (
        (bool, "a boolean"),
        ((int, float), "a number"),
        (str, "a string"),
        (dict, "a table"),
        (list, "an array"),
    )
    return next((name for type_, name in kinds if isinstance(value, type_)), "a date or time")


def _stated(value: object) -> str:
    return f"is {kind(value)}" if isinstance(value, (dict, list)) else f"= {shown(value)}"


def shown(value: object) -> str:
    """A value as TOML would write it, cut where it is long; tables and arrays by their kind."""
    if isinstance(value, (dict, list)):
        return kind(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        text = '"' + printable(value.replace("\\", "\\\\").replace('"', '\\"')) + '"'
    elif isinstance(value, int) and abs(value) > LARGEST_COUNT:
        text = hex(value)  # Python refuses to write thousands of decimal digits
    else:
        text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def printable(text: str) -> str:
    """``text`` with every character that a terminal might act on written as an escape."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04X}" for char in text)
