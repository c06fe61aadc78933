"""Serial is given a batch_size above num_envs.

## What it checks

Serial takes batch_size for the number of environments. Above num_envs there is no creator for the further ones.

## Why it matters

`make` raises "list index out of range".

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = 4
num_workers = 4
batch_size = 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = 4
num_workers = 4
batch_size = 4
```

## Fix

Set batch_size to num_envs.

## Sources

pufferlib 3.0.0, vector.py make: 'Keeps batch size consistent'; Serial constructor.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "serial-batch-exceeds-envs": "batch_size = {batch_size} is above num_envs = {num_envs}: Serial builds batch_size environments and has creators for only {num_envs}",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC208",
    name="serial-batch-exceeds-envs",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
