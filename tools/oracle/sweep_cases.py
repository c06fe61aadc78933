"""Sweeps to ask the real 3.0.0 about: scalars of [sweep] and one swept parameter, as INI texts.

A case is ``{"sweep": scalars, "table": the parameter's own keys}``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

Case = dict[str, dict[str, str]]

DISTRIBUTIONS = ("uniform", "int_uniform", "uniform_pow2", "log_normal", "logit_normal")
NUMBERS = ("0", "0.0", "1", "0.5", "-1", "2", "8", "16", "1e-5", "0.999", "1.0", "3e7", "True")
NONE = ("auto", "None", "x", "[1]", "'2'")
PLAIN = ("0.1", "0.2", "0.5", "0.9")
SCALES = ("auto", "auto", "time", "0.5", "2", "wide", "None")
SCALARS = ("name", "max_cost", "gpus", "metric_distribution")


def edges() -> Iterator[Case]:
    """Every pair of bounds for every distribution."""
    for distribution in (*DISTRIBUTIONS, "normal"):
        for low in ("-1", "0", "0.5", "1", "2"):
            for high in ("0", "0.5", "0.999", "1", "2"):
                table = {"distribution": distribution, "min": low, "max": high}
                yield {"sweep": {}, "table": {**table, "mean": "0.5", "scale": "auto"}}


def sampled(seed: int, count: int) -> Iterator[Case]:
    """Random sweeps, most of them with a single fault or none."""
    chance = random.Random(seed)
    for _ in range(count):
        table = {
            "distribution": chance.choice((*DISTRIBUTIONS, "normal")),
            **{key: _bound(chance) for key in ("min", "max", "mean")},
            "scale": chance.choice(SCALES),
        }
        for key in list(table):
            if len(table) > 1 and chance.random() < 0.04:
                del table[key]
        scalars = {chance.choice(SCALARS): "1"} if chance.random() < 0.05 else {}
        if chance.random() < 0.05:
            scalars["goal"] = chance.choice(("minimize", "max", "Maximize"))
        yield {"sweep": scalars, "table": table}


def _bound(chance: random.Random) -> str:
    return chance.choice(chance.choice((PLAIN, PLAIN, PLAIN, NUMBERS, NUMBERS, NONE)))
