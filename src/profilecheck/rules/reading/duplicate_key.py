"""A key is set twice in one section.

## What it checks

Keys as their loader compares them: an INI lower-cases them first. A second occurrence is reported with the place of the first.

## Why it matters

configparser raises DuplicateOptionError, TOML refuses the file as well. JSON and YAML keep the last value in silence (a warning).

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
Num_Envs = 16
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 16
```

## Fix

Keep one of them.

## Sources

configparser.RawConfigParser._read, strict by default; json and PyYAML keep the last.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import problem_hits


def check(document: Document) -> Iterator[Hit]:
    """Each further occurrence of a key."""
    return problem_hits(document, "duplicate-key", mend="keep one of the two")


RULE = Rule(
    code="PC006",
    name="duplicate-key",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_text=check,
)
