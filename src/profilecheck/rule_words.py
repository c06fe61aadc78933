"""The words that stand for rules: a code, the beginning of codes, or a rule's name.

The command line, the settings and comments in files all take the same ones.
"""

from __future__ import annotations

import re
from typing import Final

from profilecheck.rules import rules
from profilecheck.setting_values import did_you_mean

_CODES: Final = re.compile(r"PC\d{0,3}", re.IGNORECASE | re.ASCII)
_FAMILY: Final = re.compile(r"(PC\d{1,2})[X*_.-]+", re.IGNORECASE | re.ASCII)


def code_of(word: str) -> str | None:
    """The code, or the beginning of codes, that a word stands for; None where it stands for none."""
    if _CODES.fullmatch(word):
        code = word.upper()
        return code if any(known.startswith(code) for known in rules()) else None
    name = word.lower()
    return next((rule.code for rule in rules().values() if rule.name == name), None)


def hint(word: str) -> str:
    """What is wrong with a word that stands for no rule, and the nearest that stands for one."""
    family = _FAMILY.fullmatch(word)
    if family and code_of(family[1]):
        return f"write {family[1].upper()} for all codes that begin so"
    if word[:2].upper() == "PC" and word[2:3].isdigit():
        begun = word[: len("PC203")].upper()
        if begun in rules():
            return f"no rule's code begins so (did you mean {begun}?)"
        return "no rule's code begins so"
    names = [rule.name for rule in rules().values()]
    return f"no rule has this code or name{did_you_mean(word, [*names, *rules()])}"
