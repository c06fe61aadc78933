"""A file cannot be read.

## What it checks

Paths that do not exist, folders without a file that could be a config, files that cannot be opened or read, and YAML without its extra.

## Why it matters

A config that nobody could read has not been checked: the run ends with exit code 2, never with a green one.

## Example

```text
$ profilecheck check no-such-file.ini
no-such-file.ini:1:1: error PC001 unreadable-file: nothing was checked here: no such file or folder

checked 0 files: 1 error; 1 unreadable
```

## Use instead

```text
$ profilecheck check experiment.ini
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
