"""A value is set that the trainer sets itself.

## What it checks

A [base] world_size above 1, and a rank or gpu_id other than 0, that the file itself sets. The trainer sets all of them from [train] gpus,
so the config's own values count only for eval.

## Why it matters

Training does not become distributed: it runs on [train] gpus processes whatever world_size says, on the first GPUs that it sees whatever
gpu_id says. Eval takes a world_size as it is and raises "nccl_id must be 128 bytes", because no config can hold a fresh NCCL id.

## Example

```ini target=4.0
[base]
env_name = my_env
world_size = 4

[vec]
total_agents = 4096
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
gpus = 4
```

## Fix

Leave world_size and rank out and set [train] gpus; choose a GPU with CUDA_VISIBLE_DEVICES.

## Sources

PufferLib 8e3e754 pufferlib/pufferl.py train, eval; 754d725 src/pufferlib.cu create_pufferl_impl.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import whole
from profilecheck.rules import Hit, Rule

INSTEAD = {
    "rank": "the trainer numbers its processes itself",
    "gpu_id": "the trainer takes the first GPUs that it sees: CUDA_VISIBLE_DEVICES chooses",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each that the file sets to something of its own."""
    yield from _world_size(experiment)
    for key, instead in INSTEAD.items():
        value = experiment.get("base", key)
        if experiment.mode == "eval" or value is None or value.value in (0, UNKNOWN):
            continue
        yield Hit(f"{key} = {value.value!r} is overwritten: {instead}", value)


def _world_size(experiment: Experiment) -> Iterator[Hit]:
    value = experiment.get("base", "world_size")
    size = whole(value.value) if value else None
    if value is None or size is None or size < 2 or value.layer.kind == "defaults":
        return
    if experiment.mode == "eval":
        yield Hit(
            f"world_size = {value.value!r} makes eval raise `nccl_id must be 128 bytes`: leave it at 1",
            value,
            severity=Severity.ERROR,
            effect=Effect.RAISES,
            stage=Stage.INIT,
        )
        return
    yield Hit(
        f"world_size = {value.value!r} is overwritten: training starts as many processes as "
        f"[train] gpus says{_gpus(experiment)}",
        value,
    )


def _gpus(experiment: Experiment) -> str:
    value = experiment.get("train", "gpus")
    return "" if value is None else f", which is {value.value!r}"


RULE = Rule(
    code="PC314",
    name="nccl-id",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
