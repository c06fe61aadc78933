"""A command as one line that a POSIX shell reads as the same words, byte for byte, and that a terminal shows as it is."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence


def quoted(words: Sequence[str]) -> str:
    """The line. What would control a terminal, and bytes that are no text, are written as ``printf`` reads them."""
    return " ".join(map(_word, words))


def _word(word: str) -> str:
    if all(char.isprintable() or char == "\n" for char in word):
        return shlex.quote(word)
    text = word.rstrip("\n")
    ends = word[len(text) :]  # $(...) drops them
    printed = "".join(map(_printed, text))
    return f"\"$(printf -- '{printed}')\"" + (shlex.quote(ends) if ends else "")


def _printed(char: str) -> str:
    if char.isprintable() and char not in "%\\'":
        return char
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(char))
