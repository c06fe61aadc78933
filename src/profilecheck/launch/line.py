"""The command line under which an installed loader comes to a checked config.

Its parser takes a flag for each key of the INIs that it reads and for no other, and reads it by the type that
the value has there. So what differs is passed where it can be, and told where not.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from profilecheck.blocks import Block
from profilecheck.document import UNKNOWN, Command, Document, Word
from profilecheck.findings import START, Span
from profilecheck.launch.inis import Installed
from profilecheck.launches import block_of
from profilecheck.layers import OVERRIDE, Config, Layer, Value, build
from profilecheck.profiles.base import Name, Profile, text_of
from profilecheck.profiles.launch_flags import Given, Option, Parser, parse, parser
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.launch_programs import PROGRAM
from profilecheck.profiles.launch_runs import ENVIRONMENT, by_position, reads
from profilecheck.profiles.launch_spelling import alike, spelled
from profilecheck.profiles.loader import option
from profilecheck.profiles.texts import depends_on_its_reader
from profilecheck.setting_values import did_you_mean
from profilecheck.telling import told

LINE = "the launch line"
"""How the line with the user's own flags is called where something is found in it."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A setting that is passed as a flag."""

    flag: str
    value: Value


@dataclass(frozen=True, slots=True)
class Unpassed:
    """A setting that starts with another value than the checked one, and why. ``checked`` and ``starts`` are
    the two, None where it is not set. ``matters`` is false where nothing reads it."""

    name: Name
    reason: str
    checked: Value | None
    starts: Value | None
    matters: bool = True

    @property
    def told(self) -> str:
        """In words."""
        known = self.checked is not None and self.checked.value is not UNKNOWN
        value = f" = {told(self.checked.value)}" if self.checked is not None and known else ""
        section, key = self.name
        where = f"[{section}] {key}{value}" if section else f"{key}{value} at top level"
        return f"{where}: {self.reason}"

    @property
    def _where(self) -> str:
        section, key = self.name
        return f"[{section}] {key}" if section else f"{key} at top level"

    @property
    def differs(self) -> str:
        """What starts in the place of what was checked, in words."""
        was = "nothing" if self.checked is None else _known(self.checked)
        if self.starts is None:
            return f"without {self._where}, where {was} was checked"
        where = Path(self.starts.layer.name).name
        return f"with {self._where} = {told(self.starts.value)} of {where}, where {was} was checked"


def line_of(mode: str, environment: str, flags: tuple[str, ...]) -> Block:
    """A launch line as a document of its own: every word of it is known, whatever a page would mean by it."""
    words: list[Word] = []
    column = 1
    for text in (PROGRAM, mode, environment, *flags):
        quoted = shlex.quote(text)
        span = Span(1, column, 1, column + len(quoted))
        at = quoted.find("=")
        after = replace(span, column=column + at + 1) if at >= 0 else None
        words.append(Word(text, span, after=after))
        column += len(quoted) + 1
    text = shlex.join(word.text for word in words)
    command = Command(tuple(words), words[0].span.to(words[-1].span))
    launch = Launch(command, words[0], "program", words[1], words[2], tuple(words[3:]))
    return block_of(Document(LINE, "script", text, commands=(command,)), launch)


def come_to(line: Block, profile: Profile, inis: Installed) -> Config:
    """What an installed loader makes of a line."""
    return build(
        line, profile, defaults="ini", project=inis.default, environment=inis.environment or "none"
    )


def given_behind(config: Config, target: str, mode: str) -> Mapping[Name, Given]:
    """The settings that the flags of a line set for a run in that mode."""
    given = {
        one.option.name: one
        for one in config.flags
        if one.outcome == "set" and one.option is not None and one.option.name is not None
    }
    if by_position(target, mode):
        given.pop(ENVIRONMENT, None)
    return given


def layer_of(given: Given) -> Layer:
    """The layer of a value that a flag behind ``--`` sets."""
    return Layer("override", f"{given.flag} behind --")


def passable(installed: Config, profile: Profile) -> Callable[[Name, object], bool]:
    """Whether a run can be given a value for a setting: it is installed so, or there is a flag that reads it."""
    takes = _parser(installed, profile)

    def is_passable(name: Name, value: object) -> bool:
        there = installed.values.get(name)
        if there is not None and alike(value, there.value):
            return True
        flag = _flag(name, takes)
        return flag is not None and _word(value, flag, takes) is not None

    return is_passable


def _parser(installed: Config, profile: Profile) -> Parser:
    types = [(name, value.value) for name, value in installed.values.items()]
    return parser(profile.name, types, complete=True)


def _flag(name: Name, takes: Parser) -> Option | None:
    """The flag that sets a setting."""
    flag = takes.options.get(option(name, None).flag)
    return flag if flag is not None and flag.name == name else None


