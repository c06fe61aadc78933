"""The file is not UTF-8.

## What it checks

The bytes of the file, up to the first that is no UTF-8. The rest is read with replacement characters and judged all the same. A Python file that
declares another encoding in its first two lines (`# coding: latin-1`) is read as Python reads it.

## Why it matters

The loaders open an INI with the system's encoding, which is UTF-8 nearly everywhere, and raise UnicodeDecodeError. A config that loads on one
machine does not load on the next.

## Example

```text
# größe, saved as Latin-1: byte 0xf6 is not UTF-8
```

## Use instead

```text
# größe, saved as UTF-8
```

## Fix

Save the file as UTF-8. Latin-1 umlauts in comments are the usual cause.

## Sources

configparser.ConfigParser.read, open() without an encoding; pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import problem_hits


def check(document: Document) -> Iterator[Hit]:
    """The first byte that is no UTF-8."""
    return problem_hits(document, "not-utf8", mend="save the file as UTF-8")


RULE = Rule(
    code="PC002",
    name="not-utf8",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_text=check,
)
