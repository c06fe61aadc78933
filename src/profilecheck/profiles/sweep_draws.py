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


_LOOKED_AT: Final = 32
"""Values that are looked at of one parameter, at most."""
_WITHIN: Final = 1e-3
"""How far within a range of fractions lie the ends that are looked at, where it is not known whether bounds are drawn."""


def draws(
    method: object, distribution: object, low: float, high: float, mean: object, scale: object
) -> tuple[float, ...]:
    """Values that the trials of a sweep may put in for a parameter, ascending: all whole numbers where they are few,
    else those at both ends and some between; of fractions the two ends. Empty where the range is none.

    3.0's Random stays within ``scale`` of the mean, on the scale of the distribution. The other methods go on from the trials that
    they have, and reach all of the range; bounds are drawn too, as what lies beyond is put there. ``method`` None: nothing is known but the range.
    """
    try:
        bottom, top = _spaced(distribution, low), _spaced(distribution, high)
        if bottom == top or low > high:
            return ()
        ends = (bottom, top)
        if method == "Random":
            ends = _near(distribution, ends, mean, scale)
        if distribution == "int_uniform":
            return _some(*(round(end) for end in ends))
        if distribution == "uniform_pow2":
            return tuple(map(_power_of_two, _some(*(round(end) for end in ends))))
        if method is None:
            inside = (top - bottom) * _WITHIN
            ends = (bottom + inside, top - inside)
        if distribution == "uniform":
            return ends
        if distribution == "log_normal":
            return tuple(10**end for end in ends)
        return tuple(1 - 10**end for end in ends) if distribution == "logit_normal" else ()
    except (ArithmeticError, TypeError, ValueError):
        return ()


def _spaced(distribution: object, number: float) -> float:
    """Where a number lies on the scale on which a distribution is even."""
    if distribution == "uniform_pow2":
        return math.log(number, 2)
    if distribution in ("log_normal", "logit_normal"):
        return math.log(1 - number if distribution == "logit_normal" else number, 10)
    return number


def _near(
    distribution: object, ends: tuple[float, float], mean: object, scale: object
) -> tuple[float, float]:
    """The part of a range that lies within ``scale`` of the mean; the whole range is two of it."""
    bottom, top = ends
    half = (top - bottom) / 2
    width = {"auto": 0.5, "time": 1 / (half * 2 * math.log2(10))}.get(str(scale), scale)
    middle = (_spaced(distribution, mean) - bottom) / half - 1  # type: ignore[arg-type]
    least, most = max(middle - width, -1), min(middle + width, 1)  # type: ignore[operator]
    return bottom + (least + 1) * half, bottom + (most + 1) * half


def _some(low: int, high: int) -> tuple[int, ...]:
    """All whole numbers of a range where they are few, else a third of as many at each end and between."""
    if high - low < _LOOKED_AT:
        return tuple(range(low, high + 1))
    third = _LOOKED_AT // 3
    step = (high - low) // third
    between = range(low + step, high - step, step)
    return tuple(sorted({*range(low, low + third), *between, *range(high - third + 1, high + 1)}))
