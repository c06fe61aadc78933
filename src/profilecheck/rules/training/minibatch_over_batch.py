"""A minibatch is larger than the batch (4.0).

## What it checks

minibatch_size against horizon x total_agents; equal is fine. The batch is always that product, and total_agents counts per GPU.
Not applied to eval.

## Why it matters

`puffer train` raises "minibatch_size M > total_agents A * horizon H". A sweep starts from these values: it prints the message
and tries again for ever.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 64

[train]
minibatch_size = 8192
horizon = 64
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 64

[train]
minibatch_size = 4096
horizon = 64
```

## Fix

Use a smaller minibatch, more agents or a longer horizon.

## Sources

PufferLib 8e3e754 and 052f0f5 pufferlib/pufferl.py validate_config, sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import real
from profilecheck.profiles.v4_train import exceeds
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """A minibatch that no rollout fills."""
    minibatch, horizon = (
        experiment.get("train", "minibatch_size"),
        experiment.get("train", "horizon"),
    )
    agents = experiment.get("vec", "total_agents")
    if experiment.mode == "eval" or minibatch is None or horizon is None or agents is None:
        return
    size, steps, count = real(minibatch.value), real(horizon.value), real(agents.value)
    if size is None or steps is None or count is None or not exceeds(size, steps, count):
        return
    if steps < 1:  # PC653 tells of it, and no minibatch would fit
        return
    batch = steps * count
    again = ", which a sweep prints for ever" if experiment.mode == "sweep" else ""
    whole = isinstance(batch, int) and isinstance(size, int) and batch > 0
    yield Hit(
        f"minibatch_size = {size} is more than horizon x total_agents = {steps} x {count} = {batch}: "
        f"the trainer raises AssertionError{again}",
        minibatch,
        takes=(horizon, agents),
        options=(
            {minibatch.name: batch},
            {agents.name: -(-size // steps)},
        )
        if whole
        else (),
    )


RULE = Rule(
    code="PC652",
    name="minibatch-over-batch",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
