"""num_workers is not a whole number of at least 1.

## What it checks

The number of workers: an int of at least 1, or `auto` (exactly), which means num_envs. None does not mean the default: to
get it, leave the key out. Serial divides by it too, but accepts negative and fractional divisors and then ignores them.

## Why it matters

`make` raises a bare ZeroDivisionError, TypeError or ValueError that names neither the key nor the value.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 0
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 4
```

## Fix

Write a divisor of num_envs, or `auto`.

## Sources

pufferlib 3.0.0, vector.py make: 'num_workers' in kwargs; Multiprocessing and Ray constructors.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "num-workers-type": "num_workers = {num_workers} is not a number: make divides num_envs by it and raises TypeError; use a whole number or auto",
    "num-workers-zero": "num_workers = {num_workers}: make divides num_envs by it and raises ZeroDivisionError",
    "num-workers-not-finite": "num_workers = {num_workers}: num_envs cannot be divided by it",
    "num-workers-not-int": "num_workers = {num_workers} is no int of Python's own: {backend} raises TypeError; write it as one",
    "num-workers-negative": "num_workers = {num_workers} is negative: {backend} raises ValueError",
    "envs-per-worker-zero": "num_workers = {num_workers} leaves no environment for a worker out of num_envs = {num_envs}",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC204",
    name="num-workers",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
