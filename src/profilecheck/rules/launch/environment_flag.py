"""`--env-name` names another environment than the one that is launched.

## What it checks

`--env-name` of a line of 4.0, and of one of 3.0 under `train`, `eval` and `sweep`, where it gives another name than the word behind the mode. Silent where one of the two is
not known, of a `pufferl.py` of one's own, and where the tree's own `pufferlib/` reads the flag.

## Why it matters

What runs is the environment behind the mode, with its INI: `puffer train puffer_breakout --env-name puffer_pong` trains breakout, and says nothing. In 3.0
only what `--wandb` and `--neptune` log has the other name, and `export` names its file by it; 4.0 puts the word behind the mode in its place.

## Example

```sh target=3.0
puffer train puffer_breakout --env-name puffer_pong
```

## Use instead

```sh
puffer train puffer_pong
```

## Fix

Write the environment behind the mode, and leave the flag out.

## Sources

pufferlib 3.0.0 pufferl.py main, load_config, load_env, train, eval, sweep, export; 8e3e754 and 052f0f5 pufferlib/pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.own_package import OwnPackage
from profilecheck.profiles.launch_lines import asks_help, mode_told
from profilecheck.profiles.launch_programs import MODULE
from profilecheck.profiles.launch_runs import ENVIRONMENT, by_position
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import flags, launch_of, level
from profilecheck.telling import told

KEY = ENVIRONMENT[1]
READERS = ("main", "load_env")
"""The functions beside a mode's own that could hand the flag's name on: upstream's of 3.0 do not."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for the last such flag, which is in force."""
    launch, target = launch_of(experiment), experiment.profile.name
    if launch is None or launch.environment is None or not launch.environment.whole:
        return
    mode = mode_told(launch, target)
    if mode is None or not by_position(target, mode) or asks_help(launch):
        return
    given = [one for one in flags(experiment) if one.option and one.option.name == ENVIRONMENT]
    name = launch.environment.text
    if not given or given[-1].outcome != "set" or given[-1].value in (name, UNKNOWN):
        return
    if _is_read(experiment.target.own_package, target, mode):
        return
    severity, notes = level(experiment, Severity.WARNING)
    yield Hit(
        f"{given[-1].flag} does not choose the environment: {mode} of {target} runs {name}, the word behind it, "
        f"and reads nothing of {told(given[-1].value)}",
        given[-1].key_span,
        notes=notes,
        severity=severity,
    )


def _is_read(own: OwnPackage | None, target: str, mode: str) -> bool:
    """Whether the tree's own launcher may read the flag."""
    if own is None:
        return False
    if target == "4.0":
        return not own.sets(f"{MODULE}.load_config", KEY)
    texts = (own.texts_in(f"{MODULE}.{name}") for name in (mode, *READERS))
    return any(found is None or KEY in found for found in texts)


RULE = Rule(
    code="PC714",
    name="environment-flag",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0", "4.0"),
    check=check,
)
