"""A default.ini lacks a key that the trainer needs (3.0).

## What it checks

The [train] section of a project's own default.ini, which must be whole: nothing lies below it. A default.ini with less than half of
the keys is taken for a file that another one completes. Keys that count only with `compile` are
asked for only then. A key that the trainer of a recognised fork does not read is not asked for.

## Why it matters

The trainer raises KeyError: for most keys when it is made, for those of the losses in its first update.

## Example

```ini target=3.0 name=default.ini
[base]
env_name = None

[vec]
num_envs = 2

[train]
seed = 42
torch_deterministic = True
device = cuda
optimizer = muon
precision = float32
total_timesteps = 10_000_000
learning_rate = 0.015
anneal_lr = True
gamma = 0.995
gae_lambda = 0.90
update_epochs = 1
clip_coef = 0.2
vf_coef = 2.0
vf_clip_coef = 0.2
max_grad_norm = 1.5
ent_coef = 0.001
batch_size = auto
minibatch_size = 8192
bptt_horizon = 64
```

## Use instead

```text
See config/default.ini of 3.0.0.
```

## Fix

Set the key.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import run


def check(experiment: Experiment) -> Iterator[Hit]:
    """All keys that are missing, at the section's header."""
    if not experiment.is_default_ini or experiment.mode == "eval":
        return
    dropped = experiment.target.fork_dropped
    missing = [
        fault
        for fault in run(experiment).faults
        if fault.cause == "missing-key" and ("train", fault.keys[0]) not in dropped
    ]
    headers = {section.name: section for section in experiment.block.sections}
    if missing:
        keys = ", ".join(fault.keys[0] for fault in missing)
        level, notes = experiment.in_fork(Severity.ERROR)
        yield Hit(
            f"[train] lacks {keys}: the trainer has no defaults of its own and raises KeyError",
            headers.get("train"),
            notes=notes,
            severity=level,
            stage=missing[0].stage,
        )


RULE = Rule(
    code="PC610",
    name="missing-train-key",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
