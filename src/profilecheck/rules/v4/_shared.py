"""What the rules on 4.0's vectorization share: the layout of an experiment, and how values are told."""

from __future__ import annotations

from profilecheck.experiment import Experiment
from profilecheck.layers import Value
from profilecheck.profiles.v4_native import Layout, layout
from profilecheck.profiles.v4_numbers import whole


def arrangement(experiment: Experiment) -> Layout:
    """The layout of agents and threads as the native side carries it out, worked out once."""
    return experiment.once("v4.layout", lambda e: layout(e.value, e.agents_per_env))


def unserved(experiment: Experiment) -> int:
    """Agents that no buffer serves, where environments are not known to have several."""
    if experiment.mode == "eval" or experiment.agents_per_env not in (None, 1):
        return 0
    return arrangement(experiment).unserved_agents or 0


def told(value: Value | None) -> str:
    """A value as ``key = value``, with what C reads where its fraction is cut off."""
    if value is None:
        return ""
    cut = whole(value.value)
    read = "" if cut is None or cut == value.value else f" (read as {cut})"
    return f"{value.key} = {value.value!r}{read}"
