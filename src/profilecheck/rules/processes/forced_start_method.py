"""A library forces the start method of the whole program.

## What it checks

`multiprocessing.set_start_method(..., force=True)` that is run by an import of a module whose own statements only import and define. A script may
set what it likes: the rule is silent where the module has a main guard, calls a function of its own or reads the command line, and
where the call stands in a function or behind a condition.

## Why it matters

Whoever imports the module gets another start method, for all that is started later: creators that pickled by fork no longer do, or workers fork
from a process with threads.

## Example

```py target=3.0
import multiprocessing

import pufferlib.vector
from envs import Env

multiprocessing.set_start_method("spawn", force=True)


def make_vecenv(n):
    return pufferlib.vector.make(Env, num_envs=n, backend=pufferlib.vector.Serial)
```

## Use instead

```py
import multiprocessing

import pufferlib.vector
from envs import Env


def make_vecenv(n):
    return pufferlib.vector.make(Env, num_envs=n, backend=pufferlib.vector.Serial)


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
```

## Fix

Leave it to the program: set it under `if __name__ == "__main__":`, without force.

## Sources

Python's multiprocessing, set_start_method: "should be protected inside the `if __name__ == '__main__'` clause of the main module".
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import is_forced, is_run_once, setters


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each call of the module as a whole."""
    if experiment.block.call is not None or is_run_once(experiment.document):
        return
    for call in setters(experiment.document):
        site = call.site
        if site is not None and site.in_library and site.at_import and is_forced(call) is True:
            yield Hit(
                "importing this module forces a start method on the whole program: leave it to the program's "
                "main guard, without force",
                call.span,
            )


RULE = Rule(
    code="PC506",
    name="forced-start-method",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.LOAD,
    profiles=("3.0",),
    check=check,
)
