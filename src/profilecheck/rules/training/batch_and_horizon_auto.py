"""batch_size and bptt_horizon are both auto (3.0).

## What it checks

The two sizes of an update, of which one may be auto: batch_size = auto is agents x bptt_horizon, bptt_horizon = auto is
batch_size // agents.

## Why it matters

The trainer raises APIUsageError, after environments and policy have been made.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
bptt_horizon = auto
```

## Use instead

```ini
[base]
env_name = my_env

[train]
bptt_horizon = 64
```

## Fix

Give one of them a number.

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
    "both-auto": "batch_size and bptt_horizon are both auto: the trainer needs a number for one of them",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """Both sizes left to each other."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC601",
    name="batch-and-horizon-auto",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
