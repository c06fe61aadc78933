"""Worker processes are never closed.

## What it checks

The result of `vector.make` with the backend Multiprocessing that goes into one variable, or into none, and of which nothing but what steps
it is ever read. The rule is silent where the result is closed anywhere (also in a nested function, a `finally`, an `atexit` or an `ExitStack`) and
where something else may own it: it is returned, yielded, stored, passed to a call (a trainer, `contextlib.closing`), global in a
module that does not itself step it, or used in a loop that only Ctrl-C ends, and where `make` itself fails. Notebooks are left alone.

## Why it matters

The workers are no daemons. When the program has come to its end it waits for them, and they for it: it never exits.

## Example

```py target=3.0
import pufferlib.vector
from envs import make_env


def measure():
    vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Multiprocessing, num_envs=4, num_workers=2)
    vecenv.reset()
```

## Use instead

```py
import contextlib

import pufferlib.vector
from envs import make_env


def measure():
    vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Multiprocessing, num_envs=4, num_workers=2)
    with contextlib.closing(vecenv):
        vecenv.reset()
```

## Fix

Call `close()` in a `finally`, or use `contextlib.closing`.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing: Process, close.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_processes import leaves_running
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import arguments, is_interactive, starting


def check(experiment: Experiment) -> Iterator[Hit]:
    """A result that nothing closes and nothing else may close."""
    found = starting(experiment)
    if found is None or is_interactive(experiment.document):
        return
    call, site, backend = found
    if site.attributes is not None and leaves_running(site.attributes):
        yield Hit(
            "what make returns here is never closed: its worker processes are no daemons, so the program "
            "never exits; close() it in a finally, or use contextlib.closing",
            call.span,
            takes=(backend,),
            needs=arguments(experiment),
        )


RULE = Rule(
    code="PC502",
    name="never-closed",
    severity=Severity.ERROR,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
