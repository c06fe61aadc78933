"""num_envs is not a whole number of at least 1.

## What it checks

The number of environments that 3.0's `vector.make` is given. It must be an int of at least 1. Integral floats such as
`1e3` (which an INI reads as 1000.0) pass make's own test and then raise in every backend but PufferEnv.

## Why it matters

`make` raises at once, or with an obscure TypeError ("can't multiply sequence by non-int") a few lines later.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 1e3
num_workers = 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 1_000
num_workers = 8
```

## Fix

Write a whole number. An INI takes `1_000` but not `1e3`, `1,000` or `10*100`.

## Sources

pufferlib 3.0.0, vector.py make: the first two checks; list replication of creators.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "num-envs-type": "num_envs = {num_envs} is not a number: make compares it with 1 and raises TypeError",
    "num-envs-below-one": "num_envs = {num_envs} is below 1: there must be at least one environment",
    "num-envs-not-integer": "num_envs = {num_envs} is not a whole number",
    "num-envs-float": "num_envs = {num_envs} is a float: make needs an int, and raises TypeError",
    "num-envs-not-int": "num_envs = {num_envs} is no int of Python's own: {backend} raises TypeError; pass int(...) of it",
    "num-envs-too-large": "num_envs = {num_envs} is more than any machine can hold",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC201",
    name="num-envs",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
