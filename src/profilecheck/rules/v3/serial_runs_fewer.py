"""Serial runs batch_size environments, not num_envs.

## What it checks

Serial takes batch_size for the number of environments. In an INI the default `batch_size = auto` lies below the file, so
`backend = Serial` with num_envs = 8 runs 4.

## Why it matters

Fewer environments run than were asked for, and nothing says so.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = 8
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

Set batch_size to num_envs.

## Sources

pufferlib 3.0.0, vector.py make: 'Keeps batch size consistent'.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "serial-runs-fewer": "Serial runs {running} and not num_envs = {num_envs}: it builds as many as batch_size = {batch_size} says",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC221",
    name="serial-runs-fewer",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
