"""eval ignores every setting of [vec].

## What it checks

Settings under [vec] of the file when the mode is eval: `puffer eval` replaces the section by one Serial environment.

## Why it matters

Nothing fails; the settings have no effect.

## Example

```ini target=3.0 mode=eval
[base]
env_name = my_env

[vec]
num_envs = 8
```

## Use instead

```ini
[base]
env_name = my_env

[env]
size = 3
```

## Fix

Nothing to do.

## Sources

pufferlib 3.0.0, pufferl.py eval.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hint for all of [vec]."""
    if experiment.mode != "eval" or not experiment.launched:
        return
    given = [v for v in experiment.config.section("vec").values() if v.layer.kind == "file"]
    if given:
        names = ", ".join(value.key for value in given)
        yield Hit(
            f"[vec] {names}: eval reads none of it and makes one Serial environment", given[0]
        )


RULE = Rule(
    code="PC233",
    name="eval-ignores-vec",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
