"""A fraction, True or False stands where the native trainer holds a whole number.

## What it checks

The values that the native trainer keeps as C integers: total_agents, num_buffers, num_threads, horizon, minibatch_size,
hidden_size, num_layers, cudagraphs and seed. A fraction that is cut off to nothing is reported as out of range instead, and a
float without a fraction (`4.0`, `8e3`) is as good as an integer.

## Why it matters

The fraction is cut off in silence: `num_buffers = 4.78896` gives 4 buffers. Such values come from a sweep, whose default
space draws num_buffers and num_layers from the reals, and the run that follows is not quite the one that the sweep's numbers
say.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 4.78896
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 4
```

## Fix

Write the whole number that is in force.

## Sources

PufferLib 754d725 src/bindings.cu create_pufferl, src/pufferlib.cu HypersT; 8e3e754 config/default.ini [sweep.vec.num_buffers].
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Effect, Fix, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.v4_numbers import whole
from profilecheck.profiles.v4_ranges import INTS
from profilecheck.rules import Hit, Rule

NUMBER = re.compile(r"[+-]?[\d._]+([eE][+-]?\d+)?|True|False|true|false")
NOT_COUNTS = ("cudagraphs", "seed")


def check(experiment: Experiment) -> Iterator[Hit]:
    """Values of which only a part is in force."""
    for name in INTS:
        value = experiment.get(*name)
        if value is None or not isinstance(value.value, (bool, float)):
            continue
        cut = whole(value.value)
        if cut is None or (cut == 0 and value.key not in ("num_threads", *NOT_COUNTS)):
            continue
        if isinstance(value.value, bool):
            if value.key not in NOT_COUNTS:
                yield _hit(value, cut, f"is read as {cut}")
        elif cut != value.value:
            yield _hit(value, cut, f"is cut to {cut}")


def _hit(value: Value, cut: int, verdict: str) -> Hit:
    return Hit(
        f"{value.key} = {value.value!r} {verdict}: the native trainer reads a whole number here; "
        f"write {cut}",
        value,
        fix=_fix(value, cut),
    )


def _fix(value: Value, cut: int) -> Fix | None:
    if value.layer.kind != "file" or value.setting is None:
        return None
    if not NUMBER.fullmatch(value.setting.raw):
        return None
    return Fix(f"write {cut}, as is read", (Edit(value.setting.value_span, str(cut)),))


RULE = Rule(
    code="PC303",
    name="fraction-truncated",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
