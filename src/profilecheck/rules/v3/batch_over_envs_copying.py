"""batch_size is above num_envs while zero_copy is off.

## What it checks

Without zero_copy, `make` does not compare batch_size with num_envs.

## Why it matters

The first `recv` raises "list index out of range".

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env

[vec]
num_envs = 4
batch_size = 8
zero_copy = False
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 4
batch_size = 4
zero_copy = False
```

## Fix

Set batch_size to at most num_envs.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing.recv.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "batch-over-envs-copying": "batch_size = {batch_size} is above num_envs = {num_envs}: make accepts it with zero_copy off, and the first recv raises IndexError",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC222",
    name="batch-over-envs-copying",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.FIRST_STEP,
    profiles=("3.0",),
    check=check,
)
