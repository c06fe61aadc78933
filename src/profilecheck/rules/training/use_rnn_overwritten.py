"""[train] use_rnn is overwritten (3.0).

## What it checks

A key `use_rnn` in [train].

## Why it matters

The loader sets it from `[base] rnn_name`: True where that is not None, whatever the file says.

## Example

```ini target=3.0
[base]
env_name = my_env

[train]
use_rnn = False
```

## Use instead

```ini
[base]
env_name = my_env

[train]
seed = 1
```

## Fix

Set or remove `[base] rnn_name`.

## Sources

pufferlib 3.0.0, pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.training._shared import hits

CAUSES = {
    "use-rnn-overwritten": "[train] use_rnn = {use_rnn} is overwritten by the loader: [base] rnn_name decides",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """A key that counts for nothing."""
    return hits(experiment, CAUSES)


RULE = Rule(
    code="PC616",
    name="use-rnn-overwritten",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
