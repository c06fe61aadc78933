"""What a sweep draws: fractions for keys that take whole numbers, and the metric that it looks for.

Sources: pufferlib 3.0.0 sweep.py Linear, Log, Logit, Hyperparameters._fill; pufferl.py sweep, downsample.
PufferLib 8e3e754 pufferlib/sweep.py, pufferlib/pufferl.py validate_config, _train, sweep.
"""

from __future__ import annotations

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
