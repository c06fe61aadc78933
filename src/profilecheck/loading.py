"""What goes wrong while the target's own loader puts the settings of an INI together."""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Setting
from profilecheck.experiment import Experiment
from profilecheck.layers import Value
from profilecheck.profiles.base import Name
from profilecheck.profiles.loader import NONE_DOES, LoaderFault, faults


def loader_faults(experiment: Experiment, *, below: bool = False) -> Iterator[LoaderFault]:
    """What goes wrong while the target's own loader puts the INI together: over what the file gives, or
    in the default.ini ``below`` it, whatever the file gives."""
    for fault in _loader_faults(experiment):
        names = [fault.name, *([fault.other] if fault.other else [])]
        given = all(experiment.config.values[name].layer.own for name in names)
        if below is (not given and all(in_default_ini(experiment, name) for name in names)):
            yield fault


def twins(experiment: Experiment, fault: LoaderFault) -> tuple[Value, Value] | None:
    """Of two settings that become one flag the one to blame and the other: that is not the known name, where the file gives it."""
    if fault.cause != "same-flag" or fault.other is None:
        return None
    second, first = (experiment.config.values[name] for name in (fault.name, fault.other))
    known = experiment.profile.spec(*second.name) is not None
    second_stays = first.layer.own and (known or not second.layer.own)
    return (first, second) if second_stays else (second, first)


def in_default_ini(experiment: Experiment, name: Name) -> Setting | None:
    """The setting of a name in the default.ini that lies below the file: its own, or one of [DEFAULT]."""
    held = experiment.once("reading.default_ini", _held)
    return held.get(name) or held.get(("DEFAULT", name[1]))


def _held(experiment: Experiment) -> dict[Name, Setting]:
    default = experiment.below
    return {(s.section, s.key): s for s in default.settings} if default is not None else {}


def _loader_faults(experiment: Experiment) -> tuple[LoaderFault, ...]:
    if not experiment.from_ini:
        return ()
    profile = experiment.profile
    tables = (profile.tables.keys() | profile.open_sections) - {
        "base",
        "rnn",
    }  # the keys of [base] lie at the top

    def compute(one: Experiment) -> tuple[LoaderFault, ...]:
        settings = [(name, value.value) for name, value in one.config.values.items()]
        optional = NONE_DOES.get(profile.name, frozenset())
        return faults(settings, profile.fixed_flags, sorted(tables), optional)

    return experiment.once("loader.faults", compute)
