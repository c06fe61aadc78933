"""A name of another generation that the target does not read.

## What it checks

Every key that another of the generations 3.0, 4.0 (its development revision included) and 5.0 reads in that section, and the target does
not. Sections that take any name ([env], 3.0's [policy] and [rnn]) are left alone. In TOML, JSON and YAML so are keys outside vec that any trainer may have
(`train.horizon`, `train.beta1`), for a script of the user's own reads them. In the later 4.x revision (a file with names of its own, such as [selfplay]) a
leftover of [train] is a warning where the file sets what took its place, or nothing did: sweeps wrote such pairs back into upstream's own files. In a
recognised fork it is a warning, and names of the fork's own are none; names of upstream's [train] are, which the fork's default.ini lacks and its trainer
does not read.

## Why it matters

The target ignores it in silence (3.0's `vector.make` refuses it in [vec]); either way what was written is not in force. `[vec] num_envs = 8` in
a 4.0 config leaves total_agents at its default.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
bptt_horizon = 32
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
horizon = 32
```

## Fix

Use the target's own name, or remove the key.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import profiles
from profilecheck.profiles.names import change
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import (
    Stranger,
    generation_list,
    hit,
    strangers,
    wholly_other,
)
from profilecheck.rules.names._shared_leftovers import is_residue
from profilecheck.rules.names._shared_mends import instead, written


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each leftover name."""
    if wholly_other(experiment):
        return
    for stranger in strangers(experiment):
        if stranger.standing == "dropped":
            what = "is a name of upstream's that this fork's default.ini and trainer dropped"
            yield hit(experiment, stranger, what, Severity.ERROR, _renamed(experiment, stranger))
        if stranger.standing == "other":
            what = f"is a name of {generation_list(stranger.of)}"
            residue = is_residue(experiment, stranger)
            level = Severity.WARNING if residue else Severity.ERROR
            then = instead(experiment, stranger.value.name, stranger.became)
            yield hit(experiment, stranger, what, level, then)


def _renamed(experiment: Experiment, stranger: Stranger) -> str:
    """The name of the fork's own that a dropped name became in another generation too."""
    name, own = stranger.value.name, experiment.target.fork_names
    became = (change(*name, profile) for profile in profiles())
    places = {place for one in became if one is not None for place in one.to if place in own}
    return f": use {written(places.pop())}" if len(places) == 1 else ": remove it"


RULE = Rule(
    code="PC103",
    name="other-generation-name",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
