"""torch_deterministic is no bool (3.0).

## What it checks

`torch_deterministic`, which torch takes as True or False and nothing else, not even 1 or 0.

## Why it matters

torch raises RuntimeError in the first line of the trainer.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
torch_deterministic = 1
```

## Use instead

```ini
[base]
env_name = my_env

[train]
torch_deterministic = True
```

## Fix

Write True or False.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL; torch 2.13 torch.backends.cudnn.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "torch-deterministic": "torch_deterministic = {value}: torch takes True or False only",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A value that torch refuses."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC609",
    name="torch-deterministic",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
