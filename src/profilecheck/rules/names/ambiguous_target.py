"""Nothing tells which generation the file is for.

## What it checks

Whether anything decides the target: a comment, the flag, the settings, an exact pin, a mark of the tree, the file's own names. Names that
several generations read decide nothing, and neither does a pin such as `pufferlib>=2`.

## Why it matters

Only the text itself was judged. Nothing is guessed.

## Example

```ini target=auto
[base]
env_name = my_env

[train]
gamma = 0.99
```

## Use instead

```ini
# profilecheck: target=4.0
[base]
env_name = my_env

[train]
gamma = 0.99
```

## Fix

Say the target: `--target`, `[tool.profilecheck] target`, or a comment `# profilecheck: target=4.0`.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.blocks import Block
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import profiles
from profilecheck.rules import Hit, Rule
from profilecheck.target import Target


def check(block: Block, target: Target) -> Iterator[Hit]:
    """One advice for the experiment; a warning where a target was asked for that does not exist."""
    if target.state != "ambiguous":
        return
    known = " or ".join(profiles())
    places = target.names.get(target.unknown or "", ())
    where = places[0] if places else (block.sections[0] if block.sections else None)
    if target.unknown is None:
        yield Hit(f"nothing tells which generation this is for: say --target {known}", where)
    elif target.how in ("names", "pin"):
        yield Hit(f"this is for {target.unknown}, for which there is no profile yet", where)
    else:
        said = f"the target {target.unknown} does not exist: use {known}"
        yield Hit(said, target.evidence[0].span, severity=Severity.WARNING)


RULE = Rule(
    code="PC100",
    name="ambiguous-target",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_undecided=check,
)
