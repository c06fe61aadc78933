"""The log cannot hold a value, and is lost when training is done.

## What it checks

Values of any section that JSON has no form for: sets, bytes, complex numbers, `...`, and mappings whose keys are tuples or bytes.

## Why it matters

When training is done, 4.0 writes its log with the whole config in it. json.dump raises TypeError on such a value: the metrics of the run
are lost, and a sweep never hears of it. Whether anything reads the value makes no difference.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[env]
goals = {1, 2, 3}
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
```

## Fix

Remove the value, or write text.

## Sources

PufferLib 8e3e754 pufferlib/pufferl.py _train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_required import TRAINER_SETS, unloggable
from profilecheck.rules import Hit, Rule

ITSELF = TRAINER_SETS | {("base", "nccl_id"), ("base", "env_name")}
"""What the trainer sets itself before it writes the log."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each value of the file that JSON has no form for."""
    if not experiment.loaded or experiment.mode == "eval":
        return
    for value in experiment.config.own():
        if value.name not in ITSELF and unloggable(value.value):
            yield Hit(
                f"[{value.section}] {value.key} = {value.value!r} cannot be written as JSON: when training is "
                "done, writing the log raises TypeError, and its metrics are lost; remove it",
                value,
            )


RULE = Rule(
    code="PC690",
    name="unloggable-value",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("4.0",),
    check=check,
)
