"""A sweep draws a value with which a trial fails.

## What it checks

Values that a swept parameter may draw, each put into the config and judged by all rules on vectorization and training: what int_uniform and uniform_pow2
draw (of long ranges both ends and some values between), and both ends of what draws fractions. Other swept settings have the value from which the sweep
starts: in 3.0 the `mean` of their table, in 4.0 their own, where it lies within their range. 3.0's Random stays within `scale` of the mean. Parameters
of upstream's default.ini that have to go together with others are looked at too under `--mode sweep`, as 3.0.

## Why it matters

In 3.0 the first trial that vector.make or the trainer refuses ends the sweep, maybe hours after it began. 4.0 skips a trial that its launcher refuses, so that
only a sweep of which no trial runs is an error; it starts one whose agents do not fit their buffers, which corrupts memory.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 2

[sweep.vec.num_envs]
distribution = int_uniform
min = 1
max = 16
mean = 8
scale = auto
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 2

[sweep.vec.num_envs]
distribution = uniform_pow2
min = 4
max = 16
mean = 8
scale = auto
```

## Fix

Sweep the parameter in a range in which every value runs, or change what it does not go with.

## Sources

pufferlib 3.0.0 sweep.py Linear, Pow2, Log, Logit, Hyperparameters.sample, Random, Protein; pufferl.py sweep. PufferLib 8e3e754
pufferlib/sweep.py, pufferlib/pufferl.py validate_config, sweep.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.base import Name
from profilecheck.profiles.sweep_draws import CUT, FAIL_OVER_FRACTIONS, WHOLE, draws
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import (
    Parameter,
    first_error,
    only_sweep,
    parameters,
    took,
)

RANGE = ("distribution", "min", "max")
"""What says which values a parameter draws."""
RELATED = {"batch_size", "bptt_horizon", "minibatch_size", "max_minibatch_size", "total_timesteps"}
"""Settings of [train] that have to go together with others: whatever else upstream's default.ini sweeps runs."""
TOLD = 3
"""Values that are told, at most."""
CHANGES = 6
"""Changes of other settings that are tried, at most."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Values that a parameter may draw, each with the error of a trial that has it, or None.
    ``beside`` are the values that the other swept settings have then."""

    errors: Mapping[float, Hit | None]
    beside: Mapping[Name, object]

    @property
    def failing(self) -> list[float]:
        """The values with which a trial fails."""
        return [value for value, error in self.errors.items() if error is not None]

    @property
    def causes(self) -> list[tuple[float, Hit]]:
        """A value and its error for each combination of settings that a trial fails with, the first one first."""
        found: dict[frozenset[Name], tuple[float, Hit]] = {}
        for value, error in self.errors.items():
            if error is not None:
                found.setdefault(frozenset(one.name for one in took(error)), (value, error))
        return list(found.values())

    def running(self, values: Iterable[float]) -> list[list[float]]:
        """Those of some values with which it runs, in stretches of two and more that no failing one parts, the longest first."""
        parts = groupby(values, key=lambda value: self.errors[value] is None)
        stretches = [list(part) for fine, part in parts if fine]
        return sorted((one for one in stretches if len(one) > 1), key=len, reverse=True)


def check(experiment: Experiment) -> Iterator[Hit]:
    """Parameters of the file, or of a sweep that is asked for, of which a trial fails."""
    if not experiment.launched:
        return
    swept = {parameter.name: parameter for parameter in parameters(experiment)}
    for parameter in swept.values():
        if not _is_told(experiment, parameter):
            continue
        drawn = _drawn(experiment, parameter, swept)
        if drawn.failing:
            yield _hit(experiment, parameter, swept, drawn)


def _is_told(experiment: Experiment, parameter: Parameter) -> bool:
    generation, distribution = experiment.profile.name, parameter.value("distribution")
    if isinstance(distribution, str) and distribution in WHOLE:
        whole = {*FAIL_OVER_FRACTIONS.get(generation, ()), *CUT.get(generation, ())}
        if parameter.name in whole:
            return False  # fractions fail, whichever are drawn
    decide = [parameter.values[key] for key in RANGE if key in parameter.values]
    own = any(value.layer.own for value in decide)
    related = parameter.name[0] == "vec" or parameter.name[1] in RELATED
    return own or (generation == "3.0" and experiment.mode == "sweep" and related)


def _values(experiment: Experiment, parameter: Parameter) -> tuple[float, ...]:
    """Some of what it may draw; none where that is not known."""
    given = [parameter.value(key) for key in ("min", "max", "mean", "scale")]
    low, high = given[:2]
    method = experiment.value("sweep", "method")
    if UNKNOWN in (method, *given) or not all(isinstance(one, (int, float)) for one in (low, high)):
        return ()
    if experiment.profile.name == "4.0":
        if method == "Random":
            return ()  # where it begins is not known
        method = None
    return draws(method, parameter.value("distribution"), low, high, *given[2:])  # type: ignore[arg-type]


def _drawn(experiment: Experiment, parameter: Parameter, swept: Mapping[Name, Parameter]) -> Drawn:
    name = parameter.name
    beside = {other: _start(experiment, one) for other, one in swept.items() if other != name}
    around = replace(experiment, mode="train", _memo={}).changed(beside)
    families = _families(experiment, name)
    values = _values(experiment, parameter)
    errors = {one: first_error(around.changed({name: one}), (name,), families) for one in values}
    return Drawn(errors, beside)


