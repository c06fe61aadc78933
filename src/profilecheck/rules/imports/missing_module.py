"""A module of PufferLib that the target does not have.

## What it checks

Every import of a module of `pufferlib`, and every use of one through `import pufferlib`, against the modules of the target's package.
Imports that the file itself can do without are left alone: those in a `try` that catches `ImportError`, under `TYPE_CHECKING`, or behind a
test of the version or of what is there, around them or before them (`if not hasattr(pufferlib, "vector"): raise SystemExit`).
A module that the tree's own `pufferlib/` has is not missing. Where a pin names the first commit of 4.0 (8e3e754), what came later is.

## Why it matters

The import raises `ModuleNotFoundError` as soon as the line is reached; through `import pufferlib`, the attribute raises `AttributeError`.

## Example

```py target=4.0
import pufferlib.vector

vecenv = pufferlib.vector.make(make_env, num_envs=8)
```

## Use instead

```py target=4.0
from pufferlib import pufferl
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
    """One finding for each missing module, where it is first named."""
    return hits(experiment, modules=True)


RULE = Rule(
    code="PC401",
    name="missing-module",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check=check,
)
