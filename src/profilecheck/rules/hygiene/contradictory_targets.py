"""Two comments ask for two targets.

## What it checks

Whether all comments of a file that say a target say the same. The first is in force. `target=auto` contradicts none.

## Why it matters

The second one is ignored: whoever wrote it takes the file to be judged for another generation than it is.

## Example

```ini target=auto
# profilecheck: target=3.0
[base]
env_name = my_env

# profilecheck: target=4.0
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

Keep one of them.

## Sources

docs/target.md of profilecheck.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.directive_slips import AUTO
from profilecheck.directives import Asked, asked, directives
from profilecheck.document import Document
from profilecheck.findings import Effect, Note, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(document: Document) -> Iterator[Hit]:
    """Each comment that asks for another target than the one in force."""
    first = asked(document)
    if first is None:
        return
    there = Note(f"target={first.name} on line {first.span.line}", document.path, first.span)
    for one in directives(document):
        if isinstance(one, Asked) and one.name not in (first.name, AUTO):
            yield Hit(
                f"target={one.name} is not in force: the comment on line {first.span.line} asks for "
                f"{first.name}, and the first one counts; keep one of them",
                one.span,
                notes=(there,),
            )


RULE = Rule(
    code="PC902",
    name="contradictory-targets",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_text=check,
)