@dataclass(frozen=True, slots=True)
class Differences:
    """A checked config against what an installed loader reads, for a run in one mode."""

    checked: Config
    installed: Config
    profile: Profile
    mode: str
    own_names: frozenset[Name]
    """Names that a fork reads beside those of its generation."""
    last: str
    """The INI that its loader reads last."""

    def found(self, behind: Mapping[Name, Given]) -> Iterator[Passed | Unpassed]:
        """What is to be passed and what cannot be, but for what the flags ``behind`` set themselves."""
        takes = _parser(self.installed, self.profile)
        for name, value in self.checked.values.items():
            if name in behind or value.supposed:
                continue
            there = self.installed.values.get(name)
            if reads(self.profile.name, self.mode, name):
                yield from self._of(value, there, takes)
            elif value.layer == OVERRIDE and name != ENVIRONMENT:
                reason = f"{value.layer.name} gives {told(value.value)}, and nothing reads it from there in {self.mode}"
                yield Unpassed(name, reason, value, there)
        for name, value in self.installed.values.items():
            if name not in self.checked.values and reads(self.profile.name, self.mode, name):
                where = Path(value.layer.name).name
                reason = f"{where} of what is installed sets it to {told(value.value)}, and no flag takes that away"
                yield Unpassed(name, reason, None, value, self._is_read(name))

    def _of(self, value: Value, there: Value | None, takes: Parser) -> Iterator[Passed | Unpassed]:
        name = value.name
        if there is not None and value.value is not UNKNOWN and alike(value.value, there.value):
            return
        flag = _flag(name, takes)
        is_read = self._is_read(name)
        if value.value is UNKNOWN:
            reason = _unknown(value)
        elif value.layer == OVERRIDE and not is_read:
            reason = f"{value.layer.name} gives {told(value.value)}, and nothing reads it{self._near(name)}"
            is_read = True  # it is meant for this very run
        elif there is None or flag is None:
            line = (
                f"`{name[1]} = {text_of(value.value)}` in [{name[0]}] of its {Path(self.last).name}"
            )
            own = f"; a copy of PufferLib of your own (pip install -e, then --python) has one with {line}"
            would = self._near(name) or (own if is_read else "")
            reason = f"there is no flag for it, as the installed INIs lack it{would}"
        else:
            word = _word(value.value, flag, takes)
            if word is not None:
                yield Passed(word, value)
                return
            is_spelled = spelled(value.value, flag, takes.launcher) is not None
            why = _first_read(flag, takes) if is_spelled else _unreadable(flag, there)
            reason = why
        yield Unpassed(name, reason, value, there, is_read)

    def _near(self, name: Name) -> str:
        """What an unknown name may be a slip of."""
        section, key = name
        known = {*self.profile.names(section), *self.installed.section(section)}
        return "" if key in known else did_you_mean(key, known)

    def _is_read(self, name: Name) -> bool:
        """Whether anything of the generation may read a setting. What stands in a table of a table reaches
        whoever is handed the outer one."""
        profile = self.profile
        section, dot, _ = option(name, None).destination.partition(".")
        outer = section if dot else name[0]
        if name in self.own_names or profile.section_kind(outer) == "open":
            return True
        spec = profile.spec(*name)
        if spec is not None:
            return spec.inert is None
        return profile.refuses_unknown(outer, self.checked.value) is not False


def _word(value: object, flag: Option, takes: Parser) -> str | None:
    """The word of a command under which a launcher reads a value; None where there is none."""
    text = spelled(value, flag, takes.launcher)
    word = f"{flag.flag}={text}"
    lost = text is None or (takes.taken_for(flag.flag) and _refused(word, takes))
    return None if lost else word


def _first_read(flag: Option, takes: Parser) -> str:
    own = " or ".join(one.flag for one in takes.taken_for(flag.flag))
    return f"the launcher refuses {flag.flag}: it reads its own flags first, and it is the beginning of {own}"


def _refused(text: str, takes: Parser) -> bool:
    (given,) = parse((Word(text, START, after=START),), takes)
    return given.outcome != "set"


def _known(value: Value) -> str:
    return "what is not known" if value.value is UNKNOWN else told(value.value)


def _unknown(value: Value) -> str:
    if value.setting is not None and depends_on_its_reader(value.setting):
        return f"{value.setting.raw} is text to some readers and a number to others"
    return "its value cannot be known without running something"


def _unreadable(flag: Option, there: Value) -> str:
    kind = "None" if there.value is None else type(there.value).__name__
    where = Path(there.layer.name).name
    if there.value is None:
        return f"{flag.flag} takes no value at all, as {where} of what is installed has None"
    return f"{flag.flag} takes no such value, as {where} of what is installed has {told(there.value)} ({kind})"
