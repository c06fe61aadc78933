"""The batch's segments do not divide among the agents (3.0).

## What it checks

batch_size // bptt_horizon against the number of agents. Without `--agents-per-env` the number of environments must divide it, because
every environment has the same number of agents. Silent where a batch may hold one agent alone, which writes past the buffer's
end without an error.

## Why it matters

The last rows of the buffer are written by all agents of a batch at once: torch raises RuntimeError ("The expanded size of the tensor ...") in
the first rollout.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 6

[train]
batch_size = 8192
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8

[train]
batch_size = 8192
```

## Fix

Make batch_size a multiple of agents x bptt_horizon, or auto.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL.evaluate.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "segments-by-agents": "batch_size = {batch_size} holds {segments} of bptt_horizon = {bptt_horizon} steps, which cannot be shared out evenly among {sharers}",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """Rows that are left over."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC612",
    name="segments-by-agents",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.FIRST_STEP,
    profiles=("3.0",),
    check=check,
)
