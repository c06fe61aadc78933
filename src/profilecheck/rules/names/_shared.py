"""What a name in a file is to the target: what the rules on names share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from profilecheck.document import UNKNOWN, Section
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Fix, Severity, Stage
from profilecheck.layers import Value
from profilecheck.mends import Mend
from profilecheck.profiles.base import Name
from profilecheck.profiles.marks import Place
from profilecheck.profiles.misread import PYTHON_ARGUMENTS
from profilecheck.profiles.names import ANY_TRAINERS, Change, change, generations
from profilecheck.profiles.revisions import (
    is_development,
    is_whole_development,
    of_development,
    of_later_3,
)
from profilecheck.rules import Hit
from profilecheck.rules.names._shared_mends import relocation, rename

Standing = Literal["other", "older", "misplaced", "unknown", "dropped"]

OLDER: Final = frozenset({"1.0", "2.0", "3.x"})
REPORTED_ELSEWHERE: Final = frozenset({("train", "use_rnn"), ("train", "env")})
"""Names of 3.0's launcher with a rule of their own."""
WORDS: Final = {"4.0-dev": "4.0's development revision", "3.x": "a later revision of 3.x"}
"""Generations that are told in words."""
WHOLE_FILE: Final = "names.whole-file"
"""What finds a file wholly of another generation, as ``Hit.table`` has it: one finding for all its names."""
LONGEST: Final = 30
"""Characters of a value that a message quotes, at most."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """A given name that the target does not read in that section.

    ``dropped``: the target's fork no longer reads it. ``of`` are the generations that do; ``place`` is the section in which the target reads it.
    """

    value: Value
    standing: Standing
    of: tuple[str, ...] = ()
    place: str | None = None
    became: Change | None = None


def strangers(experiment: Experiment) -> tuple[Stranger, ...]:
    """Every name of the file, or of an override, that the target does not read where it stands."""
    return experiment.once("names.strangers", lambda e: tuple(_strangers(e)))


def file_names(experiment: Experiment) -> frozenset[Name]:
    """Every section and key that the file sets."""
    return experiment.once("names.file", _file_names)


def _file_names(experiment: Experiment) -> frozenset[Name]:
    return frozenset((setting.section, setting.key) for setting in experiment.block.settings)


def keys_by_section(experiment: Experiment) -> Mapping[str, list[str]]:
    """The keys that the file sets in each section that holds any, in its order."""
    return experiment.once("names.keys", _keys_by_section)


def _keys_by_section(experiment: Experiment) -> Mapping[str, list[str]]:
    held: dict[str, list[str]] = {}
    for setting in experiment.block.settings:
        held.setdefault(setting.section, []).append(setting.key)
    return held


def development_tree(experiment: Experiment) -> bool:
    """True where the tree's own default.ini (or the file, if it is that) is of 4.0's development revision."""
    return experiment.once("names.development", _development_tree)


def _development_tree(experiment: Experiment) -> bool:
    if is_whole_development(file_names(experiment)):
        return True
    default = experiment.block if experiment.for_others else experiment.tree
    return default is not None and is_development((s.section, s.key) for s in default.settings)


def wholly_other(experiment: Experiment) -> bool:
    """True where the file's telling names are all of other generations than the target, and the finding
    that says so for all of them is told."""
    return is_wholly_other(experiment) and not experiment.untold_of(WHOLE_FILE)


def is_wholly_other(experiment: Experiment) -> bool:
    """True where the file's telling names are all of other generations than the target."""
    names = experiment.target.names
    return bool(names) and experiment.profile.name not in names


def _strangers(experiment: Experiment) -> Iterator[Stranger]:
    everywhere: dict[int, list[Value]] = {}
    for value in experiment.config.own():
        if _of_default_section(value):
            everywhere.setdefault(id(value.setting), []).append(value)
        elif (stranger := _stranger(experiment, value)) is not None:
            yield stranger
    for copies in everywhere.values():
        yield from _in_every_section(experiment, copies)


def _of_default_section(value: Value) -> bool:
    return value.setting is not None and value.setting.section == "DEFAULT"


def _in_every_section(experiment: Experiment, copies: list[Value]) -> Iterator[Stranger]:
    """A key of [DEFAULT] enters every section: strange where [vec] refuses it, or where no section of the
    file reads it and no value refers to it.

    Where the environment and the policy are given their sections as arguments, no key is ignored; but one
    that default.ini sets where it belongs does not get there.
    """
    closed = [v for v in copies if experiment.profile.section_kind(v.section) == "closed"]
    found = [_stranger(experiment, value) for value in closed if value.section != "sweep"]
    vec = next((s for s in found if s and s.value.section == "vec"), None)
    if vec is not None and refused(experiment, vec.value):
        yield vec
        return
    meant = any(
        experiment.profile.section_kind(s.name) == "open" for s in experiment.block.sections
    )
    if not found or not all(found) or meant or _referred_to(experiment, copies[0].key):
        return
    place = _place(experiment, copies[0].key)
    if not _handed_over(experiment):
        yield from filter(None, [vec or found[0]])
    elif place is not None:
        yield Stranger(copies[0], "misplaced", (), place)


def _handed_over(experiment: Experiment) -> bool:
    return experiment.profile.name in PYTHON_ARGUMENTS


