"""What ``echo`` and ``printf`` tell the shell behind a pipe, as far as it is certain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from profilecheck.sources.shell.escapes import decoded, doubtful
from profilecheck.sources.shell.text import ANY, Piece
from profilecheck.sources.shell.words import LONGEST, Token

_ECHO_OPTION: Final = re.compile(r"-[neE]+")
_CONVERSION: Final = re.compile(r"%(?:%|[-+ #0-9.*]*(?:\([^)]*\))?[A-Za-z])")
_WHOLE: Final = re.compile(r"-?\d+")


def told(words: Sequence[Token]) -> Piece:
    """The text that a command of these words writes."""
    if words[0].text == "printf":
        return _printed([word for word in words[1:] if word.text != "--"])
    options = 0
    while options + 1 < len(words) and _ECHO_OPTION.fullmatch(words[options + 1].text):
        options += 1
    text = _joined([word.piece for word in words[options + 1 :]], " ")
    reads = any("e" in word.text for word in words[1 : options + 1])
    return decoded(text) if reads else doubtful(text)


def _printed(words: Sequence[Token]) -> Piece:
    """What printf makes of a format and its arguments. It begins anew as long as there are some."""
    if not words or words[0].text == "-v":
        return Piece("", [])
    form, arguments = decoded(words[0].piece), list(words[1:])
    parts: list[Piece] = []
    while sum(len(part.text) for part in parts) < LONGEST:
        left, at = len(arguments), 0
        for match in _CONVERSION.finditer(form.text):
            parts += [form[at : match.start()], _converted(match.group(), form, match, arguments)]
            at = match.end()
        parts.append(form[at:])
        if not arguments or len(arguments) == left:
            break
    return _joined(parts, "")


def _converted(written: str, form: Piece, match: re.Match[str], arguments: list[Token]) -> Piece:
    start = form.places[match.start()]
    if written == "%%":
        return Piece("%", [start])
    given = arguments.pop(0).piece if arguments else None
    if given is None:
        return Piece("", []) if written == "%s" else Piece(ANY, [start])
    whole = _WHOLE.fullmatch(given.text) is not None
    if written == "%s" or (written in ("%d", "%i") and whole):
        return given
    return decoded(given) if written == "%b" else Piece(ANY, [start])


def _joined(parts: Sequence[Piece], between: str) -> Piece:
    """Texts one behind the other; what is put between them stands where the one before ends."""
    text: list[str] = []
    places: list[int] = []
    for part in parts:
        if text and between:
            text.append(between)
            places.append(places[-1] if places else 0)
        text.append(part.text)
        places += part.places
    return Piece("".join(text), places)
