"""[train] gpus is no number of GPUs (4.0).

## What it checks

That gpus is a whole number of at least 1. True counts as 1. Not applied to eval.

## Why it matters

The trainer counts from 0 to gpus: a fraction or text raises TypeError. With none total_timesteps is divided by 0:
ZeroDivisionError.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
gpus = 0
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
gpus = 1
```

## Fix

Write the number of GPUs; there is no word for all of them.

## Sources

PufferLib 8e3e754 pufferlib/pufferl.py train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """A number of GPUs that is none."""
    gpus = experiment.get("train", "gpus")
    if experiment.mode == "eval" or gpus is None or gpus.value is UNKNOWN:
        return
    if not isinstance(gpus.value, int):
        consequence = "the trainer raises TypeError"
    elif gpus.value < 1:
        consequence = "the trainer raises ZeroDivisionError"
    else:
        return
    yield Hit(
        f"[train] gpus = {gpus.value!r}: {consequence}; write a whole number of at least 1",
        gpus,
        options=({gpus.name: 1},),
    )


RULE = Rule(
    code="PC654",
    name="gpus",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
