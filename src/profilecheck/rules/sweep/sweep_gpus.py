"""A run of the sweep needs more GPUs than the sweep has, or several.

## What it checks

For 4.0: [train] gpus against [sweep] gpus, where that is not 0 (0 takes all GPUs of the machine). Under `--mode sweep` also
[train] gpus above 1 as such.

## Why it matters

The GPUs of the sweep are divided by those of a run, rounded down: 0 runs at a time raise ZeroDivisionError. With more than one
GPU a run the sweep gives neighbouring runs overlapping GPUs, and fails on the results of their further processes. The latter was
read in the source, not measured.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
gpus = 4

[sweep]
gpus = 2
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
gpus = 1

[sweep]
gpus = 2
```

## Fix

Sweep with one GPU a run.

## Sources

PufferLib 8e3e754 pufferlib/pufferl.py sweep, train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import real
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import only_sweep


def check(experiment: Experiment) -> Iterator[Hit]:
    """GPUs that do not go into each other."""
    each, all_ = experiment.get("train", "gpus"), experiment.get("sweep", "gpus")
    run = real(each.value) if each else None
    sweep = real(all_.value) if all_ else None
    if each is None or all_ is None or run is None or sweep is None or run < 1:
        return
    if sweep and run > sweep:
        hit = Hit(
            f"[train] gpus = {each.value!r} is more than [sweep] gpus = {all_.value!r}: no run has "
            "enough, and the sweep raises ZeroDivisionError",
            each,
            takes=(all_,),
        )
        yield only_sweep(experiment, hit)
    elif run > 1 and experiment.mode == "sweep":
        yield Hit(
            f"[train] gpus = {each.value!r}: runs of a sweep get overlapping GPUs, and the results of "
            "their further processes end it; sweep with 1",
            each,
            takes=(all_,),
            stage=Stage.TRAIN,
        )


RULE = Rule(
    code="PC674",
    name="sweep-gpus",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
