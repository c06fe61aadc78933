"""The optimizer is not known (3.0).

## What it checks

`optimizer`, compared as it is written.

## Why it matters

The trainer raises ValueError: Unknown optimizer.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
optimizer = adamw
```

## Use instead

```ini
[base]
env_name = my_env

[train]
optimizer = adam
```

## Fix

Write adam or muon.

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
    "optimizer": "optimizer = {value}: the trainer knows adam and muon",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """An unknown word."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC607",
    name="optimizer",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
