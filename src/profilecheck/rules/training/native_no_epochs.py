"""total_timesteps is less than one batch, so nothing is trained (4.0).

## What it checks

total_timesteps / gpus against total_agents x horizon, in Python's arithmetic. total_agents counts per GPU and is not divided.
Not applied to eval.

## Why it matters

The number of epochs is rounded down to 0. The trainer starts, makes environments and policy, trains nothing, saves nothing,
and exits with 0.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
total_timesteps = 100_000
horizon = 64
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
total_timesteps = 10_000_000
horizon = 64
```

## Fix

Use more timesteps, fewer agents or a shorter horizon.

## Sources

PufferLib 8e3e754 and 052f0f5 pufferlib/pufferl.py train, _train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import real
from profilecheck.profiles.v4_train import epochs, least_timesteps
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """A run of no epochs."""
    total, horizon = experiment.get("train", "total_timesteps"), experiment.get("train", "horizon")
    agents, gpus = experiment.get("vec", "total_agents"), experiment.get("train", "gpus")
    if experiment.mode == "eval" or total is None or horizon is None or agents is None:
        return
    steps, each, count = real(total.value), real(horizon.value), real(agents.value)
    processes = real(gpus.value) if gpus else 1
    if steps is None or each is None or count is None or not isinstance(processes, int):
        return
    least = least_timesteps(processes, count, each)
    trained = epochs(steps, processes, count, each)
    if least is None or trained is None or trained > 0:
        return
    share = f" / {processes} GPUs" if processes > 1 else ""
    yield Hit(
        f"total_timesteps = {steps}{share} is less than one batch of total_agents x horizon = {count} x "
        f"{each} = {count * each}: nothing is trained, and the process exits with 0",
        total,
        takes=(agents, horizon, *((gpus,) if gpus and processes > 1 else ())),
        options=({total.name: least},),
    )


RULE = Rule(
    code="PC655",
    name="native-no-epochs",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.TRAIN,
    profiles=("4.0",),
    check=check,
)
