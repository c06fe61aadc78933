"""A comment asks for a target and is not in force.

## What it checks

Comments that are meant to say the target and do not: `target=3.1` and other targets that there are not, `target=5.0`, which has no profile,
`target=3.0 or 4.0`, and slips such as `traget=4.0`, `target: 4.0`, `target 4.0` or `profilcheck: target=4.0`. Prose is left alone:
`# profilecheck: the target machine has 64 cores`.

## Why it matters

Whoever wrote it takes the file to be judged for that generation. It is judged as if the comment were not there: by the flag, the settings,
a pin or the names, and perhaps not at all.

## Example

```ini target=auto
# profilecheck: traget=4.0
[base]
env_name = my_env

[vec]
num_envs = 8
```

## Use instead

```ini
# profilecheck: target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
```

## Fix

Write `target=3.0` or `target=4.0`, with the equals sign. `"4.0"` and `v4.0` mean 4.0. `target=auto` leaves it open.

## Sources

docs/target.md of profilecheck.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.directives import faults
from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(document: Document) -> Iterator[Hit]:
    """Each comment that was meant to say the target."""
    for fault in faults(document, "target"):
        yield Hit(f"{fault.message}; the comment decides nothing", fault.span)


RULE = Rule(
    code="PC901",
    name="target-not-in-force",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_text=check,
)
