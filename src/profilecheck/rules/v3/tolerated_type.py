"""A value of the wrong type that make tolerates.

## What it checks

True for a count of 1, an integral float with PufferEnv, a negative or fractional num_workers with Serial, and the like: make accepts
them, though another backend would not.

## Why it matters

The config works by accident and breaks when the backend changes.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = True
batch_size = 1
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = 1
batch_size = 1
```

## Fix

Write a whole number.

## Sources

pufferlib 3.0.0, vector.py make.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "tolerated-type": "{key} = {value} is not of the type that make is written for: {backend} happens to work with it, another backend may not",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC228",
    name="tolerated-type",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
