"""A sweep of 3.0 is launched without a logger.

## What it checks

`puffer sweep ENV` of 3.0 without `--wandb` and `--neptune`. Silent where a word of the line is not known that may come to one of them, and of a
`pufferl.py` of one's own.

## Why it matters

It raises APIUsageError, "Sweeps require either wandb or neptune", once the config is loaded. 4.0 asks for no logger.

## Example

```sh target=3.0
puffer sweep puffer_breakout
```

## Use instead

```sh
puffer sweep puffer_breakout --wandb
```

## Fix

Add `--wandb` or `--neptune`.

## Sources

pufferlib 3.0.0 pufferl.py sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.launch_programs import HELP, LOGGERS
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import flags, launch_of, level


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for the line."""
    launch = launch_of(experiment)
    if launch is None or launch.how == "file" or launch.misplaced or not _is_sweep(launch):
        return
    given = flags(experiment)
    values = {one.value_span for one in given}
    hidden = any(
        word.several or not (word.whole or word.text or word.span in values)
        for word in launch.arguments
    )
    named = {one.option.flag for one in given if one.option is not None}
    if hidden or named & {f"--{flag}" for flag in (*LOGGERS, HELP)}:
        return
    severity, notes = level(experiment, Severity.ERROR)
    yield Hit(
        f"a sweep of {experiment.profile.name} raises without --wandb or --neptune: add one of them",
        launch.span,
        notes=notes,
        severity=severity,
    )


def _is_sweep(launch: Launch) -> bool:
    mode = launch.mode
    named = launch.environment is not None and not launch.environment.several
    return named and mode is not None and mode.whole and mode.text == "sweep"


RULE = Rule(
    code="PC711",
    name="sweep-without-logger",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0",),
    check=check,
)
