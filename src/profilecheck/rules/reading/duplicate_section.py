"""A section is opened twice.

## What it checks

Section headers, which are compared as they are written: [Vec] is another section than [vec].

## Why it matters

configparser raises DuplicateSectionError, TOML refuses the file as well.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8

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

Put all keys under one header.

## Sources

configparser.RawConfigParser._read, strict by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import problem_hits


def check(document: Document) -> Iterator[Hit]:
    """Each further header of a section."""
    return problem_hits(document, "duplicate-section", mend="put all keys under one header")


RULE = Rule(
    code="PC007",
    name="duplicate-section",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_text=check,
)
