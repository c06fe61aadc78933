"""profilecheck itself failed on a file.

## What it checks

Nothing in the file: an error in profilecheck was caught while it checked this file. The other files of the run are still checked.

## Why it matters

The file has not been checked: the run ends with exit code 2, never with a green one.

## Example

```text
experiment.ini:1:1: error PC000 internal-fault: profilecheck failed on this file: ...
```

## Use instead

```text
profilecheck check --exclude experiment.ini .
```

## Fix

Report it, with the file if you can share it.

## Sources

The message gives the exception and the place in profilecheck where it was raised.
"""

from __future__ import annotations

from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Rule

RULE = Rule(
    code="PC000",
    name="internal-fault",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
)
