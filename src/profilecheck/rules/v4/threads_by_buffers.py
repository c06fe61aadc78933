"""num_threads does not divide among the buffers, so some threads are never used.

## What it checks

Whether num_threads is a multiple of num_buffers, where there are more threads than buffers. Fewer threads than buffers are
in use upstream and fine: every buffer has at least one. A negative number is reported because it does not mean "all".

## Why it matters

Each buffer steps its environments with num_threads / num_buffers threads, rounded down. The rest of the threads is never
started.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 4
num_threads = 18
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 4
num_threads = 16
```

## Fix

Choose a multiple of num_buffers.

## Sources

PufferLib 8e3e754 src/vecenv.h static_omp_threadmanager.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v4._shared import arrangement, told, unserved


def check(experiment: Experiment) -> Iterator[Hit]:
    """Threads that no buffer uses, and counts that are none."""
    found = arrangement(experiment)
    threads, buffers, each = found.num_threads, found.num_buffers, found.threads_per_buffer
    value = experiment.get("vec", "num_threads")
    if threads is None or buffers is None or each is None or value is None:
        return
    others = experiment.values("vec", "num_buffers")
    if threads < 0:
        yield Hit(
            f"{told(value)} does not mean all threads: each buffer gets 1",
            value,
            takes=others,
        )
    elif found.idle_threads and (value.layer.own or not unserved(experiment)):
        idle = found.idle_threads
        yield Hit(
            f"{told(value)} over {told(others[0])} leaves {idle} "
            f"thread{'s' if idle > 1 else ''} unused: each buffer steps with {each}",
            value,
            takes=others,
            options=(
                {("vec", "num_threads"): each * buffers},
                {("vec", "num_threads"): (each + 1) * buffers},
            ),
        )


RULE = Rule(
    code="PC307",
    name="threads-by-buffers",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
