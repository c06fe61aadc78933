"""A name that no generation reads in that section.

## What it checks

Every key in a section with fixed names that no known generation reads there, nor in any other section of the target, with the name that was
likely meant: a slip of a known one (a fork's own count too), or what other trainers call it (`lr`, `n_envs`). In TOML, JSON and YAML only
the vec table is judged: other tables are read by the user's own script.

It is an error in 3.0's [vec], where make refuses the name, and a warning anywhere else; in a recognised fork one level less.

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

Correct the name, or remove the key. `profilecheck profiles` lists the names of each generation.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.base import Name
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import hit, strangers, wholly_other
from profilecheck.rules.names._shared_mends import correction, given_names, likely


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each unknown name."""
    if wholly_other(experiment):
        return
    for stranger in strangers(experiment):
        if stranger.standing == "unknown":
            value = stranger.value
            name = likely(experiment, value.section, value.key)
            guess = _guess(experiment, value, name)
            mend = correction(experiment, value, name)
            yield hit(experiment, stranger, "is no known name", Severity.WARNING, guess, mend)


def _guess(experiment: Experiment, value: Value, name: Name | None) -> str:
    """The name that was likely meant, as the end of a message."""
    if name is None:
        return "; no known name is like it (`profilecheck profiles` lists them)"
    section, key = name
    told = key if section == value.section else f"[{section}] {key}"
    set_too = ", which the file sets too" if name in given_names(experiment) else ""
    return f"; did you mean {told}{set_too}?"


RULE = Rule(
    code="PC105",
    name="unknown-name",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
