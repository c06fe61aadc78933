"""From a document's command lines to what is judged in it: each that launches PufferLib, with its flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from profilecheck.blocks import Block
from profilecheck.document import Document, Section, Setting, Word
from profilecheck.findings import Span
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_flags import Given, parse, parser
from profilecheck.profiles.launch_lines import Launch, flags, launch_of, name_of
from profilecheck.profiles.launch_programs import fixed_in


def launch_blocks(document: Document) -> list[Block]:
    """Each launch of PufferLib in a document, its flags as settings by the names that they spell. What stands in
    a branch of a test of the version is there on purpose."""
    commands = (command for command in document.commands if not command.versioned)
    launches = filter(None, map(launch_of, commands))
    return [block_of(document, launch) for launch in launches]


def block_of(document: Document, launch: Launch) -> Block:
    """One launch, its flags as settings."""
    settings = [
        _setting(flag, word) for flag, word in flags(launch) if not fixed_in(flag.lstrip("-"))
    ]
    names = dict.fromkeys(setting.section for setting in settings)
    sections = tuple(Section(name, launch.span) for name in names)
    where = f"line {launch.span.line}"
    return Block(document, where, sections, tuple(settings), launch=launch)


def _setting(flag: str, word: Word) -> Setting:
    section, key = name_of(flag)
    text = word.text.partition("=")[2]
    span = word.after or word.span
    return Setting(section, key, text, text, word.span, span, flag)


def read_flags(
    launch: Launch, target: str, below: Mapping[Name, object], *, complete: bool
) -> tuple[Given, ...]:
    """What a generation's launcher makes of the arguments of a launch, given the values below them."""
    read = parser(target, below.items(), complete=complete)
    return tuple(parse(launch.arguments, read))


def given_settings(flags: Iterable[Given]) -> Iterator[Setting]:
    """The settings that the flags of a launch set, each with its value."""
    for one in flags:
        if one.outcome != "set" or one.option is None or one.option.name is None:
            continue
        section, key = one.option.name
        raw = one.text if isinstance(one.text, str) else ""
        span = one.value_span or _behind(one.word.span)
        yield Setting(section, key, one.value, raw, one.key_span, span, one.flag)


def _behind(span: Span) -> Span:
    return replace(span, line=span.end_line, column=span.end_column)
