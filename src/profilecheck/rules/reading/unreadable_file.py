"""A file cannot be read.

## What it checks

Files that are named, or found below a folder, and that cannot be opened or read.

## Why it matters

A config that nobody could read has not been checked: the run ends with exit code 2, never with a green one.

## Example

```text
profilecheck check no-such-file.ini
profilecheck: no-such-file.ini: No such file or directory
```

## Use instead

```text
profilecheck check experiment.ini
```

## Fix

Correct the path or the file's permissions.

## Sources

The operating system's own message is given.
"""

from __future__ import annotations

from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Rule

RULE = Rule(
    code="PC001",
    name="unreadable-file",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
)
