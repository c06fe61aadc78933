"""The whole file is for another generation than its target.

## What it checks

Whether all names that only one generation reads are of another generation than the target, however the target was decided: the target
then reads little or nothing of the file. The names are listed in the notes, with what decided the target; no further rule of the target is applied. In a recognised fork it is a warning.

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
from profilecheck.profiles import profiles
from profilecheck.profiles.marks import Place
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import (
    WHOLE_FILE,
    generation_list,
    is_wholly_other,
    label,
    listed,
    strangers,
    told,
)

TOLD = 3
"""How many names the message tells, at most; the notes tell all."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for the file, at the first of its names."""
    if not is_wholly_other(experiment):
        return
    target, profile = experiment.target, experiment.profile.name
    places = _places(experiment)
    of = generation_list(target.names)
    why = "; ".join(evidence.message for evidence in target.evidence)
    level, notes = experiment.in_fork(Severity.ERROR)
    labels = [label(place) for place in places]
    reads = "reads none of" if len(labels) > 1 else "does not read"
    meant = (
        ""
        if set(target.names) - set(profiles())
        else f"; is --target {' or '.join(target.names)} meant?"
    )
    yield Hit(
        f"this config is for {of} and the target is {profile}, which {reads} {listed(labels, TOLD)}{meant}",
        places[0],
        notes=(
            f"the target is {profile}: {why}",
            f"names of {of}: {', '.join(told(place) for place in places)}",
            *notes,
        ),
        severity=level,
        table=WHOLE_FILE,
    )


def _places(experiment: Experiment) -> list[Place]:
    """The names that tell the other generation, and those that it shares with a third."""
    places = [place for found in experiment.target.names.values() for place in found]
    for stranger in strangers(experiment):
        setting = stranger.value.setting
        if stranger.standing == "other" and setting is not None and setting not in places:
            places.append(setting)
    return sorted(places, key=lambda place: place.span)


RULE = Rule(
    code="PC102",
    name="other-generation-file",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    stops=True,
    check=check,
)
