"""torchrun starts several trainers of 4.0.

## What it checks

`torchrun --nproc-per-node=N ... train` of 4.0 (and sweep), or `python -m torch.distributed.run`, with N above 1. Silent where N is not known, or the tree has a
`pufferl.py` of its own.

## Why it matters

4.0 starts the processes of its GPUs itself, as many as [train] gpus says, and reads nothing of what torchrun sets: each of the N processes trains alone, and
writes its own checkpoints and logs.

## Example

```sh target=4.0
torchrun --standalone --nproc-per-node=2 -m pufferlib.pufferl train breakout
```

## Use instead

```sh
python -m pufferlib.pufferl train breakout --train.gpus 2
```

## Fix

Launch one process with `--train.gpus N`.

## Sources

8e3e754 pufferlib/pufferl.py train; pufferlib 3.0.0 pufferl.py train (LOCAL_RANK).
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_to_v4_launch import processes
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import launch_of, level

_TRAINING = ("train", "sweep", "paretosweep")


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding at what starts the processes."""
    launch = launch_of(experiment)
    if launch is None or launch.how == "file" or experiment.target.own_package:
        return
    if launch.mode is None or launch.mode.text not in _TRAINING:
        return
    found = processes(launch)
    if found is None or found.lost or not found.number or int(found.number) < 2:
        return
    severity, notes = level(experiment, Severity.WARNING)
    yield Hit(
        f"torchrun starts {found.number} trainers that know nothing of each other: {experiment.profile.name} starts "
        f"the processes of its GPUs itself; start one, with --train.gpus {found.number}",
        found.first.span.to(found.last.span),
        notes=notes,
        severity=severity,
    )


RULE = Rule(
    code="PC712",
    name="torchrun-beside-gpus",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.TRAIN,
    profiles=("4.0",),
    check=check,
)
