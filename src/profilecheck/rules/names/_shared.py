"""What a name in a file is to the target: what the rules on names share."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from profilecheck.document import Section, Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Effect, Fix, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.marks import is_development, of_development, of_later_3
from profilecheck.profiles.names import Change, change, generations
from profilecheck.rules import Hit

Standing = Literal["other", "older", "misplaced", "unknown"]

OLDER: Final = frozenset({"1.0", "2.0", "3.x"})
REPORTED_ELSEWHERE: Final = frozenset({("base", "vec"), ("train", "use_rnn"), ("train", "env")})
"""Names with a rule of their own, where the launcher reads the file (use_rnn and env: in 3.0)."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """A given name that the target does not read in that section.

    ``of`` are the generations that do; ``place`` is the section in which the target reads it.
    """

    value: Value
    standing: Standing
    of: tuple[str, ...] = ()
    place: str | None = None
    became: Change | None = None


def strangers(experiment: Experiment) -> tuple[Stranger, ...]:
    """Every name of the file, or of an override, that the target does not read where it stands."""
    return experiment.once("names.strangers", lambda e: tuple(_strangers(e)))


def development_tree(experiment: Experiment) -> bool:
    """True where the tree's own default.ini (or the file, if it is that) is of 4.0's development revision."""
    default = experiment.block if experiment.is_default_ini else experiment.tree
    if default is None:
        return False
    return is_development((s.section, s.key) for s in default.settings)


def wholly_other(experiment: Experiment) -> bool:
    """True where the file's telling names are all of other generations than the target."""
    names = experiment.target.names
    return bool(names) and experiment.profile.name not in names


def _strangers(experiment: Experiment) -> Iterator[Stranger]:
    everywhere: dict[int, list[Value]] = {}
    for value in experiment.config.own():
        if value.setting is not None and value.setting.section == "DEFAULT":
            everywhere.setdefault(id(value.setting), []).append(value)
        elif (stranger := _stranger(experiment, value)) is not None:
            yield stranger
    for copies in everywhere.values():
        yield from _in_every_section(experiment, copies)


def _in_every_section(experiment: Experiment, copies: list[Value]) -> Iterator[Stranger]:
    """A key of [DEFAULT] enters every section: strange where [vec] refuses it, or where no section of the
    file reads it and no value refers to it."""
    closed = [v for v in copies if experiment.profile.section_kind(v.section) == "closed"]
    found = [_stranger(experiment, value) for value in closed if value.section != "sweep"]
    vec = next((s for s in found if s and s.value.section == "vec"), None)
    if vec is not None and refused(experiment, vec.value):
        yield vec
        return
    meant = any(
        experiment.profile.section_kind(s.name) == "open" for s in experiment.block.sections
    )
    if found and all(found) and not meant and not _referred_to(experiment, copies[0].key):
        yield from filter(None, [vec or found[0]])


def _referred_to(experiment: Experiment, key: str) -> bool:
    reference = f"%({key})s"
    texts = (setting.value for setting in experiment.block.settings)
    return any(isinstance(text, str) and reference in text.lower() for text in texts)


def _stranger(experiment: Experiment, value: Value) -> Stranger | None:
    section, key, profile = value.section, value.key, experiment.profile
    if profile.section_kind(section) != "closed" or section == "sweep":
        return None
    if profile.spec(section, key) is not None or value.name in experiment.target.fork_names:
        return None
    if development_tree(experiment) and of_development(section, key):
        return None
    if experiment.launched and _reported_elsewhere(experiment, value):
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


def refused(experiment: Experiment, value: Value) -> bool:
    """Whether the target raises on an unknown name in that section."""
    return experiment.mode != "eval" and experiment.profile.refuses_unknown(
        value.section, experiment.value
    )


def written_back(experiment: Experiment, stranger: Stranger) -> bool:
    """Whether a leftover of [train] changes nothing that the writer could mean, in a later revision: what
    took its place is set too, or nothing did. Sweeps of 052f0f5 wrote such keys back."""
    names = [(s.section, s.key) for s in experiment.block.settings]
    became = stranger.became
    if stranger.value.section != "train" or became is None:
        return False
    if experiment.profile.revision(names) is None:
        return False
    return all(name in names for name in became.to)


def hit(
    experiment: Experiment, stranger: Stranger, message: str, severity: Severity, *notes: str
) -> Hit:
    """The hit on a stranger: an error at stage make where the target refuses the name; a level down in a fork."""
    value = stranger.value
    raises = refused(experiment, value)
    tail = (
        "vector.make raises `Invalid argument`"
        if raises
        else f"{experiment.profile.name} ignores it"
    )
    level = Severity.ERROR if raises else severity
    fork = experiment.target.fork
    return Hit(
        f"[{value.section}] {value.key} {message}; {tail}",
        value,
        notes=(*notes, *([f"one level down: {fork}"] if fork else [])),
        severity=_down(level) if fork else level,
        effect=Effect.RAISES if raises else Effect.IGNORED,
        stage=Stage.MAKE if raises else Stage.SILENT,
        fix=rename(experiment, stranger),
    )


def _down(level: Severity) -> Severity:
    return Severity.WARNING if level is Severity.ERROR else Severity.INFO


def rename(experiment: Experiment, stranger: Stranger) -> Fix | None:
    """The rename of a key to its one new name in the same section, where that is not set already."""
    became, setting = stranger.became, stranger.value.setting
    if became is None or setting is None or became.kind != "renamed" or len(became.to) != 1:
        return None
    section, key = became.to[0]
    taken = experiment.get(section, key)
    if section != stranger.value.section or (taken and taken.layer.kind in ("file", "override")):
        return None
    return Fix(f"rename {setting.key} to {key}", (Edit(setting.key_span, key),))


def near(word: str, known: list[str]) -> str | None:
    """The known name that a word is most likely a slip of, or None."""
    found = difflib.get_close_matches(word.lower(), known, 1, cutoff=0.75)
    return found[0] if found else None


def told(place: Setting | Section) -> str:
    """A name or section as it is listed in a note."""
    if isinstance(place, Section):
        return f"[{place.name}] (line {place.span.line})"
    return f"[{place.section}] {place.key} (line {place.span.line})"


def generation_list(of: tuple[str, ...]) -> str:
    """``3.0``, ``3.0 and 4.0``: generations in words."""
    return of[0] if len(of) == 1 else ", ".join(of[:-1]) + f" and {of[-1]}"
