"""A value of [train] has the wrong type (3.0).

## What it checks

The other keys of [train]: what the trainer calculates with must be a number (an error, at the stage at which it does), and what it only asks
for its truth should be True or False. A type that it was not made for and goes on with is a warning, and so is a number that makes no sense:
gamma or gae_lambda outside 0 to 1, a negative coefficient for clipping, max_grad_norm = 0.

## Why it matters

TypeError when the trainer is made or, for the values of the losses, in its first update.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
gamma = high
```

## Use instead

```ini
[base]
env_name = my_env

[train]
gamma = 0.99
```

## Fix

Write a number, True or False, as Python does.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL. Each key was tried with values of every type.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.base import Spec
from profilecheck.profiles.texts import is_misread
from profilecheck.profiles.v3_train import SWITCHES
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits, run, wanted_range

CAUSES = {
    "value-type": "{key} = {value} is not {wanted}: the trainer raises over it",
    "switch-type": "{key} = {value} counts as {counts_as}: write True or False",
}
NO_MATTER = ("name", "project", *SWITCHES)
"""Keys that are never read, and those that are only asked for their truth."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """What the trainer refuses, and what it goes on with all the same."""
    for hit in hits(experiment, CAUSES):
        read_otherwise = isinstance(hit.blame, Value) and is_misread(hit.blame.value)
        if hit.severity is Severity.ERROR or not read_otherwise:
            yield hit
    if not experiment.trained or experiment.mode == "eval":
        return
    told = {fault.keys[0] for fault in run(experiment).faults if fault.keys}
    for value in experiment.config.section("train").values():
        spec = experiment.profile.spec(*value.name)
        if spec is None or value.key in told or value.key in NO_MATTER:
            continue
        if not spec.accepts(value.value) and not is_misread(value.value):
            yield _tolerated(value, spec).if_read(experiment, "train")


def _tolerated(value: Value, spec: Spec) -> Hit:
    if spec.accepts_kind(value.value):
        what = f"makes no sense: it should be {wanted_range(spec)}, and"
    else:
        what = f"is no {' or '.join(sorted(spec.kinds))}:"
    return Hit(
        f"[train] {value.key} = {value.value!r} {what} the trainer goes on with it all the same",
        value,
        severity=Severity.WARNING,
        effect=Effect.DIFFERENT,
        stage=Stage.SILENT,
    )


RULE = Rule(
    code="PC617",
    name="train-value-type",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("3.0",),
    check=check,
)
