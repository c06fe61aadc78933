"""A value in [env] that is no number never reaches the environment.

## What it checks

Every value of [env]: a number, True or False is handed to the environment's binding, anything else is left out. Keys that a
known binding cannot do without are reported by PC310 instead, a comment that became part of a value by PC010.

## Why it matters

The dictionary that 4.0 hands to a binding holds doubles only. Text, None and lists are skipped in silence, so that the
environment runs without the setting, or crashes where its binding reads the key after all.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[env]
map_name = forest
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[env]
map_index = 3
```

## Fix

Give the environment a number, and let its binding find the rest by it.

## Sources

PufferLib 754d725 src/bindings.cu py_dict_to_c_dict.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.texts import before_sure_comment
from profilecheck.profiles.v4_bindings import bindings
from profilecheck.profiles.v4_numbers import double
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Values that are left out."""
    if not experiment.launched:
        return
    known = bindings(experiment.value("base", "env_name")).values()
    for key, value in experiment.config.section("env").items():
        if value.text is not None and before_sure_comment(value.text) is not None:
            continue
        if double(value.value) is None and not any(key in one.needs for one in known):
            yield Hit(
                f"[env] {key} = {value.value!r} never reaches the environment: 4.0 hands a binding "
                "numbers only",
                value,
            )


RULE = Rule(
    code="PC309",
    name="env-value-dropped",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