def _families(experiment: Experiment, name: Name) -> tuple[str, ...]:
    """The rules that may have something to say of a setting: 3.0's trainer knows of [vec] by its agents alone."""
    if experiment.profile.name != "3.0":
        return ("PC3", "PC6")
    if name[0] == "train":
        return ("PC6",)
    return ("PC2",) if experiment.agents_per_env is None else ("PC2", "PC6")


def _start(experiment: Experiment, parameter: Parameter) -> object:
    """A value that another swept setting may have in a trial; UNKNOWN where none is known."""
    if experiment.profile.name == "3.0":
        begins: object = parameter.centre
    else:
        begins = experiment.value(*parameter.name)
    low, high = parameter.value("min"), parameter.value("max")
    if not all(isinstance(one, (int, float)) for one in (begins, low, high)):
        return UNKNOWN
    return begins if low <= begins <= high else UNKNOWN  # type: ignore[operator]


def _hit(
    experiment: Experiment, parameter: Parameter, swept: Mapping[Name, Parameter], drawn: Drawn
) -> Hit:
    key, failing = parameter.name[1], drawn.failing
    (_, error), *more = drawn.causes
    parts = took(error)
    others = {one.name: one for one in parts if one.name in drawn.beside}
    with_ = " and ".join(f"{one.key} = {one.value!r}" for one in others.values())
    beside = f", beside {with_}, which the sweep may draw too" if with_ else ""
    every = len(failing) == len(drawn.errors)
    values_told = ", ".join(map(repr, failing[:TOLD])) + " and others" * (len(failing) > TOLD)
    which = (
        f"all that [{parameter.section}] draws, such as"
        if every
        else f"some of what [{parameter.section}] draws,"
    )
    ends = _ends(experiment, error)
    also = "".join(f"; with {key} = {value!r}, {one.message}" for value, one in more[:TOLD])
    took_part = [experiment.get(*one.name) for one in parts if one.name != parameter.name]
    values = [parameter.values[one] for one in RANGE if one in parameter.values]
    values += [one for one in took_part if one is not None and one not in values]
    values.sort(key=lambda one: not one.layer.own)
    hit = Hit(
        f"a trial fails with {which} {key} = {values_told}{beside}: {error.message}{also}{ends}",
        values[0],
        takes=tuple(values[1:]),
        options=_options(experiment, parameter, swept, drawn, error),
        effect=error.effect,
        stage=error.stage,
    )
    skipped = experiment.profile.name == "4.0" and bool(ends) and not every
    whole = only_sweep(experiment, hit)
    return replace(whole, severity=Severity.WARNING) if skipped else whole


def _ends(experiment: Experiment, error: Hit) -> str:
    if experiment.profile.name == "3.0":
        return "; the sweep ends there"
    return "; such a trial is skipped" if error.effect in (None, Effect.RAISES) else ""


def _options(
    experiment: Experiment,
    parameter: Parameter,
    swept: Mapping[Name, Parameter],
    drawn: Drawn,
    error: Hit,
) -> Iterator[Mapping[Name, object]]:
    """Changes with which every value runs: of the range, of the distribution, of what does not go with it."""
    of_others = (one for one in error.options if not one.keys() & swept.keys())
    reads_mean = experiment.profile.name == "3.0"
    ranges = _ranges(parameter, drawn, reads_mean=reads_mean)
    for change in (*ranges, *islice(of_others, CHANGES)):
        after = experiment.changed(change)
        now = {one.name: one for one in parameters(after)}
        if not _drawn(after, now[parameter.name], now).failing:
            yield change


def _ranges(
    parameter: Parameter, drawn: Drawn, *, reads_mean: bool
) -> Iterator[Mapping[Name, object]]:
    """Other bounds, and powers of two in the place of all numbers."""
    ends = (min(drawn.errors), max(drawn.errors))
    for run in drawn.running(drawn.errors)[:2]:
        yield _bounds(parameter, ends, run, reads_mean=reads_mean)
    if parameter.value("distribution") == "int_uniform":
        powers = [one for one in drawn.errors if one > 0 and math.log2(one).is_integer()]
        for run in drawn.running(powers)[:1]:
            top = ends[1] if run[-1] == powers[-1] else run[-1]
            change = _bounds(parameter, ends, [run[0], top], reads_mean=reads_mean)
            yield {(parameter.section, "distribution"): "uniform_pow2", **change}


def _bounds(
    parameter: Parameter, ends: tuple[float, float], run: list[float], *, reads_mean: bool
) -> Mapping[Name, object]:
    """The bounds that differ from those that it has, and a mean within them where it lies beyond."""
    change: dict[Name, object] = {}
    for key, was, now in (("min", ends[0], run[0]), ("max", ends[1], run[-1])):
        if was != now:
            change[parameter.section, key] = now
    mean = parameter.value("mean") if reads_mean else None
    if isinstance(mean, (int, float)) and not run[0] <= mean <= run[-1]:
        change[parameter.section, "mean"] = run[0] if mean < run[0] else run[-1]
    return change


RULE = Rule(
    code="PC681",
    name="sweep-draw-fails",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0", "4.0"),
    check=check,
    slow=True,
)
