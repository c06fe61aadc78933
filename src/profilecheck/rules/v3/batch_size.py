"""batch_size is not a number of environments that a batch can have.

## What it checks

The environments in one batch: an int of at least 1, `auto` (half of num_envs) or None (num_envs). `auto` is resolved only where
num_workers is given too; without it every backend raises.

## Why it matters

`make` raises a bare TypeError, ZeroDivisionError, IndexError or ValueError.

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 4
batch_size = 0
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 4
batch_size = 4
```

## Fix

Write a multiple of num_envs / num_workers that divides num_envs, or leave the key out.

## Sources

pufferlib 3.0.0, vector.py make; Serial, Multiprocessing and Ray constructors.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "batch-size-type": "batch_size = {batch_size} is neither a whole number nor auto: make raises {backend_error}",
    "batch-auto-without-workers": "batch_size = 'auto' is worked out only where num_workers is given: without it every backend raises TypeError; give num_workers as well, or a number",
    "batch-zero": "batch_size = {batch_size}: a batch must have at least one environment",
    "batch-negative": "batch_size = {batch_size} is negative",
    "batch-size-too-large": "batch_size = {batch_size} is more than any machine can hold",
}

NONE = "batch_size = None is refused by {backend}, which takes only a whole number: leave batch_size out, or write one"


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    none = experiment.value("vec", "batch_size") is None
    return make_hits(experiment, {**CAUSES, "batch-size-type": NONE} if none else CAUSES)


RULE = Rule(
    code="PC206",
    name="batch-size",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
