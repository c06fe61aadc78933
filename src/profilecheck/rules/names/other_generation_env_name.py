"""An environment's name in the form of 3.0 under target 4.0.

## What it checks

env_name with the prefix `puffer_`, which 3.0 puts before the names of its own environments. 4.0 calls an environment as the folder that
build.sh compiled, usually without the prefix. A recognised fork may keep it.

## Why it matters

`puffer train breakout` finds no config, or the compiled environment has another name ("build.sh was run for ...").

## Example

```ini target=4.0
[base]
env_name = puffer_my_env

[vec]
total_agents = 4096
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
```

## Fix

Use the name of the environment's folder.

## Sources

8e3e754 pufferlib/pufferl.py load_config, _resolve_backend.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Effect, Fix, Severity, Stage
from profilecheck.layers import Value
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import wholly_other

PREFIX = "puffer_"


def check(experiment: Experiment) -> Iterator[Hit]:
    """An advice for the one key."""
    value = experiment.get("base", "env_name")
    if not experiment.launched or wholly_other(experiment) or experiment.target.fork:
        return
    if value is None or not isinstance(value.value, str):
        return
    old = [name for name in value.value.split() if name.startswith(PREFIX)]
    if old:
        yield Hit(
            f"env_name = {old[0]} has the prefix of 3.0: 4.0 calls it {old[0][len(PREFIX) :]}, after the "
            "folder that build.sh compiles",
            value,
            fix=_fix(value, value.value),
        )


def _fix(value: Value, names: str) -> Fix | None:
    """The names without the prefix. It is with this name that the environment is launched: no safe change."""
    setting = value.setting
    if value.layer.kind != "file" or setting is None or setting.raw != names:
        return None
    bare = " ".join(name.removeprefix(PREFIX) for name in names.split())
    return Fix(f"write env_name = {bare}", (Edit(setting.value_span, bare),), safe=False)


RULE = Rule(
    code="PC110",
    name="other-generation-env-name",
    severity=Severity.INFO,
    effect=Effect.DIFFERENT,
    stage=Stage.LOAD,
    profiles=("4.0",),
    check=check,
)
