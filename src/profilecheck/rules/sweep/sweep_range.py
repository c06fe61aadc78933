"""The bounds of a swept parameter do not work with its distribution.

## What it checks

min and max (3.0: mean as well) of each swept parameter: that they are numbers, above 0 for uniform_pow2 and log_normal, below
1 for logit_normal, not equal and not swapped. For 4.0 also that the config's own value, from which a sweep starts, is above 0
where its logarithm is taken.

## Why it matters

The bounds are normalised when the sweep is made: logarithms of 0 raise ValueError, equal bounds ZeroDivisionError. Swapped
bounds run, but the range is walked backwards, and in 4.0 logit_normal then knows only one value.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep.train.ent_coef]
min = 0
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep.train.ent_coef]
min = 0.0001
```

## Fix

Give a range that the distribution has, or another distribution.

## Sources

pufferlib 3.0.0 sweep.py Linear, Pow2, Log, Logit; PufferLib 8e3e754 pufferlib/sweep.py, pufferlib/pufferl.py sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.sweep import Dialect, in_domain, range_fault
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import Parameter, dialect, only_sweep, parameters, searched

SENTENCES = {
    "no-number": "is no number: the sweep raises TypeError",
    "empty": "equals min: the sweep raises ZeroDivisionError",
    "swapped": "is below min: the range is walked backwards",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """Ranges that do not work."""
    known = dialect(experiment)
    if known is None:
        return
    for parameter in parameters(experiment):
        hit = _bounds(parameter, known) or _own_value(experiment, parameter, known)
        if hit is None:
            continue
        yield hit if hit.severity else only_sweep(experiment, hit)


def _bounds(parameter: Parameter, known: Dialect) -> Hit | None:
    distribution = parameter.value("distribution")
    bounds: dict[str, object] = {
        key: parameter.value(key)
        for key in ("min", "max", "mean")
        if key in known.needs and key in parameter.values
    }
    if distribution is UNKNOWN or any(value is UNKNOWN for value in bounds.values()):
        return None
    fault = range_fault(distribution, bounds)
    if fault is None:
        return None
    kind, key = fault
    domain = "below 1" if distribution == "logit_normal" else "above 0"
    sentence = SENTENCES.get(
        kind, f"is not {domain}, as {distribution} needs it: the sweep raises ValueError"
    )
    return Hit(
        f"[{parameter.section}] {key} = {bounds[key]!r} {sentence}",
        parameter.values[key],
        takes=tuple(v for k, v in parameter.values.items() if k in ("distribution", "min", "max")),
        severity=Severity.WARNING if kind == "swapped" else None,
        effect=Effect.DIFFERENT if kind == "swapped" else None,
    )


def _own_value(experiment: Experiment, parameter: Parameter, known: Dialect) -> Hit | None:
    """The value from which a sweep starts, where the file sweeps it or a sweep is what is asked."""
    section, key = parameter.path
    own = experiment.get(section or "base", key)
    distribution = parameter.values.get("distribution")
    if known.creates or own is None or distribution is None or not searched(experiment):
        return None
    if parameter.header is None and experiment.mode != "sweep":
        return None
    number = own.value
    if not isinstance(number, (int, float)) or distribution.value == "logit_normal":
        return None
    if in_domain(distribution.value, number):
        return None
    return Hit(
        f"[{own.section}] {own.key} = {number!r} is not above 0, and the sweep takes its logarithm "
        f"({distribution.value}): ValueError when the first run is done",
        own,
        takes=(distribution,),
        stage=Stage.TRAIN,
    )


RULE = Rule(
    code="PC676",
    name="sweep-range",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
