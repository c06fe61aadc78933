"""The mode and the environment do not come first on a launch line.

## What it checks

Whether `puffer` is given its two arguments, and before all flags.

## Why it matters

The launcher takes the first two arguments for them, whatever they are: it raises its usage text, or "No config for env_name --vec.num-envs".

## Example

```sh target=3.0
puffer train --vec.num-envs 8 puffer_breakout
```

## Use instead

```sh
puffer train puffer_breakout --vec.num-envs 8
```

## Fix

Write the mode, the environment, then the flags.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py main.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import launch_of, words

HELP = ("--help", "-h")


def check(experiment: Experiment) -> Iterator[Hit]:
    """The first word that stands in a wrong place, or that one is missing."""
    launch = launch_of(experiment)
    if launch is None or any(word.several for word in words(launch)):
        return
    if launch.environment is None and not launch.command.bare:
        yield Hit(
            "no environment is named: the launcher wants MODE and ENV, then flags", launch.span
        )
    flags = [word for word in words(launch) if word.text.startswith("-")]
    if flags and flags[0].text not in HELP:
        yield Hit(
            f"{flags[0].text} stands where the launcher wants MODE and ENV: they come first, then flags",
            flags[0].span,
        )


RULE = Rule(
    code="PC708",
    name="launch-usage",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
