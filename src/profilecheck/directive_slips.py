"""What was meant for a directive in a comment to profilecheck, and is none.

A slip is told by its form as much as by its word: ``traget=4.0``, ``target: 4.0``, ``ingore[PC203]``,
``ignore PC203``. Words alone are prose (``ignored in production``), which is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from profilecheck.profiles import profiles
from profilecheck.profiles.names import GENERATIONS

AUTO: Final = "auto"
About: TypeAlias = Literal["target", "other"]
"""A target that its writer believes to be in force, or anything else, such as a suppression."""

FORMS: Final = "target=4.0, ignore[CODES] and ignore-file[CODES]"


@dataclass(frozen=True, slots=True)
class Slip:
    """Where in a comment's text it stands, and what is wrong with it, to be said behind its text."""

    about: About
    start: int
    end: int
    said: str


_WORD: Final = re.compile(r"(?P<word>[a-z][a-z_-]*)\s*(?P<mark>={1,3}|[:\[(]|)\s*", re.IGNORECASE)
_VERSION: Final = re.compile(
    r"(?:(?:is|to|for|use)\s+)?[\"'`]?(?:puffer(?:lib)?\s*)?={0,3}\s*[\"'`]?v?(?P<name>\d+\.\d+[\w.]*)",
    re.IGNORECASE,
)
"""A version as a comment names it, also as a pin does."""
_PINNED: Final = re.compile(r"(?:puffer(?:lib)?\s*)?={2,3}\s*v?(?P<name>\d[\w.]*)")
_RANGE: Final = re.compile(r"(?:[<>~!]=?|=[<>~])\s*v?(?P<name>\d[\w.]*)", re.IGNORECASE)
_REACH: Final = re.compile(
    r"(?P<stem>[a-z]+)[-_](?P<reach>file|all|line|lines|next|next[-_]line)", re.IGNORECASE
)
_CHOICES: Final = frozenset(
    ("agents-per-env", "cores", "defaults", "fail-on", "host", "mode", "select", "set", "threads")
)
"""Options of a run, which no comment can choose."""
_CODES: Final = re.compile(r"PC\d+(?:[\s,]+PC\d+)*", re.IGNORECASE)
_NOTHING_ELSE: Final = re.compile(r"[\s\"'`\])]*$")
_SILENCERS: Final = frozenset(
    ("allow", "disable", "mute", "noqa", "off", "silence", "skip", "suppress")
)
"""What other tools call a suppression."""


def slip(text: str, at: int, *, first: bool) -> Slip | None:
    """The slip that begins at ``at``; None for prose. ``first``: no directive stands before it, so
    that it cannot be the reason of one."""
    alone = _alone(text, at) if first else None
    word = _WORD.match(text, at)
    if alone or word is None:
        return alone
    meant = nearest_word(word["word"], ("target", "ignore", "ignore-file"))
    if meant == "target":
        return _target(text, word, first=first)
    if silencer := _silencer(word["word"].lower(), meant):
        return _suppression(text, word, silencer, first=first)
    return _stranger(text, word) if first or _is_choice(word) else None


def _silencer(word: str, meant: str | None) -> str | None:
    """The suppression that a word stands for: of the whole file only where it says ``file``, so that the
    advice never widens what was meant."""
    reach = _REACH.fullmatch(word)
    stem = reach["stem"] if reach else word
    if stem in _SILENCERS or (reach and nearest_word(stem, ("ignore",))):
        return "ignore-file" if reach and reach["reach"] == "file" else "ignore"
    return meant


def _is_choice(word: re.Match[str]) -> bool:
    return word["mark"][:1] == "=" and word["word"].lower().replace("_", "-") in _CHOICES


def nearest_word(word: str, known: tuple[str, ...], cutoff: float = 0.75) -> str | None:
    """The known word that a word is a slip of; None where it is rather a word of its own."""
    from difflib import get_close_matches  # needed only where something is wrong

    found = get_close_matches(word.lower()[:100].replace("_", "-"), known, n=1, cutoff=cutoff)
    return found[0] if found else None


def is_near(word: str, known: str) -> bool:
    """Whether a word differs from a known one by a letter or two."""
    return nearest_word(word, (known,), cutoff=0.9) is not None


def unknown_target(name: str) -> str:
    """What is wrong with a target that there is not, with the nearest that there is."""
    known = " or ".join(profiles())
    if not name:
        return f"names no target: write target={known}"
    nearest = _nearest_target(name)
    if name in GENERATIONS:
        return f"asks for {name}, which has no profile: the nearest that has one is {nearest}"
    meant = f"did you mean {nearest}?" if nearest else f"known: {known}"
    return f"asks for a target that there is not ({meant})"


