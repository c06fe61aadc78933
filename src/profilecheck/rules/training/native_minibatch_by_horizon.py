"""minibatch_size is no multiple of horizon (4.0).

## What it checks

minibatch_size % horizon in Python's own arithmetic, which takes fractions as they are. Not applied to eval, which sets the
horizon to 1.

## Why it matters

`puffer train` raises "minibatch_size M must be divisible by horizon H". A sweep starts from these values: it prints the
message and tries again for ever.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
minibatch_size = 8192
horizon = 48
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
minibatch_size = 8192
horizon = 64
```

## Fix

Choose a multiple of horizon, or a divisor of minibatch_size.

## Sources

PufferLib 8e3e754 and 052f0f5 pufferlib/pufferl.py validate_config, sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import real
from profilecheck.profiles.v4_train import horizons_that_divide, multiples_near, remainder
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """A minibatch that cannot be cut into segments."""
    minibatch, horizon = (
        experiment.get("train", "minibatch_size"),
        experiment.get("train", "horizon"),
    )
    if experiment.mode == "eval" or minibatch is None or horizon is None:
        return
    size, steps = real(minibatch.value), real(horizon.value)
    if size is None or steps is None or not remainder(size, steps):
        return
    broken = horizon if size % 1 == 0 and steps % 1 else minibatch
    again = ", which a sweep prints for ever" if experiment.mode == "sweep" else ""
    yield Hit(
        f"minibatch_size = {size} is no multiple of horizon = {steps}: the trainer raises "
        f"AssertionError{again}",
        broken,
        takes=(minibatch, horizon),
        options=(
            *({minibatch.name: n} for n in multiples_near(size, steps)),
            *({horizon.name: n} for n in horizons_that_divide(size, steps)),
        ),
    )


RULE = Rule(
    code="PC651",
    name="native-minibatch-by-horizon",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
