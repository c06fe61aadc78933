"""A setting stands before the first section.

## What it checks

The first line with text, which must be a section header in an INI.

## Why it matters

configparser raises MissingSectionHeaderError.

## Example

```ini target=3.0
num_envs = 8

[base]
env_name = my_env

[vec]
num_workers = 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
num_workers = 8
```

## Fix

Put the line below the header it belongs to.

## Sources

configparser.RawConfigParser._read.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import problem_hits


def check(document: Document) -> Iterator[Hit]:
    """The first line that belongs to no section."""
    return problem_hits(document, "text-before-section", mend="put its section's header above it")


RULE = Rule(
    code="PC005",
    name="text-before-section",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_text=check,
)
