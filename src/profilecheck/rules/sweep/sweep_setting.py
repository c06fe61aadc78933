"""A setting of [sweep] has a value that ends the sweep.

## What it checks

In 3.0 `[sweep] downsample`, which must be a whole number from 0. In 4.0 `sweep_only`, which must be a text, `max_runs`, which must be a number,
and `gpus`, which must be a whole number.

## Why it matters

4.0 raises TypeError or AttributeError before its first run. 3.0 reads downsample only when a run is done: TypeError or ValueError after a
whole training run, whose result is lost.

## Example

```ini target=3.0
[base]
package = my_package
env_name = my_env

[vec]
num_envs = 8

[sweep]
downsample = auto
```

## Use instead

```ini
[base]
package = my_package
env_name = my_env

[vec]
num_envs = 8

[sweep]
downsample = 10
```

## Fix

Write a value of the kind that the message names.

## Sources

pufferlib 3.0.0 pufferl.py sweep, downsample; PufferLib 8e3e754 pufferlib/pufferl.py sweep, pufferlib/sweep.py _params_from_puffer_sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.sweep import setting_ends
from profilecheck.rules import Hit, Rule
from profilecheck.rules.sweep._shared import only_sweep, searched


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each setting that ends the sweep."""
    if not searched(experiment):
        return
    for value in experiment.config.section("sweep").values():
        if value.value is UNKNOWN:
            continue
        ends = setting_ends(experiment.profile.name, value.key, value.value)
        if ends is not None:
            hit = Hit(
                f"[sweep] {value.key} = {value.value!r}: the sweep ends {ends.when} with {ends.raised}; "
                f"write {ends.right}",
                value,
                stage=Stage.INIT if ends.when == "at its start" else Stage.TRAIN,
            )
            yield only_sweep(experiment, hit)


RULE = Rule(
    code="PC680",
    name="sweep-setting",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0", "4.0"),
    check=check,
)
