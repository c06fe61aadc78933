"""The batch is smaller than the minibatch (3.0).

## What it checks

batch_size against minibatch_size. batch_size = auto is agents x bptt_horizon and known only with `--agents-per-env`.

## Why it matters

The trainer raises APIUsageError, after environments and policy have been made. default.ini has minibatch_size = 8192, so that a file with
a smaller batch_size of its own always fails: crafter.ini and open_spiel.ini of 3.0.0 do.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
batch_size = 4096
```

## Use instead

```ini
[base]
env_name = my_env

[train]
batch_size = 4096
minibatch_size = 4096
```

## Fix

Use a smaller minibatch_size or a larger batch.

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
    "batch-below-minibatch": "batch_size = {batch_size} is less than minibatch_size = {minibatch_size}: a batch must fill a minibatch",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A minibatch that no batch fills."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC605",
    name="batch-below-minibatch",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
