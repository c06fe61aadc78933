"""The text is not of its format.

## What it checks

What the format's own loader refuses: a line without `=` or `:`, a section header that is not closed, a key that is missing, a NUL byte,
nesting too deep to read. In an INI all of them are told, in the other formats the first. A broken text is told of only where it is likely a
PufferLib config: templates, JSON lines and other programs' files are skipped.

## Why it matters

The load raises. An INI that does not parse also breaks every environment whose file comes after it, because the loaders read one file after
another until they meet the one that is asked for.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
```

## Fix

Correct the line.

## Sources

configparser.RawConfigParser._read; tomli, json and PyYAML for the other formats; pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import problem_hits


def check(document: Document) -> Iterator[Hit]:
    """Each place where the text is refused."""
    return problem_hits(document, "syntax", "nul-byte", "too-deep")


RULE = Rule(
    code="PC004",
    name="syntax-error",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_text=check,
)
