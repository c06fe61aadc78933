"""Ray is given a batch_size other than num_envs.

## What it checks

With batch_size below num_envs, 3.0's Ray backend steps only the workers of the first batch, for ever: a warning. Zero, and more than
num_envs, raise at the first `recv`: an error.

## Why it matters

Most environments are never stepped and nothing says so, or the first `recv` raises ValueError.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = Ray
num_envs = 4
batch_size = 8
num_workers = 4
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
backend = Ray
num_envs = 4
batch_size = 4
num_workers = 4
```

## Fix

Set batch_size to num_envs.

## Sources

pufferlib 3.0.0, vector.py Ray.recv.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "ray-first-batch-only": "batch_size = {batch_size} is below num_envs = {num_envs}: Ray steps the environments of the first batch again and again, and the others never",
    "ray-batch-zero": "batch_size = {batch_size}: make accepts it, and Ray's first recv raises ValueError",
    "ray-batch-over-envs": "batch_size = {batch_size} is above num_envs = {num_envs}: make accepts it, and Ray's first recv raises ValueError",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC224",
    name="ray-batches",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.FIRST_STEP,
    profiles=("3.0",),
    check=check,
)
