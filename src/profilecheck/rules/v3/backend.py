"""backend is not one of PufferEnv, Serial, Multiprocessing, Ray.

## What it checks

The backend's name, as 3.0 looks it up in `pufferlib.vector`. Case matters, and there is no `Native`: the native backend is
called `PufferEnv`. A name of something else in that module (`make`, `np`) is found and fails when it is called. A recognised
fork may have backends of its own: there it is a warning. Where the name of a backend is merely misspelt, all else is judged as with
that backend, so that further faults are told in the same run.

## Why it matters

`make` raises "Invalid backend", or a TypeError after all its other checks.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = multiprocessing
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
backend = Multiprocessing
```

## Fix

Use one of the four names, with its capitals.

## Sources

pufferlib 3.0.0, vector.py make: backend look-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "backend-unknown": "backend = {backend} is not in pufferlib.vector: use {near}",
    "backend-not-a-vectorizer": "backend = {backend} is no vectorization backend: use PufferEnv, Serial, Multiprocessing or Ray",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes; a fork may have backends of its own."""
    level, notes = experiment.in_fork(Severity.ERROR)
    for hit in make_hits(experiment, CAUSES):
        yield replace(hit, severity=level, notes=(*hit.notes, *notes))


RULE = Rule(
    code="PC202",
    name="backend",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
