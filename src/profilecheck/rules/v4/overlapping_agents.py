"""Environments with several agents do not fit the buffers, so they share memory.

## What it checks

Whether total_agents is a multiple of num_buffers x the agents of each environment, where `--agents-per-env` says how many
those are. Any other combination makes environments share slots, writes past the arrays or leaves slots empty; this was tried
for every combination up to 40 agents, 8 buffers and 8 agents per environment. Without that flag the agents of upstream's environment of
this name are taken, where they are known, and the finding is an info: the environment may be another one.

## Why it matters

Two environments that share a slot write each other's observations and rewards from two threads; an environment past the end
of the arrays corrupts the heap. 4.0 does not check for either.

## Example

```ini target=4.0 agents-per-env=5
[base]
env_name = my_env

[vec]
total_agents = 2048
num_buffers = 2
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 2560
num_buffers = 2
```

## Fix

Choose a multiple of num_buffers x the agents of each environment.

## Sources

PufferLib 8e3e754 src/vecenv.h my_vec_init, create_static_vec.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_native import (
    Slots,
    agents_that_fit,
    buffers_that_fit,
    fits,
    layout,
)
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v4._shared import arrangement, told


def check(experiment: Experiment) -> Iterator[Hit]:
    """Environments that do not fit: those that were declared, else those of upstream."""
    known = None if experiment.agents_per_env else experiment.upstreams_agents
    found = arrangement(experiment) if known is None else layout(experiment.value, known.count)
    agents, buffers, each = found.total_agents, found.num_buffers, found.agents_per_env
    if each is None or each < 2 or found.agents_per_buffer is None:
        return
    if agents is None or buffers is None or fits(agents, buffers, each):
        return
    named = tuple(v for name in known.names for v in experiment.values(*name)) if known else ()
    as_known = f"as {known.told}: " if known else ""
    come_from = "; --agents-per-env says yours" if known else ""
    yield Hit(
        f"{as_known}{told(experiment.get('vec', 'total_agents'))} over "
        f"{told(experiment.get('vec', 'num_buffers'))} does not fit environments of {each} agents: "
        f"{_outcome(found.slots)}; total_agents must be a multiple of {buffers} x {each}{come_from}",
        experiment.get("vec", "num_buffers"),
        takes=(*experiment.values("vec", "total_agents"), *named),
        notes=() if known else (f"agents per environment: {each}, from --agents-per-env",),
        severity=Severity.INFO if known else None,
        options=(
            *({("vec", "total_agents"): n} for n in agents_that_fit(agents, buffers, each)),
            *({("vec", "num_buffers"): n} for n in buffers_that_fit(agents, buffers, each)),
        ),
    )


def _outcome(slots: Slots | None) -> str:
    if slots is None:
        return "they share slots or leave the arrays"
    return slots.told


RULE = Rule(
    code="PC306",
    name="overlapping-agents",
    severity=Severity.ERROR,
    effect=Effect.DIFFERENT,
    stage=Stage.MAKE,
    profiles=("4.0",),
    check=check,
)
