"""A value of Adam is out of range (3.0).

## What it checks

learning_rate, adam_beta1, adam_beta2 and adam_eps with `optimizer = adam`. Muon, the default, checks none of them.

## Why it matters

torch.optim.Adam raises ValueError.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
optimizer = adam
adam_beta1 = 1.0
```

## Use instead

```ini
[base]
env_name = my_env

[train]
optimizer = adam
adam_beta1 = 0.9
```

## Fix

A learning rate and eps of at least 0, and betas from 0.0 to below 1, written as floats.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL; torch 2.13 torch.optim.Adam.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "adam-range": "{key} = {value} is out of the range of adam: {range}",
    "adam-betas-mixed": "adam_beta1 = {adam_beta1} and adam_beta2 = {adam_beta2} are not both floats, which adam asks for: write 0.0 for 0",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """Values that torch refuses."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC613",
    name="adam-range",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
