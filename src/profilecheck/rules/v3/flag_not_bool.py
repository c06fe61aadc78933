"""zero_copy or overwork is no bool, and only its truth counts.

## What it checks

Multiprocessing tests zero_copy and overwork for truth alone, so that any non-empty text counts as True. The words true, false, yes, no, on and off
are PC013's.

## Why it matters

`zero_copy = 'off'` turns it on.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
zero_copy = never
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
zero_copy = False
```

## Fix

Write True or False.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing constructor.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.texts import as_boolean
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "flag-not-bool": "{key} = {value} counts as {counts_as}: only its truth is tested; write True or False",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes, but for texts that spell a boolean."""
    for hit in make_hits(experiment, CAUSES):
        value = hit.blame.value if isinstance(hit.blame, Value) else None
        if not isinstance(value, str) or as_boolean(value) is None:
            yield hit


RULE = Rule(
    code="PC227",
    name="flag-not-bool",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