def _referred_to(experiment: Experiment, key: str) -> bool:
    reference = f"%({key})s"
    texts = (setting.value for setting in experiment.block.settings)
    return any(isinstance(text, str) and reference in text.lower() for text in texts)


def _stranger(experiment: Experiment, value: Value) -> Stranger | None:
    section, key, profile = value.section, value.key, experiment.profile
    if profile.section_kind(section) != "closed" or section == "sweep":
        return None
    if value.name in experiment.target.fork_dropped:
        return Stranger(value, "dropped", (profile.name,)) if experiment.launched else None
    if profile.spec(section, key) is not None or value.name in profile.passed:
        return None
    if value.name in experiment.target.fork_names:
        return None
    if development_tree(experiment) and of_development(section, key):
        return None
    if experiment.launched and _reported_elsewhere(experiment, value):
        return None
    if not experiment.launched and value.name in ANY_TRAINERS:
        return None
    became = change(section, key, profile.name)
    if of_later_3(section, key) and profile.name == "3.0":
        return Stranger(value, "older", ("3.x", "4.0"), None, became)
    of = generations(section, key)
    if set(of) - OLDER:
        return Stranger(value, "other", of, None, became)
    if section != "vec" and not experiment.launched:
        return None  # a script of the user's own reads this table
    if of:
        return Stranger(value, "older", of, None, became)
    place = _place(experiment, key)
    return Stranger(value, "misplaced" if place else "unknown", (), place)


def _reported_elsewhere(experiment: Experiment, value: Value) -> bool:
    if value.section == "base" and value.key.replace("_", "-") in experiment.profile.fixed_flags:
        return True
    if value.name == ("base", "vec"):
        return True
    return value.name in REPORTED_ELSEWHERE and experiment.profile.name == "3.0"


def _place(experiment: Experiment, key: str) -> str | None:
    places = [s for s, table in experiment.profile.tables.items() if key in table and s != "sweep"]
    return places[0] if len(places) == 1 else None


def refused(experiment: Experiment, value: Value) -> bool | None:
    """Whether the target raises on an unknown name in that section; None where that cannot be known."""
    return False if experiment.mode == "eval" else refuses(experiment, value.section)


def refuses(experiment: Experiment, section: str) -> bool | None:
    """The same of a section in any run that is no evaluation."""

    def get(section: str, key: str) -> object:
        known = experiment.once(f"known {section}", lambda one: one.known(section))
        return known.get(key, UNKNOWN)

    return experiment.profile.refuses_unknown(section, get)


def hit(
    experiment: Experiment,
    stranger: Stranger,
    what: str,
    severity: Severity,
    instead: str = "",
    fix: Fix | Mend | None = None,
) -> Hit:
    """The hit on a stranger: an error at stage make where the target refuses the name.

    The message says ``what`` the name is, what the target does with it, and what to use ``instead``. ``fix``
    mends it, where what became of the name does not.
    """
    value = stranger.value
    raises = refused(experiment, value)
    level, notes = experiment.in_fork(Severity.ERROR if raises else severity)
    fix = (
        fix
        or rename(experiment, value, stranger.became)
        or relocation(experiment, value, stranger.became)
    )
    return Hit(
        f"{_told(experiment, stranger, what, raises)}{instead}",
        value,
        notes=notes,
        severity=level,
        effect=Effect.RAISES if raises else Effect.IGNORED,
        stage=Stage.MAKE if raises else Stage.SILENT,
        fix=fix if isinstance(fix, Fix) else None,
        mend=fix if isinstance(fix, Mend) else None,
    )


def _told(experiment: Experiment, stranger: Stranger, what: str, raises: bool | None) -> str:
    """The name with its value, what it is, and what comes of it."""
    value = stranger.value
    raw = value.setting.raw if value.setting is not None else value.text or ""
    given = f" = {raw}" if 0 < len(raw) <= LONGEST and raw.isprintable() else ""
    if raises:
        does = "and vector.make raises `Invalid argument`"
    elif raises is None:
        does = "which vector.make refuses unless backend is PufferEnv"
    else:
        does = f"and {experiment.profile.name} ignores it"
    if not _of_default_section(value):
        return f"[{value.section}] {value.key}{given} {what}, {does}"
    everywhere = f"[DEFAULT] {value.key}{given} enters every section"
    if raises or not _handed_over(experiment):
        return f"{everywhere}: in [{value.section}] it {what}, {does}"
    return (
        f"{everywhere} but [{stranger.place}], where default.ini sets it, and the environment and "
        "the policy get it as an argument"
    )


def label(place: Place) -> str:
    """A name with its section, or a section's title."""
    return f"[{place.name}]" if isinstance(place, Section) else f"[{place.section}] {place.key}"


def told(place: Place) -> str:
    """A name or section as it is listed in a note."""
    return f"{label(place)} (line {place.span.line})"


def listed(items: Collection[str], most: int) -> str:
    """Items in a row, at most so many of them."""
    shown = list(items)[:most]
    more = len(items) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def generation_list(of: Iterable[str]) -> str:
    """``3.0``, ``3.0 and 4.0``: generations in words."""
    names = [WORDS.get(generation, generation) for generation in of]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" and {names[-1]}"
