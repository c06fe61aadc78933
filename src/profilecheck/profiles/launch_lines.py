"""Which command lines launch PufferLib, and with what.

Only what is run counts: ``pgrep -f 'pufferlib.pufferl train'`` and ``echo puffer train`` launch nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from typing import Final, Literal

from profilecheck.document import Command, Document, Setting, Word
from profilecheck.findings import Span
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_programs import (
    FILE,
    LAUNCHERS,
    MODES,
    MODULE,
    NATIVE,
    OLDER_FILE,
    PROGRAM,
    fixed_in,
    mode_of,
)
from profilecheck.profiles.marks import SHARED, TELLING, mark_of
from profilecheck.profiles.names import circulating

How = Literal["program", "module", "file", "native", "older"]

_PYTHON: Final = re.compile(r"(?:.*/)?(?:i?python|pypy)[\d.]*(?:\.exe)?")
_MODULE_FLAGS: Final = re.compile(r"-[a-zA-Z]*m|--module")
_JOINED: Final = re.compile(rf"-[a-zA-Z]*m{re.escape(MODULE)}")
"""The module in one word with its flag."""
_PLACEHOLDER: Final = re.compile(
    r"(?P<flag>-[^=]*=)?(?:\.\.\.|\u2026|\{.*\}|%\w+%|<[^<>]*>|\$\w+|\$\{.*\}|(?!(?:TRUE|FALSE|NONE|INF|NAN)\Z)[A-Z][A-Z\d_]*)"
)
"""What documentation and templates write for a value to fill in."""
_HELP: Final = ("-h", "--help")
_ALIKE: Final = 0.75
SLIP: Final = 0.9
"""How alike two names are, at least, for one to be a slip of the other."""
CLOSED: Final = frozenset({"base", "vec", "train"})
"""Sections in which no one but a fork has names of its own."""


@dataclass(frozen=True, slots=True)
class Launch:
    """A command line that launches PufferLib.

    ``how``: the script ``puffer``, the module, its file, 5.0's program, or the launcher of 2.0, which
    takes the environment and the mode as flags. ``mode`` and ``environment`` are the words in those two
    places; ``arguments`` are all behind them.
    """

    command: Command
    program: Word
    how: How
    mode: Word | None = None
    environment: Word | None = None
    arguments: tuple[Word, ...] = ()

    @property
    def span(self) -> Span:
        """From the program to the end of the command; all of that where a variable holds the program."""
        return max(self.program.span, self.command.span).to(self.command.span)

    @property
    def of_profiles(self) -> bool:
        """Whether its launcher is one that profiles describe: neither 5.0's program nor that of 2.0."""
        return self.how not in ("native", "older")

    @property
    def misplaced(self) -> bool:
        """Whether a flag stands where the mode or the environment must."""
        return any(w is not None and w.text.startswith("-") for w in (self.mode, self.environment))


def launch_of(command: Command) -> Launch | None:
    """What a command launches of PufferLib; None where it launches none."""
    words = command.words
    python = _is_python(words[0])
    for index, word in enumerate(words if command.wraps or python else words[:1]):
        how = _how(command, index, word, python=python)
        if how is None:
            continue
        rest = words[index + 1 :]
        if how == "older":
            return Launch(command, word, how, arguments=rest) if _of_older(rest) else None
        if not rest or not _is_mode(rest, sure=command.bare or index > 0):
            continue
        if index and len(rest) == 1 and not (rest[0].whole or rest[0].several):
            continue  # sudo cp .venv/bin/puffer "$TO"
        behind = tuple(map(_without_placeholder, rest[1:]))
        return Launch(command, word, how, rest[0], behind[0] if behind else None, behind[1:])
    return None


def mode_told(launch: Launch, target: str) -> str | None:
    """The mode in which upstream's launcher of a generation starts; None where that is not known."""
    if launch.how == "file" or launch.mode is None or not launch.mode.whole:
        return None
    return mode_of(launch.mode.text, target)


def asks_help(launch: Launch) -> bool:
    """Whether the launcher prints what it takes, and ends: argparse does before it refuses what it does not know."""
    return launch.how != "native" and any(
        word.whole and word.text in _HELP for word in launch.arguments
    )


def _without_placeholder(word: Word) -> Word:
    """A word with a value that is not known where a placeholder stands."""
    match = _PLACEHOLDER.fullmatch(word.text) if word.whole else None
    return word if match is None else replace(word, text=match["flag"] or "", whole=False)


def _is_python(word: Word) -> bool:
    return word.whole and _PYTHON.fullmatch(word.text) is not None


