"""The first trial of a sweep fails.

## What it checks

Under `--mode sweep`, in what 3.0's launcher reads: the config with the search centre put in, which is what the methods Protein and ParetoGenetic
try first: each swept key has the `mean` of its table (uniform_pow2 rounds it to a power of two). All rules on vectorization and training
then judge it, and the first error in which a swept value takes part is told. Upstream's default.ini sweeps vec.num_envs with mean 8.

## Why it matters

The sweep overwrites what the file says before its first run. Where vector.make or the trainer refuses that, the sweep ends there.

## Example

```ini target=3.0 cores=64 mode=sweep
[base]
package = my_package
env_name = my_env

[vec]
backend = PufferEnv
num_envs = 1
```

## Use instead

```ini
[base]
package = my_package
env_name = my_env

[vec]
backend = Multiprocessing
num_envs = 8
```

## Fix

Give the parameter another mean, or sweep it in a range in which every value runs.

## Sources

pufferlib 3.0.0 sweep.py Protein.suggest, ParetoGenetic.suggest, Hyperparameters.to_dict; pufferl.py sweep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.base import Name
from profilecheck.profiles.sweep_draws import FIRST_IS_CENTRE
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import Parameter, first_error, parameters, took

FAMILIES = ("PC2", "PC6")
"""The rules that judge one run."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """The first error of the first trial that a swept value takes part in."""
    if experiment.mode != "sweep" or not experiment.loaded:
        return
    if experiment.value("sweep", "method") not in FIRST_IS_CENTRE:
        return
    swept = {parameter.name: parameter for parameter in parameters(experiment)}
    centres = {name: parameter.centre for name, parameter in swept.items()}
    put_in = {name: value for name, value in centres.items() if value is not None}
    if not put_in or len(put_in) < len(centres):
        return  # the sweep does not begin, or what it begins with is not known
    first = replace(experiment.changed(put_in), mode="train", _memo={})
    hit = first_error(first, swept, FAMILIES)
    if hit is not None:
        drawn = [value.name for value in took(hit) if value.name in swept]
        yield _of(experiment, hit, drawn, swept, put_in)


def _of(
    experiment: Experiment,
    hit: Hit,
    drawn: list[Name],
    swept: dict[Name, Parameter],
    put_in: dict[Name, float],
) -> Hit:
    """The hit of a first trial, at what the file itself says of it."""
    names = dict.fromkeys(drawn)
    told = " and ".join(
        f"{key} = {put_in[section, key]} ({_from(swept[section, key], put_in[section, key])})"
        for section, key in names
    )
    means = [swept[name].values["mean"] for name in names]
    others = [experiment.get(*value.name) for value in took(hit) if value.name not in swept]
    parts = [*means, *(value for value in others if value is not None)]
    parts.sort(key=lambda value: not value.layer.own)
    return Hit(
        f"the sweep's first trial has {told}: {hit.message}; the sweep ends there",
        parts[0],
        takes=tuple(parts[1:]),
        effect=hit.effect,
        stage=hit.stage,
    )


def _from(parameter: Parameter, value: float) -> str:
    mean = parameter.value("mean")
    return (
        f"the mean of [{parameter.section}]"
        if mean == value
        else (f"from mean = {mean} of [{parameter.section}]")
    )


RULE = Rule(
    code="PC679",
    name="sweep-first-trial",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
