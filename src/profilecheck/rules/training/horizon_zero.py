"""horizon is zero or less (4.0).

## What it checks

horizon as Python has it and as C reads it, so that a fraction below 1 counts as 0. Not applied to eval, which sets it to 1.

## Why it matters

`puffer train` raises ZeroDivisionError, which a sweep does not survive either. A fraction below 1 passes Python's checks and
divides by zero in the native trainer.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
horizon = 0
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
horizon = 64
```

## Fix

Use a multiple of 8.

## Sources

PufferLib 8e3e754 pufferlib/pufferl.py validate_config; 754d725 src/pufferlib.cu create_pufferl_impl.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import whole
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """A horizon of no steps."""
    horizon = experiment.get("train", "horizon")
    steps = whole(horizon.value) if horizon else None
    if experiment.mode == "eval" or horizon is None or steps is None or steps > 0:
        return
    consequence = (
        "the trainer raises ZeroDivisionError"
        if horizon.value == 0
        else "no rollout has so few steps"
        if steps < 0
        else "it reads as 0, and the native trainer divides by it"
    )
    yield Hit(
        f"horizon = {horizon.value!r}: {consequence}; use a multiple of 8",
        horizon,
        options=({horizon.name: 64},),
    )


RULE = Rule(
    code="PC653",
    name="horizon-zero",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
