"""The file begins with a byte-order mark.

## What it checks

The first character of the file, where its format's loader does not skip the mark.

## Why it matters

configparser takes the mark for text before the first section and raises MissingSectionHeaderError, for this environment and for every
other one, because the loaders read all INIs on the way to the one that is asked for.

## Example

```text
EF BB BF 5B 62 61 73 65 5D    the bytes of a mark before [base]
```

## Use instead

```text
5B 62 61 73 65 5D             [base] alone
```

## Fix

Save the file as UTF-8 without a byte-order mark ("UTF-8", not "UTF-8 with BOM" or "UTF-8-SIG").

## Sources

configparser.RawConfigParser._read; pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import problem_hits


def check(document: Document) -> Iterator[Hit]:
    """A mark that the loader takes for text."""
    return problem_hits(document, "byte-order-mark")


RULE = Rule(
    code="PC003",
    name="byte-order-mark",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_text=check,
)
