"""A name of another generation that the target does not read.

## What it checks

Every key that another of the generations 3.0, 4.0 (its development revision included) and 5.0 reads in that section, and the target does
not. Sections that take any name ([env], 3.0's [policy] and [rnn]) are left alone. In TOML, JSON and YAML so are keys outside vec that any trainer may have
(`train.horizon`, `train.beta1`), for a script of the user's own reads them. In the later 4.x revision (a file with names of its own, such as [selfplay]) a
leftover of [train] is a warning where the file sets what took its place, or nothing did: sweeps wrote such pairs back into upstream's own files. In a
recognised fork it is a warning, and names of the fork's own are none.

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
from profilecheck.profiles.revisions import written_back
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import (
    file_names,
    generation_list,
    hit,
    strangers,
    wholly_other,
)
from profilecheck.rules.names._shared_mends import instead


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each leftover name."""
    if wholly_other(experiment):
        return
    names = file_names(experiment)
    for stranger in strangers(experiment):
        if stranger.standing == "other":
            what = f"is a name of {generation_list(stranger.of)}"
            residue = written_back(*stranger.value.name, names, experiment.profile)
            level = Severity.WARNING if residue else Severity.ERROR
            then = instead(experiment, stranger.value.name, stranger.became)
            yield hit(experiment, stranger, what, level, then)


RULE = Rule(
    code="PC103",
    name="other-generation-name",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
