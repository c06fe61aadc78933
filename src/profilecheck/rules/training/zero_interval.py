"""checkpoint_interval is 0 (3.0).

## What it checks

checkpoint_interval, by which the trainer divides after each update. It does not switch checkpoints off.

## Why it matters

ZeroDivisionError after the first update.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
checkpoint_interval = 0
```

## Use instead

```ini
[base]
env_name = my_env

[train]
checkpoint_interval = 1_000_000
```

## Fix

Use a number larger than the run's updates.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "zero-interval": "checkpoint_interval = {value}: the trainer divides by it after the first update; a large number switches checkpoints off",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A division by zero."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC614",
    name="zero-interval",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("3.0",),
    check=check,
)
