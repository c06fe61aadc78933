"""A name that a module of PufferLib does not have in the target.

## What it checks

Names taken from modules of `pufferlib` (`from pufferlib.pytorch import LSTM`) and attributes of them (`pufferlib.PufferEnv`), where the module
exists in the target and all its names are known. Attributes of classes and objects are not judged, nor are names that the file
can do without (`try` with `ImportError` or `AttributeError`, `TYPE_CHECKING`, a test of the version, `hasattr`).
A name that the tree's own `pufferlib/` has is not missing.

## Why it matters

The import raises `ImportError`, the attribute `AttributeError`, when the line is reached.

## Example

```py target=4.0
import pufferlib

class Env(pufferlib.PufferEnv):
    pass
```

## Use instead

```py target=3.0
import pufferlib

class Env(pufferlib.PufferEnv):
    pass
```

## Fix

Use what took its place, where the message names something; else the code must be ported or run with the release that it was written for.

## Sources

The sdists of 1.0.1, 2.0.6 and 3.0.0; 4.0: 8e3e754 pufferlib/.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.imports._shared import hits


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each missing name, where it first stands."""
    return hits(experiment, modules=False)


RULE = Rule(
    code="PC402",
    name="missing-name",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check=check,
)
