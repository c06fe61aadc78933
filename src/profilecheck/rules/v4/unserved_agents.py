"""total_agents does not divide among the buffers, so some agents are never served.

## What it checks

Whether total_agents is a multiple of num_buffers, both as C reads them. Nothing is assumed about the agents of each
environment: with `--agents-per-env` above 1 a remainder is worse, and PC306 reports it.

## Why it matters

Each buffer serves total_agents / num_buffers agents, rounded down. The agents that are left over are stepped by the last
buffer, but no policy acts for them and nothing is learned from them. Nothing says so.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 5
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 4
```

## Fix

Choose a multiple of num_buffers, or a divisor of total_agents.

## Sources

PufferLib 8e3e754 src/vecenv.h create_static_vec, static_omp_threadmanager; 052f0f5 pufferlib/pufferl.py match.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_native import agents_that_fit, buffers_that_fit
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v4._shared import arrangement, told, unserved


def check(experiment: Experiment) -> Iterator[Hit]:
    """Agents left over, where environments are not known to have several."""
    found = arrangement(experiment)
    agents, buffers = found.total_agents, found.num_buffers
    left = unserved(experiment)
    if not left or agents is None or buffers is None:
        return
    yield Hit(
        f"{told(experiment.get('vec', 'total_agents'))} over "
        f"{told(experiment.get('vec', 'num_buffers'))} leaves {left} "
        f"agent{'s' if left > 1 else ''} unserved: each buffer serves {found.agents_per_buffer}",
        experiment.get("vec", "num_buffers"),
        takes=experiment.values("vec", "total_agents"),
        options=(
            *({("vec", "num_buffers"): n} for n in buffers_that_fit(agents, buffers)),
            *({("vec", "total_agents"): n} for n in agents_that_fit(agents, buffers)),
        ),
    )


RULE = Rule(
    code="PC305",
    name="unserved-agents",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
