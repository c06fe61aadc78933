"""A creator that is no callable.

## What it checks

The creator that is passed to `vector.make`, or each of a list of them, where it is a literal: text ("my.module.make_env"), a number, None, a mapping;
and where it is an instance of a class of the file (`Env()` for `Env`) that has no `__call__`, nor a base that may have one.
Backends make no difference.

## Why it matters

`make` imports nothing: it raises "env_creators must be a list of callables", or, with PufferEnv, TypeError.

## Example

```py target=3.0
import pufferlib.vector

vecenv = pufferlib.vector.make("envs.make_env", backend=pufferlib.vector.Serial, num_envs=4)
```

## Use instead

```py
import pufferlib.vector
from envs import make_env

vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Serial, num_envs=4)
```

## Fix

Import the function or class, and pass it itself.

## Sources

pufferlib 3.0.0, vector.py make: env_creators.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_call import CREATORS
from profilecheck.profiles.v3_processes import NOT_CALLABLE
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import creators, told


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hit for the first literal among the creators."""
    given = experiment.get("vec", CREATORS)
    if experiment.block.call is None or given is None:
        return
    several = isinstance(given.value, list | tuple)
    for one in given.value if isinstance(given.value, list | tuple) else [given.value]:
        if one is not UNKNOWN:
            what = "creators" if several else "creator"
            yield Hit(
                f"{what}: {one!r} is no callable, and make imports none by its name: pass the function or class itself",
                given,
            )
            return
    for made in creators(experiment):
        if made.bases is not None and made.bases <= NOT_CALLABLE:
            yield Hit(
                f"creator: {told(made)} is no callable, and make calls it for each environment: pass the class "
                "itself, or a function that makes one",
                given,
            )
            return


RULE = Rule(
    code="PC504",
    name="creator-not-callable",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
