"""A creator that only a forked worker can be given.

## What it checks

What Multiprocessing sends to its workers (the creators, env_args, env_kwargs): lambdas, functions and classes that are defined in a function,
instances of such classes and their methods, `functools.partial` with any of these, and what is defined under the module's main guard. It is an
error where the module is certain to set the start method spawn or forkserver, else advice. The rule is silent where the module sets fork, where
the start method or the backend cannot be known, where the module asks for its platform, and of whatever may be something else:
decorated functions, results of other modules, names that are bound twice.

## Why it matters

Where workers are not forked (macOS, Windows, Python 3.14), `make` raises PicklingError or AttributeError ("Can't pickle local object"); what is
defined under the main guard is not found by the workers, which die, and the first `recv` waits for ever.

## Example

```py target=3.0
import multiprocessing

import pufferlib.vector
from envs import Env

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    vecenv = pufferlib.vector.make(
        lambda **kwargs: Env(**kwargs), backend=pufferlib.vector.Multiprocessing, num_envs=4, num_workers=2
    )
    vecenv.close()
```

## Use instead

```py
import multiprocessing

import pufferlib.vector
from envs import Env


def make_env(**kwargs):
    return Env(**kwargs)


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Multiprocessing, num_envs=4, num_workers=2)
    vecenv.close()
```

## Fix

Define the creator at the top of a module; give it what it needs by `functools.partial` or env_kwargs.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing: Process; Python's pickle, "What can be pickled and unpickled".
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Definition
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_processes import SENT, argument
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import NOT_FORKED, starting, told


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hit for each argument that holds something that does not pickle."""
    found = starting(experiment)
    if found is None or found[1].start_method not in (None, "spawn", "forkserver"):
        return
    call, site, backend = found
    for name in SENT:
        given = argument(call, name)
        held = [d for d in given.definitions if d.unpicklable] if given is not None else []
        if held:
            yield Hit(
                f"{name}: {told(held[0])} {_why(held[0])} {_where(site.start_method)}; "
                "define it at the top of a module",
                experiment.get("vec", name),
                takes=(backend,),
                severity=Severity.ERROR if site.start_method else Severity.INFO,
                stage=Stage.FIRST_STEP if held[0].unpicklable == "guarded" else None,
            )


def _why(definition: Definition) -> str:
    if definition.unpicklable == "guarded":
        return "is defined under the main guard, where workers that are not forked do not find it: they die"
    return "cannot be sent to workers that are not forked: make raises"


def _where(method: object) -> str:
    return f"with {method}" if method else NOT_FORKED


RULE = Rule(
    code="PC503",
    name="unpicklable-creator",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
