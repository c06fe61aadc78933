"""A suppression names a rule that there is not.

## What it checks

Each word in the brackets of `ignore[...]` and `ignore-file[...]`: it must be a code (`PC203`), the beginning of codes (`PC2`) or a rule's name
(`envs-by-workers`).

## Why it matters

The word silences nothing. The other words in the brackets do.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
# profilecheck: ignore[env-by-workers]
num_envs = 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
```

## Fix

Write the code that stands in the finding. `profilecheck rule --all` lists them.

## Sources

docs/configuration.md of profilecheck.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.directives import Ignored, directives
from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rule_words import code_of, hint
from profilecheck.rules import Hit, Rule


def check(document: Document) -> Iterator[Hit]:
    """Each word in the brackets of a suppression that stands for no rule."""
    for one in directives(document):
        for word in (one.words or ()) if isinstance(one, Ignored) else ():
            if code_of(word.text) is None:
                yield Hit(f"`{word.text}` silences nothing: {hint(word.text)}", word.span)


RULE = Rule(
    code="PC904",
    name="unknown-code",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_text=check,
)
