"""The native backend PufferEnv is given more than one environment.

## What it checks

PufferEnv makes exactly one environment, which holds all agents itself. It is also the default of `vector.make` where no backend
is given. In an INI the default num_envs = 2 lies below the file, so `backend = PufferEnv` alone fails. A YAML, TOML or JSON
table without a backend often gets it from elsewhere: there it is a warning, until `--defaults signature` says otherwise.

## Why it matters

`make` builds the environment and then raises "Native vectorization is for PufferEnvs".

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = PufferEnv
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

Set num_envs = 1 and give the environment its own count under [env], or choose Serial or Multiprocessing.

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
    "pufferenv-num-envs": "PufferEnv takes num_envs = 1, not {num_envs}: it makes one environment that holds all agents itself",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes, and what the default backend of make would do."""
    yield from make_hits(experiment, CAUSES)
    does = "takes num_envs = 1, not {num_envs}"
    yield from default_backend_hits(experiment, "pufferenv-num-envs", does)


RULE = Rule(
    code="PC212",
    name="pufferenv-num-envs",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
