"""Multiprocessing is given more workers than the host has physical cores.

## What it checks

num_workers against the physical cores of a declared host (`--cores`, `--host`), or of this machine where `profilecheck run` is about to start
it, as psutil counts them, unless overwork is set.
num_workers left out or `auto` means num_envs. `--cores none` declares a host on which psutil cannot count: there 3.0 raises even
with overwork.

## Why it matters

`make` raises "num_workers > hardware cores is disallowed by default", once the job has started on the cluster. The text names
a flag `--vec-overwork` that does not exist: overwork is not in default.ini and so has no flag.

## Example

```ini target=3.0 cores=16
[base]
env_name = my_env

[vec]
num_envs = 64
num_workers = 32
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 64
num_workers = 16
```

## Fix

Use at most as many workers as physical cores, or set `overwork = True` in the file.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing constructor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "workers-over-cores": "num_workers = {num_workers} is above the {physical_cores} of {host}: Multiprocessing refuses unless overwork = True",
    "cores-unknown-to-psutil": "psutil cannot count the physical cores of {host}: Multiprocessing raises TypeError there, even with overwork; use another backend",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes."""
    for hit in make_hits(experiment, CAUSES):
        if isinstance(hit.blame, Value) and hit.blame.layer.kind == "defaults":
            # The backend of default.ini is at fault on such a machine, and this file launches it.
            own = () if any(v.layer.own for v in hit.takes) else _of_vec(experiment)
            yield replace(hit, takes=(*hit.takes, *own))
        else:
            yield hit


def _of_vec(experiment: Experiment) -> tuple[Value, ...]:
    """One value of [vec] that the file sets, of a name that 3.0 knows where there is such."""
    own = [value for value in experiment.config.own() if value.section == "vec"]
    known = [value for value in own if experiment.profile.spec(*value.name) is not None]
    return tuple((known or own)[:1])


RULE = Rule(
    code="PC210",
    name="workers-over-cores",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
