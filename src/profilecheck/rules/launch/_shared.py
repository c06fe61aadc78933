"""A launch line under its target: what the rules of this family share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from profilecheck.document import Document, Word
from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Severity, Span, lines_of
from profilecheck.profiles.launch_environments import is_shipped
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import Launch, name_of, strange_flags
from profilecheck.profiles.launch_programs import fixed_in, instead_of_flag
from profilecheck.profiles.loader import name_read, option
from profilecheck.profiles.names import Change, change, generations
from profilecheck.sources.shell.escapes import QUOTE

OWN: Final = 2
"""How many flags of its own tell a fork, at least."""
TOLD: Final = 3
"""How many of them are told, at most."""


def launch_of(experiment: Experiment) -> Launch | None:
    """The launch that is judged, if its launcher is the target's."""
    launch = experiment.block.launch
    return launch if launch is not None and launch.of_profiles else None


def flags(experiment: Experiment) -> tuple[Given, ...]:
    """What the target's launcher makes of each argument; nothing where the mode and the environment do
    not stand in their places."""
    launch = launch_of(experiment)
    return () if launch is None or launch.misplaced else experiment.config.flags


def others(given: Given, target: str) -> tuple[str, ...]:
    """The other generations that have a flag which the target lacks."""
    fixed = fixed_in(given.flag.lstrip("-"))
    found = fixed or generations(*name_of(given.flag))
    return () if target in found else found


def is_others(experiment: Experiment, given: Given) -> bool:
    """Whether a flag that the target does not take is one of another generation."""
    name = name_of(given.flag)
    if given.outcome != "unknown" or name in experiment.target.fork_names:
        return False
    if experiment.profile.section_kind(name[0]) == "open":
        return False
    return bool(others(given, experiment.profile.name))


def is_left_over(experiment: Experiment, given: Given) -> bool:
    """Whether a flag of another generation is taken all the same, because the environment's INI still has its
    key. What default.ini of the tree has is a fork's own."""
    name = given.option.name if given.option is not None else None
    if given.outcome != "set" or name is None or name in experiment.target.fork_names:
        return False
    own = experiment.tree.settings if experiment.tree is not None else ()
    if any(name_read((setting.section, setting.key)) == name for setting in own):
        return False
    closed = experiment.profile.section_kind(name[0]) != "open"
    return closed and bool(others(written_out(given), experiment.profile.name))


def written_out(given: Given) -> Given:
    """A flag with all of its name, where the beginning of it was written."""
    return given if given.option is None else replace(given, flag=given.option.flag)


def instead(given: Given, target: str) -> str:
    """What to write in place of a flag of another generation, in words."""
    flag = given.flag.lstrip("-")
    if fixed_in(flag):
        return instead_of_flag(flag.replace("_", "-"), target)
    became = change(*name_of(given.flag), target)
    return "nothing takes its place" if became is None else _in_flags(became)


def _in_flags(became: Change) -> str:
    if not became.to and became.note.startswith("--"):
        return f"use {became.note}"
    note = f" ({became.note})" if became.note else ""
    if not became.to:
        return f"nothing takes its place{note}"
    return f"use {' and '.join(option(name, None).flag for name in became.to)}{note}"


def level(experiment: Experiment, severity: Severity) -> tuple[Severity, tuple[str, ...]]:
    """The severity of what a line may mean otherwise, and the notes on it: one level down in a fork, and where
    the line has flags that only a fork can have."""
    down, notes = experiment.in_fork(severity)
    own = strange_flags(experiment.block.launch) if experiment.block.launch else ()
    if len(own) >= OWN and not notes:
        lower = Severity.WARNING if severity is Severity.ERROR else Severity.INFO
        down, notes = lower, (in_a_fork(own),)
    return down, notes


def in_a_fork(own: Sequence[str]) -> str:
    """Why a finding is one level down on a line with flags that no generation has."""
    more = "" if len(own) <= TOLD else ", ..."
    return f"one level down: a fork may have {', '.join(own[:TOLD])}{more}, which no generation has"


def of_upstream(experiment: Experiment) -> Severity | None:
    """How bad it is what upstream's launcher refuses of a line for one of its own environments: the launcher and
    the INI are then upstream's. A warning where no pin says so; None where they may be others."""
    launch, target = experiment.block.launch, experiment.target
    tree = experiment.tree is not None or experiment.config.complete
    own = target.fork or target.own_package or target.own_environments
    if launch is None or launch.how == "file" or launch.environment is None or tree or own:
        return None
    if not launch.environment.whole or not is_shipped(
        launch.environment.text, experiment.profile.name
    ):
        return None
    if target.release:
        return Severity.ERROR
    return Severity.WARNING if target.how in ("directive", "flag", "settings") else None


def words(launch: Launch) -> Iterator[Word]:
    """The mode and the environment, where they are given."""
    yield from (word for word in (launch.mode, launch.environment) if word is not None)


def spelled(document: Document, span: Span, right: str) -> Edit:
    """The edit that writes another word, in the quotes of the one that stands there: where a command is a list, they
    are not the shell's."""
    written = text_at(document, span)
    opening = re.match(QUOTE, written)
    quote = opening.group() if opening and written.endswith(opening.group()) else ""
    return Edit(span, f"{quote}{right}{quote}")


def text_at(document: Document, span: Span) -> str:
    """What stands at a place on one line."""
    return _lines(document.text)[span.line - 1][span.column - 1 : span.end_column - 1]


_lines = lru_cache(maxsize=1)(lines_of)  # of a file with many findings