def _how(command: Command, index: int, word: Word, *, python: bool) -> How | None:
    """How the word at an index launches PufferLib, if it may."""
    known = word.text if word.whole else word.tail
    folder, slash, name = known.rpartition("/")
    within = word.whole or bool(slash)
    if name == PROGRAM and within:
        how = _of_program(folder, "/" in known, first=index == 0)
        return how if word.whole or how == "program" else None
    if not index:
        return None
    before = command.words[index - 1]
    if word.whole and python and _JOINED.fullmatch(word.text):
        return "module"
    if word.text == MODULE and word.whole and _MODULE_FLAGS.fullmatch(before.text):
        return "module"
    if name == FILE and within:
        return "file"
    run = python or any(map(_is_python, command.words[:index]))
    return "older" if name == OLDER_FILE and within and run else None


def _of_program(folder: str, placed: bool, *, first: bool) -> How | None:
    if not placed or folder.endswith("bin"):
        return "program"
    near = folder.split("/", 1)[0] in (".", "..")
    return "native" if near or first else None


def _is_mode(rest: tuple[Word, ...], *, sure: bool) -> bool:
    """Whether what stands behind the program begins with a mode, or is a slip of that."""
    mode = rest[0]
    if mode.text in MODES or not mode.whole:
        return True
    if sure:
        return False
    if mode.text.startswith("--"):
        return any(word.text in MODES for word in rest)
    return bool(get_close_matches(mode.text, MODES, 1, _ALIKE))


def _of_older(rest: tuple[Word, ...]) -> bool:
    flags = [word.text.partition("=")[0] for word in rest if word.text.startswith("--")]
    others = any(flag == "--mode" or flag.startswith("--train.") for flag in flags)
    return "--env" in flags and others


def strange_flags(launch: Launch) -> tuple[str, ...]:
    """The flags of a launch that no generation has, and that are no slips of those that one has: a fork's."""
    return tuple(dict.fromkeys(flag for flag, _ in flags(launch) if _is_strange(flag)))


@cache
def _is_strange(flag: str) -> bool:
    section, key = name_of(flag)
    if fixed_in(flag.lstrip("-")) or section.partition(".")[0] not in CLOSED:
        return False
    known = [name for of, name in _all_names() if of == section]
    return not get_close_matches(key, known, 1, SLIP)


@cache
def _all_names() -> frozenset[Name]:
    known = {name for profile in profiles().values() for name in profile.all_names}
    return frozenset(known | circulating().keys())


# What a launch means


def names_in(ini: Document) -> frozenset[str]:
    """The names by which a launch finds an environment's INI."""
    texts = [s.value for s in ini.settings if (s.section, s.key) == ("base", "env_name")]
    return frozenset(name for text in texts if isinstance(text, str) for name in text.split())


def name_of(flag: str) -> Name:
    """The section and key that a flag sets: ``--vec.num-envs`` is ``num_envs`` in ``vec``."""
    section, _, key = flag.lstrip("-").replace("-", "_").rpartition(".")
    return section or "base", key


def flags(launch: Launch) -> Iterator[tuple[str, Word]]:
    """The flags of a launch with their words, as they are written but for their values."""
    for word in launch.arguments:
        flag, equals, _ = word.text.partition("=")
        if flag.startswith("--") and len(flag) > 2 and (word.whole or equals):
            yield flag, word


def telling_launch(
    launch: Launch, own: frozenset[Name] = frozenset()
) -> Mapping[str, tuple[Setting, ...]]:
    """The words of a launch that one generation alone takes, by generation; each as a setting without a
    section. ``own`` are a fork's own names, which tell nothing."""
    found: dict[str, list[Setting]] = {generation: [] for generation in (*TELLING, SHARED)}
    if launch.how == "native":
        found[NATIVE].append(_told(launch.program.text, launch.program.span))
    elif launch.mode is not None and launch.mode.whole:
        _tell_mode(found, launch.mode)
    for flag, word in flags(launch):
        generation = _generation(flag, own)
        if generation is not None:
            found[generation].append(_told(flag, word.span))
    shared = NATIVE if found[NATIVE] and not found["4.0"] else "4.0"
    found[shared] += found[SHARED]
    return {
        generation: tuple(sorted(found[generation], key=lambda place: place.span))
        for generation in TELLING
        if found[generation]
    }


def _tell_mode(found: dict[str, list[Setting]], mode: Word) -> None:
    of = [name for name, launcher in LAUNCHERS.items() if mode.text in launcher.modes]
    if len(of) == 1:
        found[of[0]].append(_told(mode.text, mode.span))


def _generation(flag: str, own: frozenset[Name]) -> str | None:
    fixed = fixed_in(flag.lstrip("-"))
    if fixed:
        return fixed[0] if len(fixed) == 1 else None
    name = name_of(flag)
    return None if name in own else mark_of(*name)


def _told(text: str, span: Span) -> Setting:
    end = Span(span.end_line, span.end_column, span.end_line, span.end_column)
    return Setting("", text, text, text, span, end)
