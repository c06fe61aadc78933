"""[sweep] metric repeats the prefix that the sweep puts before it.

## What it checks

metric is the name of a value that the environment logs. A sweep looks for it as `environment/METRIC` (3.0) or `env/METRIC` (4.0): it must not
hold `environment/` or `env/` itself, as it did in 2.x.

## Why it matters

No such value is ever logged. In 3.0 the sweep goes on and learns from no run; in 4.0 it ends with TypeError after the first one.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8

[sweep]
metric = environment/score
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8

[sweep]
metric = score
```

## Fix

Remove the prefix.

## Sources

pufferlib 3.0.0 pufferl.py sweep: target_key; PufferLib 8e3e754 pufferlib/pufferl.py _train, sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Effect, Fix, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.sweep_draws import PREFIXES
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import only_sweep, searched


def check(experiment: Experiment) -> Iterator[Hit]:
    """A metric that begins with a prefix of either generation."""
    metric = experiment.get("sweep", "metric")
    if not searched(experiment) or metric is None or not isinstance(metric.value, str):
        return
    bare = next(
        (metric.value[len(p) :] for p in PREFIXES.values() if metric.value.startswith(p)), ""
    )
    if not bare:
        return
    looked_for = PREFIXES[experiment.profile.name] + metric.value
    silent = experiment.profile.name == "3.0"
    then = "the sweep learns from no run" if silent else "the sweep ends with TypeError"
    hit = Hit(
        f"[sweep] metric = {metric.value}: the sweep looks for {looked_for}, which is never logged, and "
        f"{then}; write {bare}",
        metric,
        effect=Effect.IGNORED if silent else None,
        stage=Stage.SILENT if silent else None,
        fix=_fix(metric, bare),
    )
    yield only_sweep(experiment, hit)


def _fix(metric: Value, bare: str) -> Fix | None:
    if metric.layer.kind != "file" or metric.setting is None or metric.setting.raw != metric.value:
        return None
    return Fix(f"write {bare}", (Edit(metric.setting.value_span, bare),))


RULE = Rule(
    code="PC678",
    name="sweep-metric",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("3.0", "4.0"),
    check=check,
)
