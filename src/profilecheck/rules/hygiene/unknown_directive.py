"""A comment to profilecheck is no directive that it knows.

## What it checks

Comments that have the form of a directive and are none: `ingore[PC203]`, `ignore PC203`, `ignore[]`, `disable=PC203`, `noqa`, `mode=eval`,
`profilcheck: ignore[PC203]`. Words that have no such form are prose and left alone: `# profilecheck: ignored in production`.

## Why it matters

It does nothing. What it was to silence still stands.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
# profilecheck: ingore[PC234] kept for Multiprocessing
num_envs = 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
# the launcher of the cluster sets the workers
num_envs = 8
```

## Fix

Write `ignore[CODES]`, `ignore-file[CODES]` or `target=4.0`. A reason stands behind the brackets, or behind `ignore --`.

## Sources

docs/configuration.md of profilecheck.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.directives import faults
from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(document: Document) -> Iterator[Hit]:
    """Each comment that has the form of a directive and is none."""
    for fault in faults(document, "other"):
        yield Hit(fault.message, fault.span)


RULE = Rule(
    code="PC903",
    name="unknown-directive",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_text=check,
)
