"""Environments with several agents do not fit the buffers, so they share memory.

## What it checks

Whether total_agents is a multiple of num_buffers x the agents of each environment, where `--agents-per-env` says how many
those are. Any other combination makes environments share slots, writes past the arrays or leaves slots empty; this was tried
for every combination up to 40 agents, 8 buffers and 8 agents per environment.

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
from profilecheck.profiles.v4_native import Slots, agents_that_fit, buffers_that_fit, fits
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v4._shared import arrangement, told


def check(experiment: Experiment) -> Iterator[Hit]:
    """Environments that do not fit."""
    found = arrangement(experiment)
    agents, buffers, each = found.total_agents, found.num_buffers, found.agents_per_env
    if each is None or each < 2 or found.agents_per_buffer is None:
        return
    if agents is None or buffers is None or fits(agents, buffers, each):
        return
    yield Hit(
        f"{told(experiment.get('vec', 'total_agents'))} over "
        f"{told(experiment.get('vec', 'num_buffers'))} does not fit environments of {each} agents: "
        f"{_outcome(found.slots)}; total_agents must be a multiple of {buffers} x {each}",
        experiment.get("vec", "num_buffers"),
        takes=experiment.values("vec", "total_agents"),
        notes=(f"agents per environment: {each}, from --agents-per-env",),
        options=(
            *({("vec", "total_agents"): n} for n in agents_that_fit(agents, buffers, each)),
            *({("vec", "num_buffers"): n} for n in buffers_that_fit(agents, buffers, each)),
        ),
    )


def _outcome(slots: Slots | None) -> str:
    if slots is None:
        return "they share slots or leave the arrays"
    parts = []
    if slots.shared:
        parts.append(f"{_slots(slots.shared)} shared by two environments")
    if slots.beyond:
        parts.append(f"{_slots(slots.beyond)} written past the end of the arrays")
    if slots.empty:
        parts.append(f"{_slots(slots.empty)} left empty")
    if not parts:
        parts.append(f"{_slots(slots.strayed)} used by an environment of another buffer")
    return ", ".join(parts)


def _slots(count: int) -> str:
    return f"{count} slot{'s' if count > 1 else ''}"


RULE = Rule(
    code="PC306",
    name="overlapping-agents",
    severity=Severity.ERROR,
    effect=Effect.DIFFERENT,
    stage=Stage.MAKE,
    profiles=("4.0",),
    check=check,
)
