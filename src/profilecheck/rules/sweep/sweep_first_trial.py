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
from profilecheck.layers import Value
from profilecheck.profiles.base import Name
from profilecheck.profiles.sweep_draws import FIRST_IS_CENTRE, centre
from profilecheck.rules import Hit, Rule, rules_for
from profilecheck.rules.sweep._shared import Parameter, parameters

FAMILIES = ("PC2", "PC6")
"""The rules that judge one run; those on sweeps are of the second family, and silent in a run."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """The first error of the first trial that a swept value takes part in."""
    if experiment.mode != "sweep" or not experiment.loaded:
        return
    if experiment.value("sweep", "method") not in FIRST_IS_CENTRE:
        return
    swept = {_name(parameter): parameter for parameter in parameters(experiment)}
    centres = {name: _centre(parameter) for name, parameter in swept.items()}
    put_in = {name: value for name, value in centres.items() if value is not None}
    if not put_in or len(put_in) < len(centres):
        return  # the sweep does not begin, or what it begins with is not known
    first = replace(experiment.changed(put_in), mode="train", _memo={})
    for rule in rules_for(experiment.profile.name):
        if rule.family not in FAMILIES or rule.check is None:
            continue
        for hit in rule.check(first):
            took = _took(hit)
            drawn = [value.name for value in took if value.name in swept]
            if drawn and (hit.severity or rule.severity) is Severity.ERROR:
                yield _of(experiment, hit, drawn, swept, put_in)
                return


def _name(parameter: Parameter) -> Name:
    section, key = parameter.path
    return section or "base", key


def _centre(parameter: Parameter) -> float | None:
    low, high, mean = (parameter.value(key) for key in ("min", "max", "mean"))
    if not all(isinstance(one, (int, float)) for one in (low, high, mean)):
        return None
    return centre(parameter.value("distribution"), low, high, mean)  # type: ignore[arg-type]


def _took(hit: Hit) -> tuple[Value, ...]:
    blamed = (hit.blame,) if isinstance(hit.blame, Value) else ()
    return (*blamed, *hit.takes)


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
    others = [experiment.get(*value.name) for value in _took(hit) if value.name not in swept]
    took = [*means, *(value for value in others if value is not None)]
    took.sort(key=lambda value: not value.layer.own)
    return Hit(
        f"the sweep's first trial has {told}: {hit.message}; the sweep ends there",
        took[0],
        takes=tuple(took[1:]),
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
