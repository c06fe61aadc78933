"""A vectorized environment with infos is reset twice in a row.

## What it checks

A call of `vector.make` with the backend Multiprocessing whose creator is a function of the file that returns `GymnasiumPufferEnv(...)` or `PettingZooPufferEnv(...)`, and whose
result is reset by `reset()` and right after that by `reset()`, `async_reset()` or a trainer that is made of it (`PuffeRL(config, vecenv, policy)` begins with a reset). Nothing in
between may use it but to read its spaces and counts. A reset after a step is not told: whether that step had infos, nobody knows before it runs.

## Why it matters

3.0.0's `async_reset` asks once more for the infos that the first reset's `recv` took already, and waits for them for ever. Environments of Gymnasium and PettingZoo have
infos at each reset, be they empty.

## Example

```py target=3.0 cores=64
import contextlib

import pufferlib.emulation
import pufferlib.vector


def make_env(buf=None, seed=0):
    return pufferlib.emulation.GymnasiumPufferEnv(env_creator=Env, buf=buf, seed=seed)


if __name__ == "__main__":
    vecenv = pufferlib.vector.make(make_env, num_envs=8, backend="Multiprocessing")
    with contextlib.closing(vecenv):
        vecenv.reset()
        observations, infos = vecenv.reset(seed=7)
```

## Use instead

```py target=3.0
import contextlib

import pufferlib.emulation
import pufferlib.vector


def make_env(buf=None, seed=0):
    return pufferlib.emulation.GymnasiumPufferEnv(env_creator=Env, buf=buf, seed=seed)


if __name__ == "__main__":
    vecenv = pufferlib.vector.make(make_env, num_envs=8, backend="Multiprocessing")
    with contextlib.closing(vecenv):
        observations, infos = vecenv.reset(seed=7)
```

## Fix

Leave one of the resets out, or make the environments with `profilecheck.make`, with which both work.

## Sources

pufferlib 3.0.0 vector.py Multiprocessing.recv, async_reset, _worker_process, run: `reset(); reset()` and `reset(); async_reset()` never return; pufferl.py PuffeRL.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v3_call import CREATORS
from profilecheck.profiles.v3_processes import HAVE_INFOS, ONLY_READ, RESETS
from profilecheck.rules import Hit, Rule
from profilecheck.rules.processes._shared import arguments, creators, starting


def check(experiment: Experiment) -> Iterator[Hit]:
    """A second reset, where it is certain to follow the first."""
    found = starting(experiment)
    if found is None:
        return
    _, site, backend = found
    again = site.after_reset
    if again is None or again.by not in RESETS or not again.read <= ONLY_READ:
        return
    made = {creator.returns for creator in creators(experiment)}
    if not made or not made <= HAVE_INFOS:
        return
    creator = experiment.get("vec", CREATORS)
    wrapper = min(made).rpartition(".")[2]
    yield Hit(
        f"this resets what was reset right before, and waits for ever: a {wrapper} has infos at each reset, "
        "for which 3.0.0 asks twice; leave one reset out, or use profilecheck.make",
        again.span,
        takes=(backend,) if creator is None else (creator, backend),
        needs=arguments(experiment),
    )


RULE = Rule(
    code="PC509",
    name="second-reset",
    severity=Severity.ERROR,
    effect=Effect.DIFFERENT,
    stage=Stage.FIRST_STEP,
    profiles=("3.0",),
    check=check,
)
