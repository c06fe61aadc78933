"""cudagraphs is switched off, and the run crashes or is captured all the same.

## What it checks

A negative cudagraphs, which default.ini documents as off, and False, which reads as 0.

## Why it matters

Without graphs the trainer trains, and at its end frees graphs that were never made: a segmentation fault before the log of
the run is written. 0 does not switch off: it captures at epoch 0. This was read in the source, not measured.

## Example

```ini target=4.0
[base]
env_name = my_env
cudagraphs = -1

[vec]
total_agents = 4096
```

## Use instead

```ini
[base]
env_name = my_env
cudagraphs = 10

[vec]
total_agents = 4096
```

## Fix

Leave cudagraphs at its default.

## Sources

PufferLib 754d725 src/pufferlib.cu create_pufferl_impl, close_impl; 8e3e754 config/default.ini.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import whole
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Graphs that are meant to be off."""
    value = experiment.get("base", "cudagraphs")
    epoch = whole(value.value) if value else None
    if value is None or epoch is None:
        return
    if epoch < 0:
        yield Hit(
            f"cudagraphs = {value.value!r} ends training with a segmentation fault, before the log "
            "is written: graphs that were never made are freed",
            value,
            options=({value.name: 10},),
        )
    elif value.value is False:
        yield Hit(
            "cudagraphs = False does not switch them off: it reads as 0, and graphs are captured "
            "at epoch 0",
            value,
            effect=Effect.DIFFERENT,
            stage=Stage.SILENT,
        )


RULE = Rule(
    code="PC315",
    name="cudagraphs-off",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.TRAIN,
    profiles=("4.0",),
    check=check,
)
