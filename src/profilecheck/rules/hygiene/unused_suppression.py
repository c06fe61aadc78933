"""A suppression silences nothing.

## What it checks

Comments `ignore[...]` and `ignore-file[...]`, code by code. A code is told only where its rule looked at the file and finds nothing in this run nor
under another mode, machine or count of agents; not where `--select` or `--ignore` leave the rule out, where it belongs to another
generation, where the target of the file is open, or where an error elsewhere in the file may keep the rule from finding anything.
An `ignore-file` without codes is told where this run finds nothing.

## Why it matters

It may stand a line too high or behind the wrong value, or hide a fault that comes later.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
# profilecheck: ignore[PC203]
num_workers = 4
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 4
```

## Fix

Remove the code, or move the comment right above the setting that it is for.

## Sources

docs/configuration.md of profilecheck.
"""

from __future__ import annotations

from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Rule

RULE = Rule(
    code="PC905",
    name="unused-suppression",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
)
