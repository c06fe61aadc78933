"""A swept parameter lacks a key that the sweep reads.

## What it checks

Each [sweep.SECTION.NAME] together with what default.ini says of the same parameter: distribution, min, max and scale, in 3.0
mean as well. Parameters that [sweep] sweep_only leaves out are not read.

## Why it matters

The sweep ends with an AssertionError or a KeyError before its first run.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[env]
reward_food = 0.1

[sweep.env.reward_food]
distribution = uniform
min = 0.0
max = 1.0
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[env]
reward_food = 0.1

[sweep.env.reward_food]
distribution = uniform
min = 0.0
max = 1.0
scale = auto
```

## Fix

Add the keys; `scale = auto` will do.

## Sources

pufferlib 3.0.0 sweep.py _params_from_puffer_sweep; PufferLib 8e3e754 pufferlib/sweep.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import Parameter, dialect, only_sweep, parameters


def check(experiment: Experiment) -> Iterator[Hit]:
    """Parameters of the file with missing keys."""
    known = dialect(experiment)
    if known is None:
        return
    for parameter in parameters(experiment):
        if parameter.header is None or _completed_elsewhere(experiment, parameter):
            continue
        missing = [key for key in known.needs if key not in parameter.values]
        if missing:
            error = "AssertionError" if missing[0] == "distribution" else "KeyError"
            hit = Hit(
                f"[{parameter.section}] lacks {', '.join(missing)}: the sweep ends with {error}",
                parameter.header,
            )
            yield only_sweep(experiment, hit)


def _completed_elsewhere(experiment: Experiment, parameter: Parameter) -> bool:
    """Whether a default.ini that is not read here knows the parameter."""
    read = experiment.defaults == "ini" or experiment.is_default_ini
    return not read and parameter.section in experiment.profile.sweep_defaults


RULE = Rule(
    code="PC671",
    name="sweep-parameter-incomplete",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
