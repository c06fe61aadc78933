"""The minibatch is no multiple of the horizon (3.0).

## What it checks

The smaller of minibatch_size and max_minibatch_size against bptt_horizon: a minibatch is a number of whole segments.

## Why it matters

The trainer raises APIUsageError.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
bptt_horizon = 48
```

## Use instead

```ini
[base]
env_name = my_env

[train]
bptt_horizon = 32
```

## Fix

Make the minibatch a multiple of bptt_horizon.

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
    "minibatch-by-horizon": "{key} = {value} is no multiple of bptt_horizon = {bptt_horizon}",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A minibatch with a broken segment."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC606",
    name="minibatch-by-horizon",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
