"""The seed given to make has no effect.

## What it checks

`vector.make` takes a seed and does not forward it to the backend. What seeds the environments is the seed of reset: [train] seed in
`puffer train`.

## Why it matters

Runs that were meant to differ, or to be repeatable, are not.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
seed = 7
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8

[train]
seed = 7
```

## Fix

Use [train] seed, or the seed of `reset` and `async_reset`.

## Sources

pufferlib 3.0.0, vector.py make: the last line; `make_seeds` is never called.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "seed-ignored": "seed = {seed} has no effect: make does not forward it; [train] seed, or the seed of reset, seeds the environments",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC225",
    name="seed-ignored",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
