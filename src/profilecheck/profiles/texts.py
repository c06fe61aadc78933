"""What a text that the loaders left as a string was probably meant to be.

3.0 and 4.0 read a value with ``ast.literal_eval`` and keep the text where that fails; configparser
knows comments only where a line begins. So ``auto  # note`` and ``true`` are strings to them.
"""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from typing import Final

from profilecheck.document import Setting
from profilecheck.profiles.base import read_literal

_COMMENT = re.compile(r"(?:^|\s)(?=[#;])")
_ARITHMETIC = re.compile(r"[\d.eE_]+(?:\s*(?:\*\*|[-+*/])\s*[\d.eE_]+)+")
_EXPONENT = re.compile(r"[-+]?\d[\d_]*(?:\.[\d_]*)?[eE][-+]?\d+")
_STATEMENT = re.compile(r"[A-Za-z_][\w.-]*\s*[=:](?!=)")
_HEADER = re.compile(r"\[[A-Za-z_][\w.-]*\]")
_DECIMAL_COMMA = re.compile(r"(-?0),([0-9]+)")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
_TITLE = re.compile(r"\s*([\w.]+)\s*\]\s*[#;]")

_BOOLEANS: Final = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
}


def before_comment(text: str) -> str | None:
    """What stands before a comment in a value; None where nothing in it looks like one.

    A comment is ``#`` or ``;`` at the beginning or behind a blank.
    """
    match = _COMMENT.search(text)
    return text[: match.start()].rstrip() if match else None


def before_sure_comment(text: str) -> str | None:
    """What stands before a comment in a text that may be anything, where ``Level #3`` is no comment:
    the mark is followed by a blank, or what stands before it is a literal."""
    meant = before_comment(text)
    if meant is None or read_literal(text) != text:
        return None
    spaced = text[len(meant) :].lstrip()[1:2].isspace()
    return meant if spaced or not isinstance(read_literal(meant), str) else None


def literal_before_comment(text: str) -> str | None:
    """What stands before a comment of Python's behind a literal on one line, which the loaders read and pass
    over; None where there is none."""
    if "#" not in text or read_literal(text) == text:
        return None
    try:
        tokens = list(tokenize.generate_tokens(iter([text]).__next__))
    except (tokenize.TokenError, SyntaxError):
        return None
    at = next((token.start[1] for token in tokens if token.type == tokenize.COMMENT), None)
    return None if at is None else text[:at].rstrip()


def title_before_comment(title: str) -> str | None:
    """The title that a header was to open whose comment became part of it, because a title ends at
    the last ``]`` of its line; None where there is no comment in it."""
    match = _TITLE.match(title)
    return match[1] if match else None


def as_boolean(text: str) -> bool | None:
    """The boolean that ``true``, ``no``, ``Off`` mean in other formats; None for any other text."""
    return _BOOLEANS.get(text.strip().lower())


def as_number(text: str) -> int | float | None:
    """The number that a text spells; None where it spells none."""
    stripped = text.strip()
    try:
        return int(stripped)
    except ValueError:
        pass
    try:
        return float(stripped)
    except ValueError:
        return None


def depends_on_its_reader(setting: Setting) -> bool:
    """True for the text ``1e-3`` or ``1.0e7`` that YAML has without quotes. To PyYAML it is text, for YAML
    1.1 knows an exponent only behind a dot and with a sign; to OmegaConf, Hydra and YAML 1.2 a number."""
    text = setting.value
    return isinstance(text, str) and text == setting.raw and bool(_EXPONENT.fullmatch(text))


def spelt(number: int | float) -> str:
    """A number as a person writes it and as INI, YAML, TOML and JSON all read it: ``1.0e-5``."""
    mantissa, mark, exponent = repr(number).partition("e")
    if not mark:
        return mantissa
    sign, digits = exponent[0], exponent.lstrip("+-0")
    return f"{mantissa}{'' if '.' in mantissa else '.0'}e{sign}{digits}"


def is_arithmetic(text: str) -> bool:
    """True for ``64*1024`` and the like, which nobody works out."""
    return bool(_ARITHMETIC.fullmatch(text.strip()))


def is_grouped(text: str) -> bool:
    """True for ``1,000,000``, which Python reads as a tuple."""
    return bool(_GROUPED.fullmatch(text.strip()))


def with_decimal_comma(text: str) -> float | None:
    """The number that ``0,99`` is meant for; None where a comma may group or separate."""
    match = _DECIMAL_COMMA.fullmatch(text.strip())
    return None if match is None else float(".".join(match.groups()))


def swallowed(text: str) -> Iterator[tuple[int, str]]:
    """The lines below the first that look like settings or headers of their own, with their number
    in the text, counted from 0."""
    for number, line in enumerate(text.split("\n")):
        stripped = line.strip()
        if number and (_STATEMENT.match(stripped) or _HEADER.fullmatch(stripped)):
            yield number, stripped


def is_misread(value: object) -> bool:
    """True for a text that the rules on reading speak of: a boolean, a number, a comment in it,
    a line too many."""
    if not isinstance(value, str):
        return False
    return (
        as_boolean(value) is not None
        or as_number(value) is not None
        or is_arithmetic(value)
        or before_comment(value) is not None
        or "\n" in value
    )
