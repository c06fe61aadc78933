"""Self-play is on, and the layout does not fit it.

## What it checks

The later 4.x revision, where [selfplay] enabled is on: total_agents divides by num_buffers, num_frozen_banks is between 1 and
8, frozen_bank_pct is given, comes to at least one agent and leaves the frozen banks less than half of a buffer. With
`--agents-per-env` also that each environment has two equal teams and that a buffer holds whole environments. Without it the agents of
upstream's environment of this name are taken for that, where they are known; such a finding is an info.

## Why it matters

Self-play refuses with a RuntimeError that is caught and printed as a warning; nothing is trained, and the process exits with
0. A missing frozen_bank_pct raises KeyError.

## Example

```ini target=4.0
[base]
env_name = my_env

[selfplay]
enabled = 1

[vec]
total_agents = 8192
num_buffers = 2
num_frozen_banks = 1
frozen_bank_pct = 0.5
```

## Use instead

```ini
[base]
env_name = my_env

[selfplay]
enabled = 1

[vec]
total_agents = 8192
num_buffers = 2
num_frozen_banks = 1
frozen_bank_pct = 0.25
```

## Fix

Change the value that the message names.

## Sources

PufferLib 052f0f5 pufferlib/selfplay.py setup, pufferlib/pufferl.py _train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_selfplay import enabled, refusal
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """The first thing that self-play refuses."""
    if not experiment.launched or experiment.mode == "eval" or not enabled(experiment.value):
        return
    has = frozenset(experiment.config.values)
    found = refusal(experiment.value, has, experiment.agents_per_env)
    known = None if found or experiment.agents_per_env else experiment.upstreams_agents
    if known is not None:
        found = refusal(experiment.value, has, known.count)
    if found is None:
        return
    named = tuple(v for name in known.names for v in experiment.values(*name)) if known else ()
    start = f"as {known.told}: " if known else ""
    end = "; --agents-per-env says yours" if known else ""
    others = tuple(v for name in found.others for v in experiment.values(name[0], name[1]))
    yield Hit(
        f"{start}self-play refuses: {found.reason}; nothing is trained{end}",
        experiment.get(*found.name),
        takes=(*others, *experiment.values("selfplay", "enabled"), *named),
        severity=Severity.INFO if known else None,
    )


RULE = Rule(
    code="PC311",
    name="selfplay",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
