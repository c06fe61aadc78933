"""A flag of 5.0's ./puffer has its value behind a blank.

## What it checks

Command lines of `./puffer`, 5.0's own program, where a flag is followed by a word: 5.0 reads `--section.key=value` alone.

## Why it matters

`--train.horizon 64` sets the text "true", and `64` is an unexpected argument: the program ends with status 1.

## Example

```sh target=auto
./puffer train --train.horizon 64
```

## Use instead

```sh
./puffer train --train.horizon=64
```

## Fix

Write `=` between flag and value.

## Sources

64da1a6 src/ini.h, src/pufferl.cu.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from profilecheck.blocks import Block
from profilecheck.document import Document, Word
from profilecheck.findings import Edit, Effect, Fix, Severity, Span, Stage
from profilecheck.profiles.launch_programs import NATIVE
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import text_at
from profilecheck.target import Target


def check(block: Block, target: Target) -> Iterator[Hit]:
    """One finding for each flag."""
    launch = block.launch
    if launch is None or launch.how != "native" or target.unknown != NATIVE:
        return
    behind = [word for word in (launch.environment, *launch.arguments) if word is not None]
    for flag, value in pairwise(behind):
        named = flag.text.startswith("--") and flag.whole and "=" not in flag.text
        if named and not value.several and value.text[:1] not in ("", "-"):
            yield Hit(
                f"{flag.text} {value.text}: 5.0 takes a value only behind `=`; write {flag.text}={value.text}",
                flag.span.to(value.span),
                fix=_fix(block.document, flag, value),
            )


def _fix(document: Document, flag: Word, value: Word) -> Fix | None:
    if flag.span.end_line != value.span.line:
        return None
    line = flag.span.line
    gap = Span(line, flag.span.end_column, line, value.span.column)
    if text_at(document, gap).strip():
        return None  # of a list
    return Fix(f"write {flag.text}={value.text}", (Edit(gap, "="),))


RULE = Rule(
    code="PC709",
    name="flag-without-equals",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_undecided=check,
)
