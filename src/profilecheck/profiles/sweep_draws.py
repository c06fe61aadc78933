"""What a sweep draws: fractions for keys that take whole numbers, and the metric that it looks for.

Sources: pufferlib 3.0.0 sweep.py Linear, Pow2, Log, Logit, Hyperparameters, ParetoGenetic, Protein; pufferl.py sweep, downsample.
PufferLib 8e3e754 pufferlib/sweep.py, pufferlib/pufferl.py validate_config, _train, sweep.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from profilecheck.profiles.base import Name
from profilecheck.profiles.v4_ranges import INTS

WHOLE: Final[Mapping[object, str]] = {
    "uniform": "int_uniform",
    "log_normal": "uniform_pow2",
    "logit_normal": "int_uniform",
}
"""The distributions that draw fractions, each with one that draws whole numbers from a like range."""

FAIL_OVER_FRACTIONS: Final[Mapping[str, Mapping[Name, str]]] = {
    "3.0": {
        **dict.fromkeys(
            (("vec", "num_envs"), ("vec", "num_workers"), ("vec", "batch_size")),
            "make refuses it, which ends the sweep",
        ),
        **dict.fromkeys(
            (("train", "batch_size"), ("train", "minibatch_size"), ("train", "bptt_horizon")),
            "the trainer fails over it, which ends the sweep",
        ),
    },
    "4.0": dict.fromkeys(
        (("train", "minibatch_size"), ("train", "horizon")),
        "minibatch_size is then no multiple of horizon, and the run is skipped",
    ),
}
"""Keys over which a run fails where they are no whole number, and what becomes of the sweep."""

CUT: Final[Mapping[str, frozenset[Name]]] = {
    "4.0": frozenset(INTS) - FAIL_OVER_FRACTIONS["4.0"].keys()
}
"""Keys of which only the whole part is read."""

PREFIXES: Final[Mapping[str, str]] = {"3.0": "environment/", "4.0": "env/"}
"""What a sweep puts before ``metric`` to find it among the logged values."""

FIRST_IS_CENTRE: Final = ("ParetoGenetic", "Protein")
"""The methods of 3.0 whose trials begin at the search centre, until one of them has a result."""


def centre(distribution: object, low: float, high: float, mean: float) -> float | None:
    """What the first trial of these methods puts in for a parameter: its mean, there and back through
    the scale of its distribution. None where there is no such number."""
    try:
        if distribution in ("uniform", "int_uniform"):
            share = _there_and_back((mean - low) / (high - low))
            found = share * (high - low) + low
            return round(found) if distribution == "int_uniform" else found
        if distribution == "logit_normal":
            bottom, top = math.log(1 - low, 10), math.log(1 - high, 10)
            share = _there_and_back((math.log(1 - mean, 10) - bottom) / (top - bottom))
            return float(1 - 10 ** (share * (top - bottom) + bottom))
        base = {"uniform_pow2": 2, "log_normal": 10}.get(str(distribution))
        if base is None:
            return None
        bottom, top = math.log(low, base), math.log(high, base)
        share = _there_and_back((math.log(mean, base) - bottom) / (top - bottom))
        spaced = share * (top - bottom) + bottom
        return float(base**spaced) if base != 2 else _power_of_two(round(spaced))
    except (ArithmeticError, TypeError, ValueError):
        return None


def _power_of_two(exponent: int) -> float:
    """As Python has it: a whole number where the exponent is not negative."""
    return float(2**exponent) if exponent < 0 else int(2 ** min(exponent, 1023))


def _there_and_back(zero_one: float) -> float:
    """A place between the bounds, from 0 to 1, as it comes out of the sweep's own from -1 to 1."""
    return ((2 * zero_one - 1) + 1) / 2
