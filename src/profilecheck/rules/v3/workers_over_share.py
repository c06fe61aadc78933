"""More workers than this process may use CPUs.

## What it checks

num_workers against what bounds this machine below its hardware: the CPU affinity of this process, the quota or set of CPUs of a control
group, the share of SLURM, PBS or LSF (docs/configuration.md lists where each is read). 3.0 checks the machine's cores only. Silent where a host is declared, since its limits are not known here.

## Why it matters

Workers that busy-wait share CPUs and slow each other down, or a container is throttled.

## Example

```text
cores = 64, cpu.max of the job = 16 CPUs, num_workers = 32
```

## Use instead

```text
num_workers = 16
```

## Fix

Use at most as many workers as CPUs that the job is given.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing constructor: psutil.cpu_count(logical=False) knows no limits.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.hosts import THIS_MACHINE
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import workers
from profilecheck.telling import counted


def check(experiment: Experiment) -> Iterator[Hit]:
    """Workers above the tightest limit of this machine."""
    host = experiment.host
    call = workers(experiment)
    if host.declared or call is None or not host.limits:
        return
    number, value, others = call
    limit = min(host.limits, key=lambda limit: limit.cpus)
    if number > limit.cpus:
        who = "this process may use" if host.name == THIS_MACHINE else "a process may use there"
        yield Hit(
            f"num_workers = {number} is above the {counted(f'{limit.cpus:g}', 'CPU')} that {who} "
            f"({limit.kind}: {limit.source})",
            value,
            takes=others,
        )


RULE = Rule(
    code="PC229",
    name="workers-over-share",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.TRAIN,
    profiles=("3.0",),
    check=check,
)
