"""minibatch_size is above max_minibatch_size and no multiple of it (3.0).

## What it checks

A minibatch that is too large to be computed at once is split into parts of max_minibatch_size.

## Why it matters

The trainer raises APIUsageError.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
batch_size = 98304
minibatch_size = 49152
```

## Use instead

```ini
[base]
env_name = my_env

[train]
batch_size = 131072
minibatch_size = 65536
```

## Fix

Make minibatch_size a multiple of max_minibatch_size, or no larger.

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
    "max-minibatch": "minibatch_size = {minibatch_size} is more than max_minibatch_size = {max_minibatch_size} and no multiple of it",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A minibatch that cannot be split."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC604",
    name="max-minibatch",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
