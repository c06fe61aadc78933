"""This backend does not read the setting.

## What it checks

Settings that ask the backend for what it does not do: Serial runs without workers and copies nothing (num_workers above 1, overwork, no zero_copy), Ray
always copies and counts no cores (zero_copy, overwork). num_workers is still checked for divisibility by make.

A value that says what the backend does anyway is not told of. In a Python call, where the same arguments mostly serve several backends, only a value
that is written out is, beside a backend that is written out, and not one of a mapping that another call takes too.

## Why it matters

Whoever writes it may believe that it is in force. It is harmless in a config that is used with several backends.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = 8
batch_size = 8
overwork = True
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
backend = Serial
num_envs = 8
batch_size = 8
```

## Fix

Remove it, or leave it for the other backend.

## Sources

pufferlib 3.0.0, vector.py make.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from profilecheck.document import Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import make_hits

CAUSES = {
    "serial-ignores": "{key} = {value} is not read by Serial",
    "ray-ignores": "{key} = {value} is not read by Ray",
}


def check(experiment: Experiment) -> Iterator[Hit]:
    """The faults of these causes, as far as the value is meant for this call."""
    return (hit for hit in make_hits(experiment, CAUSES) if _is_meant(experiment, hit))


def _is_meant(experiment: Experiment, hit: Hit) -> bool:
    """Whether a call of Python was written with this backend and this value in mind."""
    call = experiment.block.call
    setting = hit.blame.setting if isinstance(hit.blame, Value) else None
    backend = experiment.get("vec", "backend")
    if call is None or setting is None or backend is None or backend.setting is None:
        return True
    shared = any(one.shared and one.key_span == setting.key_span for one in call.arguments)
    named = backend.setting.raw.strip("\"'").rpartition(".")[2] == backend.value
    return named and not shared and _is_written_out(setting)


def _is_written_out(setting: Setting) -> bool:
    try:
        ast.literal_eval(setting.raw)
    except (ValueError, SyntaxError):
        return False
    return not setting.possible


RULE = Rule(
    code="PC234",
    name="backend-ignores",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