def _nearest_target(name: str) -> str | None:
    """By its number, else by its letters."""
    number = re.search(r"\d+(?:\.\d+)?", name)
    if number is None:
        return nearest_word(name, (AUTO,))
    wanted = float(number.group()[:9])
    return min(profiles(), key=lambda profile: abs(float(profile) - wanted))


def _alone(text: str, at: int) -> Slip | None:
    """A version or codes, and nothing else."""
    version = _VERSION.match(text, at)
    if version and _NOTHING_ELSE.match(text, version.end()):
        return _wanted(text, at, version)
    codes = _CODES.match(text, at + text.startswith("[", at))
    if codes and _NOTHING_ELSE.match(text, codes.end()):
        return _silences_nothing(at, len(text), f"ignore[{codes.group()}]")
    return None


def _target(text: str, word: re.Match[str], *, first: bool) -> Slip | None:
    """``traget=4.0``, ``target: 4.0``, ``target 4.0``, ``target is 4.0``, ``target>=3``, and ``target`` alone;
    not ``target machine``."""
    if found := _RANGE.match(text, word.end("word")) or _RANGE.match(text, word.end()):
        nearest = _nearest_target(found["name"])
        said = f"asks for no target: a file is for one of them, so write target={nearest}"
        return Slip("target", word.start(), found.end(), said)
    if first and _NOTHING_ELSE.match(text, word.end()):
        return Slip("target", word.start(), len(text), unknown_target(""))
    version = _VERSION.match(text, word.end())
    if version:
        return _wanted(text, word.start(), version)
    end = _end_of_word(text, word.end())
    named = text[word.end() : end].strip("\"'`")
    if named.lower() == AUTO:
        return Slip("target", word.start(), end, "asks for no target: write target=auto")
    if word["mark"][:1] == "=":
        return Slip("target", word.start(), end, unknown_target(named))
    return None


def of_pin(value: str) -> str | None:
    """What is wrong with a target that is written as a pin is (``==4.0``); None for any other."""
    match = _PINNED.fullmatch(value)
    return _said_of(match["name"]) if match else None


def _said_of(name: str) -> str:
    profile = next((one for one in profiles() if f"{name}.".startswith(f"{one}.")), None)
    return f"asks for no target: write target={profile}" if profile else unknown_target(name)


def _wanted(text: str, start: int, version: re.Match[str]) -> Slip:
    """The slip of one who names a version."""
    name = version["name"].rstrip(".")
    said = _said_of(name)
    quote = text[version.end() : version.end() + 1] in ('"', "'", "`")
    return Slip("target", start, version.end() + quote, said)


def _suppression(text: str, word: re.Match[str], meant: str, *, first: bool) -> Slip | None:
    """A suppression in a wrong form, told apart from prose."""
    start, at = word.start(), word.end()
    codes = _CODES.match(text, at + text.startswith("[", at))
    closing = text.find("]", at)
    if word["mark"] == "[" and closing >= 0:
        inside = text[at:closing].strip() or "CODES"
        return _silences_nothing(start, closing + 1, f"{meant}[{inside}]")
    if codes:
        end = codes.end() + text.startswith((")", "]"), codes.end())
        return _silences_nothing(start, end, f"{meant}[{codes.group()}]")
    if word["mark"] not in ("", ":"):
        return _silences_nothing(start, len(text), f"{meant}[CODES]")
    if first and word["word"].lower() in ("ignore", "ignore-file"):
        right = f"{meant}[CODES], or {meant} -- before a reason"
        return _silences_nothing(start, len(text), right)
    if first and at == len(text):
        return _silences_nothing(start, at, f"{meant}[CODES]")
    return None


def _stranger(text: str, word: re.Match[str]) -> Slip | None:
    """``mode=eval`` and ``disabled[PC203]``: the form of a directive with another word."""
    if word["mark"] == "[" and _CODES.match(text, word.end()):
        return _suppression(text, word, "ignore", first=True)
    if word["mark"][:1] != "=":
        return None
    version = _VERSION.match(text, word.end())
    if version:
        return _wanted(text, word.start(), version)
    end = _end_of_word(text, word.end())
    return Slip("other", word.start(), end, f"is no directive: those are {FORMS}")


def _silences_nothing(start: int, end: int, right: str) -> Slip:
    return Slip("other", start, end, f"silences nothing: write {right}")


def _end_of_word(text: str, at: int) -> int:
    blank = re.compile(r"[\s,;]|$").search(text, at)
    return blank.start() if blank else len(text)
