"""A creator that cannot be called as make calls it.

## What it checks

Creators that the file itself defines: functions, lambdas, classes with a constructor of their own, instances with `__call__`, what a function of
the file returns, and `functools.partial` of these. Serial, Multiprocessing and Ray call them with the keywords `buf` and `seed` besides env_args and
env_kwargs; before that, every backend calls one of them without. So they must take both and need neither, take all of env_kwargs and need
nothing else. The rule is silent of decorated functions, inherited constructors and whatever comes from other modules.

## Why it matters

Serial raises TypeError. With Multiprocessing the workers die in their constructor and the first `recv` waits for ever.

## Example

```py target=3.0
import pufferlib.vector
from envs import Env


def make_env(size=8):
    return Env(size)


vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Serial, num_envs=4)
```

## Use instead

```py
import pufferlib.vector
from envs import Env


def make_env(size=8, buf=None, seed=0):
    return Env(size, buf=buf, seed=seed)


vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Serial, num_envs=4)
```

## Fix

Give the creator the parameters `buf=None, seed=0` and pass them on to the environment.

## Sources

pufferlib 3.0.0, vector.py Serial, _worker_process, Multiprocessing and Ray: driver_env.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_call import CREATORS, VECTORIZERS
from profilecheck.profiles.v3_processes import mismatches
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import backend_of, creators, told


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hit for a call: what it meets first."""
    backend = backend_of(experiment)
    if backend is None or backend.value not in VECTORIZERS:
        return
    args, kwargs = _given(experiment, "env_args"), _given(experiment, "env_kwargs")
    for creator in creators(experiment):
        for fault in mismatches(creator, str(backend.value), args, kwargs):
            at_make = fault.kind != "added" or backend.value == "Serial"
            yield Hit(
                f"{told(creator)} {fault.told(str(backend.value))}",
                experiment.get("vec", CREATORS),
                takes=(backend, *experiment.values("vec", "env_args", "env_kwargs")),
                stage=None if at_make else Stage.FIRST_STEP,
            )
            return


def _given(experiment: Experiment, name: str) -> object:
    call, value = experiment.block.call, experiment.get("vec", name)
    if value is not None:
        return value.value
    return UNKNOWN if call is None or call.rest else None


RULE = Rule(
    code="PC505",
    name="creator-signature",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
