"""The buffers start more threads than the host has.

## What it checks

num_buffers x max(1, num_threads / num_buffers) threads that step, and one for each buffer that manages it, against the
hardware threads of a declared host (`--threads`, `--host`). With no host declared the threads of this machine are named as
advice, which moves the exit code only under `--fail-on info`.

## Why it matters

The threads wait for each other in busy loops. Beyond the hardware's threads they take turns instead, and the throughput
falls.

## Example

```ini target=4.0 threads=16 cores=8
[base]
env_name = my_env

[vec]
total_agents = 8192
num_buffers = 8
num_threads = 64
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 8192
num_buffers = 2
num_threads = 14
```

## Fix

Use fewer threads or buffers, or declare the machine that the config is meant for.

## Sources

PufferLib 8e3e754 src/vecenv.h static_omp_threadmanager, create_static_threads.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.hosts import Host
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v4._shared import arrangement, told
from profilecheck.telling import counted


def check(experiment: Experiment) -> Iterator[Hit]:
    """More threads than the host runs at a time."""
    found = arrangement(experiment)
    bound = _bound(experiment.host)
    each, buffers = found.threads_per_buffer, experiment.get("vec", "num_buffers")
    threads = experiment.get("vec", "num_threads")
    if found.threads is None or bound is None or each is None or not buffers or not threads:
        return
    limit, words = bound
    if found.threads <= limit:
        return
    first, second = (threads, buffers) if each > 1 else (buffers, threads)
    advice = (
        ""
        if experiment.host.decides
        else "; declare the machine it is meant for with --threads or --host"
    )
    yield Hit(
        f"{told(threads)} over {told(buffers)} starts {found.threads} threads ({each} to step and 1 "
        f"to manage each buffer), more than the {words}{advice}",
        first,
        takes=(second,),
        severity=Severity.WARNING if experiment.host.decides else Severity.INFO,
        undeclared=not experiment.host.decides,
    )


def _bound(host: Host) -> tuple[float, str] | None:
    """How many threads run at a time on a host, and in words what bounds them."""
    bounds = [
        (
            limit.cpus,
            f"{counted(f'{limit.cpus:g}', 'CPU')} that {limit.source} allows on {host.name}",
        )
        for limit in host.limits
    ]
    if isinstance(host.threads, int):
        bounds.append((host.threads, f"{counted(host.threads, 'hardware thread')} of {host.name}"))
    return min(bounds, default=None)


RULE = Rule(
    code="PC308",
    name="thread-oversubscription",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.TRAIN,
    profiles=("4.0",),
    check=check,
)
