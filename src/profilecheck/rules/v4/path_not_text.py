"""A value that becomes part of a path is no text.

## What it checks

`checkpoint_dir` and `log_dir` in [base] that are read as something else than text: None, a number, a list.

## Why it matters

`puffer train` joins them to the paths of checkpoints and logs before anything else: os.path.join raises TypeError.

## Example

```ini target=4.0
[base]
env_name = my_env
checkpoint_dir = None

[vec]
total_agents = 4096
```

## Use instead

```ini
[base]
env_name = my_env
checkpoint_dir = checkpoints

[vec]
total_agents = 4096
```

## Fix

Write the name of a folder.

## Sources

PufferLib 8e3e754 pufferlib/pufferl.py _train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_required import PATHS
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each that no path can hold."""
    if not experiment.launched or experiment.mode == "eval":
        return
    for key in PATHS:
        value = experiment.get("base", key)
        if value is None or value.value is UNKNOWN or isinstance(value.value, str):
            continue
        yield Hit(
            f"[base] {key} = {value.value!r} is no text: joining it to a path raises TypeError before "
            "training; write the name of a folder",
            value,
        )


RULE = Rule(
    code="PC316",
    name="path-not-text",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
