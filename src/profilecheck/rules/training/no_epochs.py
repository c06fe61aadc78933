"""total_timesteps is less than one batch (3.0).

## What it checks

total_timesteps against batch_size; where batch_size is auto, against what a batch holds at least (environments x bptt_horizon). Also
total_timesteps below 1, with which nothing is trained (a warning).

## Why it matters

The number of updates is total_timesteps // batch_size = 0, by which the first update divides: ZeroDivisionError after the first rollout.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
total_timesteps = 4096
batch_size = 8192
```

## Use instead

```ini
[base]
env_name = my_env

[train]
total_timesteps = 8192
batch_size = 8192
```

## Fix

Use at least one batch's worth of steps.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "no-epochs": "total_timesteps = {total_timesteps} is less than one batch of {least} steps: the run comes to 0 updates, and the trainer divides by their number (ZeroDivisionError)",
    "never-trains": "total_timesteps = {total_timesteps}: nothing is trained",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A run without an update."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC611",
    name="no-epochs",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("3.0",),
    check=check,
)
