"""The precision is not supported (3.0).

## What it checks

`precision`, the name of a torch type.

## Why it matters

The trainer raises AttributeError where torch has no such name (bf16, fp32), APIUsageError for any other type (float16).

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
precision = bf16
```

## Use instead

```ini
[base]
env_name = my_env

[train]
precision = bfloat16
```

## Fix

Write float32 or bfloat16.

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
    "precision": "precision = {value}: the trainer takes float32 and bfloat16",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """An unknown word."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC608",
    name="precision",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
