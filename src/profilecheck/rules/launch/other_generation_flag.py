"""A flag of another generation on a launch line.

## What it checks

Every flag of a command line that launches PufferLib (`puffer train ...`, `python -m pufferlib.pufferl ...`, `torchrun ... -m pufferlib.pufferl`) which
another generation takes and the target does not: those that set a key of its INIs (`--vec.num-envs`), and those of the launcher itself
(`--neptune`). A flag that the target takes all the same, because
the environment's INI still has the key of another generation, is told too: nothing reads it. In a recognised fork, and on a line with two flags or more of no generation, it is a warning.

## Why it matters

The launcher ends with status 2 and "unrecognized arguments" before anything starts. Where an INI still has the key, what the line says is not in force.

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
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import name_of
from profilecheck.profiles.python_calls import MAKE_OF
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import (
    flags,
    instead,
    is_left_over,
    is_others,
    level,
    others,
    written_out,
)


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
        elif is_left_over(experiment, given):
            yield _left_over(experiment, written_out(given))


def _left_over(experiment: Experiment, given: Given) -> Hit:
    """A flag that is taken for the sake of a key that nothing reads. 3.0 hands all of [vec] to make."""
    target = experiment.profile.name
    section, key = name_of(given.flag)
    made = target == MAKE_OF and section == "vec"
    then = "vector.make refuses it" if made else "nothing reads it"
    severity, notes = level(experiment, Severity.ERROR)
    return Hit(
        f"{given.flag} is a flag of {' and '.join(others(given, target))}: {target} takes it, because the "
        f"environment's INI has [{section}] {key}, and {then}: {instead(given, target)}",
        given.key_span,
        notes=notes,
        severity=severity,
        effect=Effect.RAISES if made else Effect.IGNORED,
        stage=Stage.MAKE if made else Stage.SILENT,
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
