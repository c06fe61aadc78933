"""hidden_size is no multiple of 8.

## What it checks

hidden_size as C reads it. Zero and less are reported as out of range.

## Why it matters

The optimizer walks the weights as one packed array, while each tensor is padded to 16 bytes: 8 numbers in bfloat16, 4 in
float32. With another hidden size the tensors after the first one are taken from the wrong place. This was read in the source,
not measured.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[policy]
hidden_size = 100
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[policy]
hidden_size = 104
```

## Fix

Use a multiple of 8.

## Sources

PufferLib 8e3e754 src/muon.cu muon_step, src/tensor.h; 052f0f5 src/kernels.cu.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import whole
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v4._shared import told

ALIGNED = 8


def check(experiment: Experiment) -> Iterator[Hit]:
    """A hidden size that leaves the weights unaligned."""
    value = experiment.get("policy", "hidden_size")
    size = whole(value.value) if value else None
    if value is None or size is None or size < 1 or size % ALIGNED == 0:
        return
    below = size - size % ALIGNED
    yield Hit(
        f"{told(value)} is no multiple of {ALIGNED}: each tensor of weights is padded to 16 bytes, "
        "and the optimizer reads them as if they were not",
        value,
        options=tuple({value.name: n} for n in (below, below + ALIGNED) if n),
    )


RULE = Rule(
    code="PC313",
    name="unaligned-hidden-size",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.TRAIN,
    profiles=("4.0",),
    check=check,
)
