"""[train] env is taken (3.0).

## What it checks

A key `env` in [train], which the launcher itself adds to the trainer's config.

## Why it matters

TypeError: dict() got multiple values for keyword argument 'env'.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
env = my_env
```

## Use instead

```ini
[base]
env_name = my_env

[train]
seed = 1
```

## Fix

Remove it; `[base] env_name` names the environment.

## Sources

pufferlib 3.0.0, pufferl.py train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "reserved-key": "[train] env: the launcher adds a key of that name itself, and raises TypeError over a second; remove it",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A key that comes twice."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC615",
    name="reserved-train-key",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
