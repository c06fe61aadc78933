"""How a value is told in a message: never at a length that buries the message, and never failing."""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 60
"""Characters of one value that a message quotes, at most."""
_MOST: Final = 2000
"""Characters of a message, at most. Lists of names come to half of that."""


def told(value: object) -> str:
    """The ``repr`` of a value, cut where it is long; its class where that fails."""
    try:
        return cut(repr(value))
    except Exception:  # a class may fail to write its objects, Python refuses huge integers
        return f"<{type(value).__name__}>"


def count_told(value: object) -> str:
    """A count as it was given: digits of the command line without quotes."""
    if type(value) is str and re.fullmatch(r"-?[0-9.]{1,9}", value):
        return value
    return told(value)


def counted(number: object, noun: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {noun}{'' if str(number) == '1' else 's'}"


def cut(text: str, most: int = LONGEST) -> str:
    """``text``, or its beginning and its end where it has more than ``most`` characters."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - 3 - end]}...{text[-end:]}"


def brief(message: str, *quoted: str) -> str:
    """A message with the texts that it quotes cut where they are long, and never endless itself."""
    for text in sorted(quoted, key=len, reverse=True):
        if len(text) > LONGEST and text in message:
            message = message.replace(text, cut(text))
    return cut(message, _MOST)
