"""A name that no generation reads in that section.

## What it checks

Every key in a section with fixed names that no known generation reads there, nor in any other section of the target, with the nearest known
name. In TOML, JSON and YAML only the vec table is judged: other tables are read by the user's own script. In a recognised fork it is an info.

## Why it matters

`puffer train` ignores unknown names in silence; 3.0's `vector.make` raises "Invalid argument" for those in [vec] (an error), unless backend is
PufferEnv or the mode is eval.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
learing_rate = 0.01
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
learning_rate = 0.01
```

## Fix

Correct the name, or remove the key.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import hit, near, strangers, wholly_other


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each unknown name."""
    if wholly_other(experiment):
        return
    for stranger in strangers(experiment):
        if stranger.standing == "unknown":
            value = stranger.value
            known = near(value.key, list(experiment.profile.names(value.section)))
            meant = f"; did you mean {known}?" if known else ""
            yield hit(experiment, stranger, "is no known name", Severity.WARNING, meant)


RULE = Rule(
    code="PC105",
    name="unknown-name",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
