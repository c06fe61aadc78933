"""The declared agents per environment are not those that [env] sets for upstream's environment.

## What it checks

`--agents-per-env` (or `agents-per-env` in the settings) beside the settings of [env] from which upstream's environment of this name takes
its number of agents. Where [env] sets none of them, nothing is said.

## Why it matters

The count that was declared decides the rules on agents. If [env] changed since, they judge another run than the one that starts.

## Example

```ini target=4.0 agents-per-env=8
[base]
env_name = slimevolley

[env]
num_agents = 256
```

## Use instead

```ini
[base]
env_name = slimevolley

[env]
num_agents = 8
```

## Fix

Declare what [env] sets, or leave the declaration as it is where the environment is another one of that name.

## Sources

PufferLib 8e3e754 ocean/NAME/binding.c; pufferlib 3.0.0 ocean/NAME/NAME.py: what each environment's agents come from.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """At the setting of [env] that decides the number."""
    each, of_one = experiment.agents_per_env, experiment.agents_of_one
    known = experiment.upstreams_agents
    if each is None or of_one is None or known is None:
        return
    if not known.given or known.count == of_one:
        return
    env_name, *given = (v for name in known.names for v in experiment.values(*name))
    games = of_one // each
    told = f"{each} in each of {games} games" if games > 1 else f"{each}"
    yield Hit(
        f"--agents-per-env is {told}, but this is for {known.told}; "
        f"what was declared counts: declare {known.count // games} if it is upstream's",
        given[0] if given else env_name,
        takes=(*given[1:], env_name),
    )


RULE = Rule(
    code="PC621",
    name="declared-agents",
    severity=Severity.INFO,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    check=check,
)
