"""A sweep varies a key that the config does not have.

## What it checks

For 4.0: whether the key that each [sweep.SECTION.NAME] of the file names exists in the effective config. In 3.0 the sweep itself puts
the key there, into a section that exists: whether each table on the way to a deeper key (`[sweep.env.map.size]`) does, and is no plain value (what 3.0 then does not read is told by PC113).
An error under `--mode sweep`, else a warning.

## Why it matters

The first runs take the config's own values, and their results are read back by the swept keys: "Missing hyperparameter
SECTION/NAME" ends the sweep when the first run is done. 3.0 raises KeyError (TypeError at a plain value) before the first run.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep.env.reward_food]
distribution = uniform
min = 0.0
max = 1.0
scale = auto
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[env]
reward_food = 0.1

[sweep.env.reward_food]
distribution = uniform
min = 0.0
max = 1.0
scale = auto
```

## Fix

Give the key a value of its own (in 3.0 the table: `[env.map]`), or remove the table.

## Sources

PufferLib 8e3e754 pufferlib/sweep.py Hyperparameters.from_dict, pufferlib/pufferl.py sweep; pufferlib 3.0.0 sweep.py Hyperparameters._fill.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.sweep import obstacle, paths_of
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import Parameter, dialect, only_sweep, parameters


def check(experiment: Experiment) -> Iterator[Hit]:
    """Parameters of the file that sweep nothing."""
    known = dialect(experiment)
    if known is None or not experiment.loaded:
        return
    if known.creates:
        yield from _without_a_table(experiment)
        return
    for parameter in parameters(experiment):
        if parameter.header is None or _exists(experiment, parameter):
            continue
        hit = Hit(
            f"[{parameter.section}] sweeps a key that the config lacks: the sweep ends with `Missing "
            f"hyperparameter` when its first run is done; {_instead(experiment, parameter)}",
            parameter.header,
        )
        yield only_sweep(experiment, hit)


def _without_a_table(experiment: Experiment) -> Iterator[Hit]:
    """Parameters of the file that 3.0 cannot put into the config, because a table on the way is missing."""
    own = [parameter for parameter in parameters(experiment) if parameter.header is not None]
    if not own:
        return
    config: dict[str, object] = dict.fromkeys(experiment.profile.fixed_flags, False)
    for (section, key), value in experiment.config.values.items():
        config[key if section == "base" else f"{section}.{key}"] = value.value
    paths = paths_of(config)
    for parameter in own:
        found = obstacle(parameter.section.removeprefix("sweep."), paths)
        if found is None:
            continue
        missing = found.value is UNKNOWN
        why = (
            f"[{found.path}], which the config lacks: the sweep ends with KeyError"
            if missing
            else f"{found.path}, which is a plain value: the sweep ends with TypeError"
        )
        hit = Hit(
            f"[{parameter.section}] sweeps a key of {why} before its first run",
            parameter.header,
            stage=Stage.INIT,
        )
        yield only_sweep(experiment, hit)


def _instead(experiment: Experiment, parameter: Parameter) -> str:
    section, key = parameter.path
    if section == "base":
        return f"the keys of [base] lie at the top: write [sweep.{key}]"
    readers = [name for name, table in experiment.profile.tables.items() if key in table]
    if len(readers) == 1 and section in experiment.profile.tables:
        return f"{key} is a setting of [{readers[0]}]: write [sweep.{readers[0]}.{key}]"
    known = experiment.profile.tables.get(section, {})
    if near := difflib.get_close_matches(key, known, 1, 0.75):
        return f"did you mean [sweep.{section}.{near[0]}]?"
    return f"give [{section or 'base'}] {key} a value"


def _exists(experiment: Experiment, parameter: Parameter) -> bool:
    """Whether the swept key exists, or may exist in a layer that is not read here."""
    section, key = parameter.path
    if not section:
        flag = key.replace("_", "-") in experiment.profile.fixed_flags
        return flag or experiment.get("base", key) is not None
    if section == "base":
        return False
    if experiment.get(section, key) is not None:
        return True
    if experiment.for_others:
        return experiment.profile.section_kind(section) == "open"
    return experiment.defaults == "none" and experiment.profile.section_kind(section) != "open"


RULE = Rule(
    code="PC673",
    name="swept-key-absent",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("3.0", "4.0"),
    check=check,
)
