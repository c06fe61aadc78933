"""update_epochs is so small that an update has no minibatch (3.0).

## What it checks

update_epochs x batch_size against the minibatch that is computed at once, with the fraction of minibatches cut off. Where the batch is not known,
update_epochs of 0 or less.

## Why it matters

The loop over minibatches does not run, and the code behind it raises UnboundLocalError in the first update.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
batch_size = 8192
update_epochs = 0.5
```

## Use instead

```ini
[base]
env_name = my_env

[train]
batch_size = 16384
update_epochs = 0.5
```

## Fix

Use a larger update_epochs or a smaller minibatch.

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
    "no-minibatches": "update_epochs = {update_epochs}: so many passes over a batch are less than one minibatch, and an update without a minibatch raises UnboundLocalError",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """An update that does nothing."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC619",
    name="update-without-minibatch",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("3.0",),
    check=check,
)
