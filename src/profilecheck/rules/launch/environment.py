"""The environment is named as another generation names it.

## What it checks

The name behind the mode, for upstream's own environments: 3.0 calls them `puffer_breakout`, 4.0 `breakout`. Names of other environments are left alone, and
so are those that an INI of the tree has. Under 3.0 it is a warning, for one's own environment may have the bare name.

## Why it matters

"No config for env_name ..." and nothing starts.

## Example

```sh target=4.0
puffer train puffer_breakout --vec.total-agents 4096
```

## Use instead

```sh
puffer train breakout --vec.total-agents 4096
```

## Fix

Use the target's name of the environment.

## Sources

pufferlib 3.0.0 config/**/*.ini; 8e3e754 config/*.ini.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Effect, Fix, Severity, Stage
from profilecheck.profiles.launch_environments import misnamed
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import launch_of, level


def check(experiment: Experiment) -> Iterator[Hit]:
    """A name of another generation."""
    launch, target = launch_of(experiment), experiment.profile.name
    if launch is None or launch.environment is None or not launch.environment.whole:
        return
    name = launch.environment.text
    right = misnamed(name, target)
    if right is None or experiment.tree is not None or experiment.config.complete:
        return
    severity, notes = level(experiment, Severity.WARNING if target == "3.0" else Severity.ERROR)
    span = launch.environment.span
    told = f"{target} calls it {right}" if right else f"{target} has no such environment"
    yield Hit(
        f"no INI that {target} ships is for {name}: {told}",
        span,
        notes=notes,
        severity=severity,
        fix=Fix(f"write {right}", (Edit(span, right),), safe=False) if right else None,
    )


RULE = Rule(
    code="PC705",
    name="launch-environment",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
