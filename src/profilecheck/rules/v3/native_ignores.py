"""The native backend PufferEnv ignores this setting.

## What it checks

PufferEnv returns the environment before make looks at anything else: num_workers, batch_size, zero_copy and overwork have no
effect, whatever their values.

## Why it matters

What was written is not in force, and nothing says so.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = PufferEnv
num_envs = 1
num_workers = 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
backend = PufferEnv
num_envs = 1
```

## Fix

Remove the setting, or choose Multiprocessing.

## Sources

pufferlib 3.0.0, vector.py make: backend == PufferEnv.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "native-ignores": "{key} = {value} is ignored: PufferEnv makes one environment and reads no other setting",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC220",
    name="native-ignores",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
