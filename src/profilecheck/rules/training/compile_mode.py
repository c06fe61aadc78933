"""The mode of torch.compile is not known (3.0).

## What it checks

`compile_mode`, where `compile` is on.

## Why it matters

torch.compile raises RuntimeError.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
compile = True
compile_mode = fast
```

## Use instead

```ini
[base]
env_name = my_env

[train]
compile = True
compile_mode = default
```

## Fix

Write default, reduce-overhead, max-autotune or max-autotune-no-cudagraphs.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL; torch 2.13 torch.compile.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "compile-mode": "compile_mode = {value} is no mode of torch.compile",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """An unknown mode."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC620",
    name="compile-mode",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
