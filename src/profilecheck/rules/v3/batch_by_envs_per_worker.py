"""batch_size is not a multiple of the environments per worker.

## What it checks

A batch is whole workers: batch_size must be a multiple of num_envs / num_workers. `auto` means half of num_envs, so a single
worker with `batch_size = auto` fails for every num_envs above 1.

## Why it matters

`make` raises "batch_size must be divisible by (num_envs / num_workers)".

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 1
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 1
batch_size = 8
```

## Fix

Choose a multiple of num_envs / num_workers; with one worker, batch_size = num_envs.

## Sources

pufferlib 3.0.0, vector.py make: 'batch_size' in kwargs.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "batch-by-envs-per-worker": "batch_size = {batch_size} is not a multiple of the {envs_per_worker} environments of one worker (num_envs = {num_envs}, num_workers = {num_workers})",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC205",
    name="batch-by-envs-per-worker",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
