"""A number of [train] makes no sense (4.0).

## What it checks

gamma and gae_lambda, which should be from 0 to 1, beta1, which should be at least 0 and below 1, max_grad_norm, which should be above 0, and
the learning rate, the coefficients for clipping, vf_coef, prio_alpha and prio_beta0, which should not be negative.

## Why it matters

The native trainer takes any number. Discounting by more than 1 makes returns grow without end, and a negative coefficient turns what it
weighs into its opposite.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
gamma = 99.5
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
gamma = 0.995
```

## Fix

Write a number of the range.

## Sources

PufferLib 754d725 src/bindings.cu get_config: no value is looked at; src/pufferlib.cu train_impl.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import wanted_range

JUDGED_ELSEWHERE: Final = ("gpus", "total_timesteps", "replay_ratio", "minibatch_size", "horizon")
"""Keys with a range that rules of their own judge, with what then happens."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """Numbers that no learning makes sense with."""
    if experiment.mode == "eval":
        return
    for value in experiment.config.section("train").values():
        spec = experiment.profile.spec(*value.name)
        if spec is None or spec.in_range(value.value) or value.key in JUDGED_ELSEWHERE:
            continue
        yield Hit(
            f"[train] {value.key} = {value.value!r} makes no sense: it should be {wanted_range(spec)}, "
            "and the trainer goes on with it all the same",
            value,
        )


RULE = Rule(
    code="PC658",
    name="native-value-range",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
