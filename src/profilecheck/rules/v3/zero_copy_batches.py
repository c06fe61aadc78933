"""batch_size does not divide num_envs while zero_copy is on.

## What it checks

With zero_copy (the default) Multiprocessing cuts its shared memory into num_envs / batch_size equal buffers. `auto` is half of
num_envs, so every odd num_envs from 5 fails with it.

## Why it matters

`make` raises "zero_copy: num_envs must be divisible by batch_size".

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env

[vec]
num_envs = 5
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 5
batch_size = 5
```

## Fix

Choose a divisor of num_envs for batch_size.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing constructor.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "zero-copy-batches": "num_envs = {num_envs} is not divisible by batch_size = {batch_size}, as it must be while zero_copy is on",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC211",
    name="zero-copy-batches",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
