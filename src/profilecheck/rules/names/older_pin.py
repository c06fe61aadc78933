"""The project pins a PufferLib that is older than the file's names.

## What it checks

Whether the project's own dependencies pin a generation before 3.0, where the file has names that came later. The file is judged for
the generation of its names.

## Why it matters

What is installed by that pin reads none of these names: the values are not in force.

## Example

```text
pufferlib==2.0.6 in requirements.txt, and [vec] num_envs in an INI
```

## Use instead

```text
pufferlib==3.0.0
```

## Fix

Pin the generation that the configs are for, or write the configs for the one that is pinned.

## Sources

31359250 config/default.ini (2.x); 3.0.0 config/default.ini.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.marks import later_than
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import generation_list, label, listed

SHOWN = 3
"""How many names the message tells, at most."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for the file, at the first of its names."""
    pins = experiment.target.overruled
    pinned = {evidence.profile for evidence in pins}
    if len(pinned) != 1:
        return
    names = experiment.target.names
    places = later_than(pinned.pop(), names, own_loader=experiment.from_ini)
    yield Hit(
        f"{pins[0].message}, which does not read the names of {generation_list(names)} here: "
        f"{listed([label(place) for place in places], SHOWN)}",
        places[0],
        notes=tuple(evidence.message for evidence in pins[1:]),
    )


RULE = Rule(
    code="PC111",
    name="older-pin",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
