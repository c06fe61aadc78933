"""How a value is written as a flag so that a launcher reads exactly that value.

A launcher reads a flag by the type of the value in its INIs: ``bool("False")`` is true and only the empty
text is false, ``list("ab")`` is a list of letters, and nothing is read where the INIs hold None. What
can be written is therefore tried, by the same reading that judges launch lines.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.profiles.base import kind_of
from profilecheck.profiles.launch_flags import Option, read_value
from profilecheck.profiles.launch_programs import Launcher


def spelled(value: object, option: Option, launcher: Launcher) -> str | None:
    """The text that a launcher reads as the value; None where it reads none so. A whole number may be read
    as a float of the same size, and the other way round."""
    read = [(text, _read(text, option, launcher)) for text in _texts(value)]
    exact = (text for text, found in read if same(found, value))
    return next(exact, next((text for text, found in read if alike(found, value)), None))


def same(one: object, other: object) -> bool:
    """Whether two values are equal, and of the same type all through."""
    return type(one) is type(other) and repr(one) == repr(other)


def alike(one: object, other: object) -> bool:
    """Whether two values are the same, or the same number."""
    numbers = {"int", "float"} >= {kind_of(one), kind_of(other)}
    return same(one, other) or (numbers and one == other)


class _Refused:
    """What a launcher reads where it refuses the text."""


def _read(text: str, option: Option, launcher: Launcher) -> object:
    try:
        text.encode("utf-8", "surrogateescape")
        return _Refused if "\0" in text else read_value(text, option, launcher)
    except Exception:  # argparse takes whatever a type raises for a refusal
        return _Refused


def _texts(value: object) -> Iterator[str]:
    """Texts that may be read as the value."""
    yield str(value)
    yield ""  # false, and whatever is empty
    if isinstance(value, float) and value.is_integer():
        yield str(int(value))
    if isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value):
        yield "".join(value)
