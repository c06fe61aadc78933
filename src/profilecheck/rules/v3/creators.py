"""env_args or env_kwargs have a shape that make refuses.

## What it checks

The arguments of the environment's constructor. For one creator env_args is a list or tuple and env_kwargs a dict, and make
repeats them; for a list of creators both must be lists of length num_envs.

## Why it matters

`make` raises "env_args must be a list of lists or tuples" and the like; PufferEnv raises TypeError.

## Example

```yaml target=3.0
vec:
  backend: Serial
  num_envs: 4
  env_kwargs: [1, 2]
```

## Use instead

```yaml
vec:
  backend: Serial
  num_envs: 4
  env_kwargs: {size: 1}
```

## Fix

Give env_kwargs as a mapping and env_args as a list.

## Sources

pufferlib 3.0.0, vector.py make: env_creators, env_args, env_kwargs.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

_LENGTH = (
    "must have an element for each of num_envs = {num_envs} creators, and has {length}: beside a list of creators "
    "env_args is a list of lists and env_kwargs one of mappings, such as [[], ...] and [{{}}, ...]"
)
CAUSES = {
    "creators-native": "PufferEnv takes one creator, not a list of them",
    "creators-length": "{making} for num_envs = {num_envs}: their numbers must be equal",
    "creators-env-args-length": f"env_args {_LENGTH}",
    "creators-env-kwargs-length": f"env_kwargs {_LENGTH}",
    "env-args-shape": "env_args = {env_args}: it must be a list or tuple of the constructor's arguments",
    "env-kwargs-shape": "env_kwargs = {env_kwargs}: it must be a mapping of the constructor's keyword arguments",
    "env-kwargs-keys": "env_kwargs = {env_kwargs}: the names of keyword arguments must be strings",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    return make_hits(experiment, CAUSES)


RULE = Rule(
    code="PC207",
    name="creators",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
