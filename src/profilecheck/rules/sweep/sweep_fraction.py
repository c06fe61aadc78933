"""A sweep draws fractions for a key that takes whole numbers.

## What it checks

Swept parameters of the file whose distribution draws any number (uniform, log_normal, logit_normal), where the key takes whole numbers
only. int_uniform and uniform_pow2 draw whole numbers.

## Why it matters

In 3.0 the first run with a fraction for a size fails, and the sweep ends with it: an error under `--mode sweep`, elsewhere a warning. So it is
in 4.0 for horizon and minibatch_size, whose runs are skipped. Of other counts 4.0's native trainer reads the whole part (advice): the sweep
takes 4.2 and 4.8 for two configs, and both are 4. A copy of what upstream's default.ini sweeps is not told.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8

[sweep.vec.num_envs]
distribution = uniform
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

[sweep.vec.num_envs]
distribution = uniform_pow2
min = 1
max = 16
mean = 8
scale = auto
```

## Fix

Use int_uniform, or uniform_pow2 for powers of two.

## Sources

pufferlib 3.0.0 sweep.py Linear, Log, Logit; vector.py make; pufferl.py PuffeRL, sweep. PufferLib 8e3e754 pufferlib/sweep.py,
pufferlib/pufferl.py validate_config; 754d725 src/bindings.cu.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.sweep_draws import CUT, FAIL_OVER_FRACTIONS, WHOLE
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import Parameter, only_sweep, parameters


def check(experiment: Experiment) -> Iterator[Hit]:
    """Distributions of the file that draw fractions for whole numbers."""
    fails = FAIL_OVER_FRACTIONS.get(experiment.profile.name, {})
    cut = CUT.get(experiment.profile.name, frozenset())
    for parameter in parameters(experiment):
        drawn, (section, key) = parameter.values.get("distribution"), parameter.path
        name = (section or "base", key)
        if drawn is None or not drawn.layer.own or not isinstance(drawn.value, str):
            continue
        if drawn.value not in WHOLE:
            continue
        if section == "vec" and key != "num_envs" and _reads_no_other(experiment):
            continue
        told = f"[{parameter.section}] distribution = {drawn.value} draws fractions for {key}"
        use = f"use {WHOLE[drawn.value]}"
        if name in fails:
            yield only_sweep(experiment, Hit(f"{told}: {fails[name]}; {use}", drawn))
        elif name in cut and not _is_upstreams_own(experiment, parameter):
            yield Hit(
                f"{told}, of which the native trainer reads the whole part; {use}",
                drawn,
                severity=Severity.INFO,
                effect=Effect.DIFFERENT,
                stage=Stage.SILENT,
            )


def _is_upstreams_own(experiment: Experiment, parameter: Parameter) -> bool:
    """Whether the parameter is a copy of the one in upstream's default.ini."""
    default = experiment.profile.sweep_defaults.get(parameter.section)
    if default is None:
        return False
    keys = ("distribution", "min", "max")
    return all(parameter.value(key) == experiment.profile.read(default[key]) for key in keys)


def _reads_no_other(experiment: Experiment) -> bool:
    """Whether 3.0's native backend is chosen, which looks at num_envs alone."""
    return experiment.profile.name == "3.0" and experiment.value("vec", "backend") == "PufferEnv"


RULE = Rule(
    code="PC677",
    name="sweep-fraction",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("3.0", "4.0"),
    check=check,
)
