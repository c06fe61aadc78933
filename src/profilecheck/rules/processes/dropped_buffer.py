"""A creator takes the buffer and does not use it.

## What it checks

Creators that the file itself defines and that take `buf`, or any keyword, and never read it. Serial, Multiprocessing and Ray pass to each
environment, as `buf`, the arrays into which it is to write, and read nothing else of it.

## Why it matters

The environment writes into arrays of its own: what `recv` gives has no observation and no reward in it, only zeros, and no error tells.

## Example

```py target=3.0
import pufferlib.vector
from envs import Env


def make_env(buf=None, seed=0):
    return Env(seed=seed)


vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Serial, num_envs=4)
```

## Use instead

```py
import pufferlib.vector
from envs import Env


def make_env(buf=None, seed=0):
    return Env(seed=seed, buf=buf)


vecenv = pufferlib.vector.make(make_env, backend=pufferlib.vector.Serial, num_envs=4)
```

## Fix

Pass `buf` on to the environment, or to the emulation around it: `GymnasiumPufferEnv(env=env, buf=buf, seed=seed)`.

## Sources

pufferlib 3.0.0, vector.py Serial: buf_i, recv; pufferlib.py set_buffers.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_call import CREATORS
from profilecheck.profiles.v3_processes import ADDS, drops_buffer
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import backend_of, creators, told


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hit for a call: the first creator that drops it."""
    backend = backend_of(experiment)
    if backend is None or backend.value not in ADDS:
        return
    dropping = next(filter(drops_buffer, creators(experiment)), None)
    if dropping is not None:
        yield Hit(
            f"{told(dropping)} does not pass buf on: its environments write elsewhere, and what recv gives "
            "stays zero; pass buf to the environment",
            experiment.get("vec", CREATORS),
            takes=(backend,),
        )


RULE = Rule(
    code="PC508",
    name="dropped-buffer",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
