"""A flag of another generation on a launch line.

## What it checks

Every flag of a command line that launches PufferLib (`puffer train ...`, `python -m pufferlib.pufferl ...`, `torchrun ... -m pufferlib.pufferl`) which
another generation takes and the target does not: those that set a key of its INIs (`--vec.num-envs`), and those of the launcher itself
(`--neptune`). In a recognised fork, on a line with two flags or more of no generation, and in a Markdown page whose target is from a pin, it is a warning.

## Why it matters

The launcher ends with status 2 and "unrecognized arguments" before anything starts.

## Example

```sh target=4.0
puffer train breakout --vec.num-envs 8 --train.horizon 64
```

## Use instead

```sh
puffer train breakout --vec.total-agents 4096 --train.horizon 64
```

## Fix

Use the target's own flag, or remove it.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config; the default.ini of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import flags, instead, is_others, level, others


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each flag."""
    target = experiment.profile.name
    for given in flags(experiment):
        if is_others(experiment, given):
            of = " and ".join(others(given, target))
            severity, notes = level(experiment, Severity.ERROR)
            yield Hit(
                f"{given.flag} is a flag of {of}, and {target} refuses it: {instead(given, target)}",
                given.key_span,
                notes=notes,
                severity=severity,
            )


RULE = Rule(
    code="PC701",
    name="other-generation-flag",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
