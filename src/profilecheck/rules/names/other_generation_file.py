"""The whole file is for another generation than its target.

## What it checks

Whether all names that only one generation reads are of another generation than the target: the target then reads little or nothing of
the file. The keys are listed in the notes; no further rule of the target is applied.

## Why it matters

The target runs with its own defaults, or refuses the first of the names.

## Example

```ini target=4.0
[base]
env_name = puffer_my_env

[vec]
num_envs = 8
num_workers = 4
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
```

## Fix

Choose the target that the file is written for, or migrate the file.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import generation_list, told, wholly_other


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for the file, at the first of its names."""
    if not wholly_other(experiment):
        return
    names, profile, target = experiment.target.names, experiment.profile.name, experiment.target
    places = sorted((p for found in names.values() for p in found), key=lambda place: place.span)
    why = "; ".join(evidence.message for evidence in target.evidence)
    yield Hit(
        f"this is a config for {generation_list(tuple(names))}, and the target is {profile}: "
        f"{profile} reads none of the names that tell it",
        places[0],
        notes=(f"target {profile}: {why}", "its names: " + ", ".join(told(p) for p in places)),
        severity=Severity.WARNING if target.fork else None,
    )


RULE = Rule(
    code="PC102",
    name="other-generation-file",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    stops=True,
    check=check,
)
