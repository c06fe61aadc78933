"""What a typed file says elsewhere of a name that goes or is renamed: a reference would find nothing, an override nobody.

``${train.bptt_horizon}`` is OmegaConf's, ``vec.num_envs=4`` and what stands below hydra.sweeper.params are Hydra's. A program reads
them, so that a person has to write what they are to mean: nothing here knows whether 3.0's number is wanted or 4.0's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from profilecheck.blocks import Block
from profilecheck.document import Document, Setting
from profilecheck.findings import Span
from profilecheck.migrate.ledger import Entry, Port
from profilecheck.migrate.plan import Plan
from profilecheck.migrate.request import FROM, TO
from profilecheck.profiles import profiles
from profilecheck.profiles.base import Name
from profilecheck.profiles.names import change
from profilecheck.sources.tables import join

_REFERENCES: Final = re.compile(r"\$\{.*\}", re.DOTALL)
_PATH: Final = re.compile(r"(?<![\w.-])\.*[A-Za-z_][\w-]*(?:\.[\w-]+)*")
_OVERRIDE: Final = re.compile(r"(?<![\w.-])[A-Za-z_][\w-]*(?:\.[\w-]+)+(?==)")
SWEPT: Final = "hydra.sweeper.params."
"""Below this Hydra's sweeps have the values of other keys, by their paths."""


def ports(document: Document, plans: Iterable[Plan]) -> Iterator[Port]:
    """One for each value that means a name which is no longer there, at the value."""
    if document.format == "ini":  # its own references are written out
        return
    paths = {one.key_span: join(one.section, one.key) for one in document.settings}
    entries = {
        setting.key_span: entry for made in plans for entry, setting in made.steps if setting
    }
    yield from _told(document, entries, dict(_gone(paths, entries)))


def left(document: Document, blocks: Iterable[Block]) -> Iterator[Port]:
    """One for each value that means a name of 3.0 in tables that are of the target already, where nothing has it."""
    there = {join(one.section, one.key) for one in document.settings}
    gone = {
        path: told
        for block in blocks
        for section in ("vec", "train")
        if is_of_target(block, section)
        for name in names_of_source_alone(section)
        if (path := join(block.prefix, f"{section}.{name}")) not in there
        and (told := _became(section, name))
    }
    yield from _told(document, {}, gone)


def is_of_target(block: Block, section: str) -> bool:
    """Whether a table of an experiment has names that the target alone has, and none of the source's alone."""
    names = {setting.key for setting in block.settings if setting.section == section}
    after, before = (frozenset(profiles()[one].names(section)) for one in (TO, FROM))
    return bool(names & after - before) and not names & before - after


def names_of_source_alone(section: str) -> Iterator[str]:
    """The names that the source has in a section, and the target has not."""
    target = profiles()[TO]
    yield from (one for one in profiles()[FROM].names(section) if not target.spec(section, one))


def _became(section: str, name: str) -> str:
    """What became of a name of the source, in words."""
    found = change(section, name, TO)
    return "" if found is None else _in_words(found.to)


def _in_words(places: Iterable[Name]) -> str:
    became = " and ".join(f"[{section}] {key}" for section, key in places)
    return f"in {TO} it is {became}" if became else f"{TO} does not have it"


def _told(
    document: Document, entries: Mapping[Span, Entry], gone: Mapping[str, str]
) -> Iterator[Port]:
    if not gone:
        return
    paths = {one.key_span: join(one.section, one.key) for one in document.settings}
    for one in document.settings:
        entry = entries.get(one.key_span)
        if entry is not None and not entry.puts:
            continue
        path = paths[one.key_span]
        if entry is None and path.startswith(SWEPT) and path.removeprefix(SWEPT) in gone:
            name = path.removeprefix(SWEPT)
            yield Port(one.key_span, f"Hydra's sweep of {name}", gone[name])
        yield from _of(one, entry, gone)


def _gone(paths: Mapping[Span, str], entries: Mapping[Span, Entry]) -> Iterator[tuple[str, str]]:
    """The names that do not stay, as the file has them and as their experiment does, with what became of them."""
    for span, entry in entries.items():
        if any(put.name == (entry.section, entry.key) for put in entry.puts):
            continue
        told = _in_words(put.name for put in entry.puts)
        for name in (join(entry.section, entry.key), paths.get(span, "")):
            yield name, told


def _of(one: Setting, entry: Entry | None, gone: Mapping[str, str]) -> Iterator[Port]:
    """What a value says of names that are gone."""
    if isinstance(one.value, dict):  # its settings are told themselves
        return
    for match in _REFERENCES.finditer(one.raw):
        for token in dict.fromkeys(_PATH.findall(match.group())):
            dots = len(token) - len(token.lstrip("."))
            name = _absolute(one.section, token.lstrip("."), dots)
            if name in gone:
                yield Port(one.value_span, f"a reference to {token}", gone[name])
            elif dots and entry is not None and entry.puts[0].section != entry.section:
                there = entry.puts[0].section
                how = f"it counts from [{entry.section}], and the value stands in [{there}] now"
                yield Port(one.value_span, f"a reference to {token}", how)
    for token in dict.fromkeys(_OVERRIDE.findall(one.raw)):
        if token in gone:
            yield Port(one.value_span, f"an override of {token}", gone[token])


def _absolute(section: str, name: str, dots: int) -> str:
    """A path from the root: dots before it count from the table that holds the value."""
    if not dots:
        return name
    tables = section.split(".") if section else []
    return ".".join([*tables[: len(tables) - (dots - 1)], name])
