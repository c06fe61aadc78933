"""[vec] holds an argument that the launcher passes itself.

## What it checks

`puffer train` passes env_kwargs (the [env] section) and the creator to `vector.make` beside [vec].

## Why it matters

`make` raises "got multiple values for keyword argument".

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 2
env_kwargs = {'size': 3}
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 2

[env]
size = 3
```

## Fix

Put the constructor's arguments into [env].

## Sources

pufferlib 3.0.0, pufferl.py load_env.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule

PASSED = ("env_kwargs", "env_creator_or_creators")


def check(experiment: Experiment) -> Iterator[Hit]:
    """Arguments that load_env passes beside [vec]."""
    if not experiment.launched:
        return
    for value in experiment.values("vec", *PASSED):
        yield Hit(
            f"[vec] {value.key}: the launcher passes that argument itself, and make raises TypeError over "
            "a second; write what the environment is to be given in [env]",
            value,
        )


RULE = Rule(
    code="PC209",
    name="reserved-argument",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
