"""A size of the trainer is no whole number of at least 1 (3.0).

## What it checks

batch_size, bptt_horizon, minibatch_size and max_minibatch_size: numbers, at least 1, and whole. batch_size and bptt_horizon may be auto, the
two minibatch sizes may not.

## Why it matters

A text raises TypeError, 0 ZeroDivisionError; a float passes into torch, which takes whole sizes only; a negative minibatch passes the
constructor and fails in the first update.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
minibatch_size = 8e3
```

## Use instead

```ini
[base]
env_name = my_env

[train]
minibatch_size = 8_192
```

## Fix

Write a whole number: `8_192`, not `8e3`, which is a float.

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
    "size-type": "{key} = {value} is no number: the trainer calculates with it and raises TypeError",
    "size-below-one": "{key} = {value} is below 1",
    "size-float": "{key} = {value} is a float, and torch takes whole sizes only: write it as an int",
    "size-too-large": "{key} = {value} is more than any memory holds",
    "size-zero": "{key} = {value}: the trainer divides by it",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """Sizes that are none."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC602",
    name="train-size-value",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
