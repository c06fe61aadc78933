"""A migrated INI as 3.0 had it, as far as its own comments tell: what a launch line of 3.0 still counts with."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from profilecheck.document import Document
from profilecheck.findings import Evidence
from profilecheck.migrate.request import FROM, TO
from profilecheck.migrate.struck import STRUCK
from profilecheck.profiles import profiles
from profilecheck.profiles.launch_environments import PREFIX
from profilecheck.profiles.names import change
from profilecheck.profiles.trees import generation_of
from profilecheck.sources import ini
from profilecheck.surroundings import Surroundings

_PACKAGE: Final = re.compile(r"(?m)^package[ \t]*[=:][ \t]*ocean[ \t]*$")
_NAME: Final = re.compile(rf"(?m)^(env_name[ \t]*[=:][ \t]*)(?!{PREFIX})(?=\w)")


def restored(path: Path, text: str) -> str:
    """The text with the settings that a migration left as comments, and the environment's name in 3.0."""
    found = STRUCK.sub(r"\g<indent>\g<was>", text)
    if found == text or not _PACKAGE.search(found):
        return found
    return _NAME.sub(rf"\1{PREFIX}", found)


def is_migrated(text: str) -> bool:
    """Whether a migration left what it struck as comments: whatever pin is still there, the file is of 4.0."""
    return STRUCK.search(text) is not None


def as_it_was(around: Surroundings) -> Surroundings:
    """The same tree with the default.ini that 3.0 laid below its INIs, where a migration made it what it is."""
    default = around.default_ini
    if default is None or around.is_default_ini or not is_migrated(default.text):
        return around
    return replace(around, default_ini=_of_source(default))


def without_mark(around: Surroundings) -> Surroundings:
    """The same tree where its default.ini marks the generation that it was of before a migration: that it is of
    another now tells nothing of who read an INI that was not migrated with it."""
    default = around.default_ini
    if default is None or not is_migrated(default.text):
        return around

    def before(one: Evidence) -> Evidence:
        return replace(one, profile=FROM) if one.path == default.path else one

    return replace(around, exact=tuple(map(before, around.exact)))


def not_known(around: Surroundings) -> str:
    """The path of a default.ini of the target of which nothing tells what 3.0's said; "" where there is none."""
    default = around.default_ini
    if default is None or around.is_default_ini or is_migrated(default.text):
        return ""
    told = generation_of(default.sections, default.settings)
    return default.path if told is not None and told[0] == TO else ""


def _of_source(default: Document) -> Document:
    """A migrated default.ini with the names that 3.0 has alone."""
    found = ini.read(restored(Path(default.path), default.text), default.path)
    held = {(one.section, one.key) for one in found.settings}
    before, after = profiles()[FROM], profiles()[TO]
    settings = []
    for one in found.settings:
        name = (one.section, one.key)
        if before.spec(*name) is None and after.spec(*name) is not None:
            row = change(*name, FROM)
            if row is None or row.kind != "renamed" or row.to[0] in held:
                continue
            name = row.to[0]
        settings.append(replace(one, section=name[0], key=name[1]))
    return replace(found, settings=tuple(settings))
