"""The device is none that torch knows (3.0).

## What it checks

`device`, the text of a torch device: a type and, behind a colon, an index. Whether the machine has one is not asked.

## Why it matters

torch raises RuntimeError when the policy is moved there, after the environments have been made.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
device = gpu
```

## Use instead

```ini
[base]
env_name = my_env

[train]
device = cuda
```

## Fix

Write cuda, cuda:0, cpu or mps.

## Sources

pufferlib 3.0.0, pufferl.py load_policy; torch 2.13 torch.device.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "device": "device = {value} is no device of torch: cuda, cuda:0 and cpu are",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A device that torch cannot read."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC618",
    name="device",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
