"""This backend does not read the setting.

## What it checks

Serial runs without workers and copies nothing; Ray knows neither zero_copy nor overwork. num_workers is still checked for
divisibility by make.

## Why it matters

Harmless in a config that is used with several backends.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = 8
batch_size = 8
overwork = True
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = 8
batch_size = 8
```

## Fix

Remove it, or leave it for the other backend.

## Sources

pufferlib 3.0.0, vector.py make.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "serial-ignores": "{key} = {value} is not read by Serial",
    "ray-ignores": "{key} = {value} is not read by Ray",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC234",
    name="backend-ignores",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
