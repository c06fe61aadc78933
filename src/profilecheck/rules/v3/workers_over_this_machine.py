"""More workers than this machine has physical cores.

## What it checks

num_workers against the physical cores of this machine, where no host is declared. The config may well be meant for another
machine, so this is advice, which moves the exit code only under `--fail-on info`.

## Why it matters

On a machine like this one Multiprocessing would refuse the config.

## Example

```text
num_workers = 64 on a laptop with 8 cores
```

## Use instead

```text
profilecheck check --cores 64 experiment.ini
```

## Fix

Declare the machine that the config is meant for: `--cores`, `--host` or `[tool.profilecheck.hosts.NAME]`.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing constructor.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import counts_otherwise, workers
from profilecheck.telling import counted


def check(experiment: Experiment) -> Iterator[Hit]:
    """Workers above the cores of this machine, where no host is declared."""
    host = experiment.host
    call = workers(experiment)
    if host.decides or call is None or not isinstance(host.cores, int):
        return
    if counts_otherwise(experiment):
        return
    number, value, others = call
    if number > host.cores:
        yield Hit(
            f"num_workers = {number} is above the {counted(host.cores, 'physical core')} of {host.name}; "
            "declare the machine it is meant for with --cores or --host",
            value,
            takes=others,
            undeclared=True,
        )


RULE = Rule(
    code="PC230",
    name="workers-over-this-machine",
    severity=Severity.INFO,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
