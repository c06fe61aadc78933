"""The start method is set after workers were started.

## What it checks

`multiprocessing.set_start_method` without force, in the same straight line of statements after a call of `vector.make` with Multiprocessing, closed
since or not. The rule is silent where `force` cannot be known, and in a `try` that has handlers.

## Why it matters

The first process settles the start method: RuntimeError, "context has already been set".

## Example

```py target=3.0
import multiprocessing

import pufferlib.vector
from envs import Env

if __name__ == "__main__":
    vecenv = pufferlib.vector.make(Env, backend=pufferlib.vector.Multiprocessing, num_envs=4, num_workers=2)
    vecenv.close()
    multiprocessing.set_start_method("spawn")
```

## Use instead

```py
import multiprocessing

import pufferlib.vector
from envs import Env

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    vecenv = pufferlib.vector.make(Env, backend=pufferlib.vector.Multiprocessing, num_envs=4, num_workers=2)
    vecenv.close()
```

## Fix

Set it first, once.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing: RawArray, Process; Python's multiprocessing/context.py set_start_method.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import is_forced, setters, starting


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each setting of it that is sure to follow this call."""
    found = starting(experiment)
    if found is None:
        return
    call, _, backend = found
    for setter in setters(experiment.document):
        site = setter.site
        if site is not None and call.span in site.follows and is_forced(setter) is False:
            yield Hit(
                f"the start method is set after the workers of line {call.span.line} were started: RuntimeError, "
                "'context has already been set'; set it before make",
                setter.span,
                takes=(backend,),
            )


RULE = Rule(
    code="PC507",
    name="late-start-method",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
