"""num_envs is not divisible by num_workers.

## What it checks

Whether each worker gets the same whole number of environments. The check holds for every backend but PufferEnv, and only
where num_workers is given (in an INI it always is: the default is `auto`, which means num_envs).

## Why it matters

`make` raises "num_envs must be divisible by num_workers", also with Serial, which then ignores num_workers.

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env

[vec]
num_envs = 100
num_workers = 6
batch_size = 100
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 100
num_workers = 5
batch_size = 100
```

## Fix

Choose a divisor of num_envs, or a multiple of num_workers.

## Sources

pufferlib 3.0.0, vector.py make: 'num_workers' in kwargs.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "envs-by-workers": "num_envs = {num_envs} is not divisible by num_workers = {num_workers}: each worker would get {share}",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC203",
    name="envs-by-workers",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
