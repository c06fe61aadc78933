"""The native backend PufferEnv ignores this setting.

## What it checks

PufferEnv returns the environment before make looks at anything else: num_workers, batch_size, zero_copy and overwork have no
effect, whatever their values. It is also the default of `vector.make`: a YAML, TOML or JSON table that holds such settings and
no backend is told once, since its backend often comes from elsewhere.

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
from profilecheck.rules.v3._shared import default_backend_hits, make_hits

CAUSES = {
    "native-ignores": "{key} = {value} is ignored: PufferEnv makes one environment and reads no other setting",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes, and what the default backend of make would do."""
    yield from make_hits(experiment, CAUSES)
    yield from default_backend_hits(experiment, "native-ignores", "ignores {settings}")


RULE = Rule(
    code="PC220",
    name="native-ignores",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
