"""The batch has fewer segments than there are agents (3.0).

## What it checks

batch_size // bptt_horizon, the rows of the experience buffer, against the number of agents: num_envs (with Serial: the batch of
environments) x `--agents-per-env`. Without that option there is at least one agent for each environment, and only what
no number of agents can mend is reported.

## Why it matters

Each agent fills a row of its own. The trainer raises APIUsageError, with a message that has the relation the wrong way round ("Total agents
16 <= segments 8").

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 16

[train]
batch_size = 512
minibatch_size = 512
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 16

[train]
batch_size = 1024
minibatch_size = 512
```

## Fix

Use a larger batch, a shorter horizon or `batch_size = auto`.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "agents-over-segments": "batch_size = {batch_size} holds {segments} of bptt_horizon = {bptt_horizon} steps, too few for {agents}: each needs one of its own",
    "horizon-auto-zero": "batch_size = {batch_size} is less than {agents}: bptt_horizon = auto, batch_size // agents, comes to 0",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A buffer with too few rows."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC603",
    name="agents-over-segments",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
