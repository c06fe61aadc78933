"""A Python file uses modules or names of two generations.

## What it checks

Whether a file takes from `pufferlib` what only 3.0 has and what only 4.0 has, where nothing else (a comment, the flag, the settings, a pin) says which
of them is meant. What the file can do without is left aside: imports in a `try`, behind a test of the version, under `TYPE_CHECKING`.

## Why it matters

One of the two is missing in whatever is installed: the import raises ModuleNotFoundError, the attribute AttributeError, when the line is reached. Nothing else
of the file was judged.

## Example

```py target=auto
import pufferlib.vector
from pufferlib import torch_pufferl
```

## Use instead

```py target=auto
from pufferlib import torch_pufferl
```

## Fix

Port what is left of the one generation, or say which is meant: `# profilecheck: target=4.0`, `--target 4.0`. Then each stale use is told.

## Sources

The sdist of 3.0.0; 4.0: 8e3e754 pufferlib/.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.blocks import Block
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.marks import telling_uses
from profilecheck.rules import Hit, Rule
from profilecheck.target import Target


def check(block: Block, target: Target) -> Iterator[Hit]:
    """One finding for the file, at the first use of the generation of which it uses less."""
    if target.state != "mixed" or block.document.format != "python" or block.call is not None:
        return
    found = telling_uses(block.document.uses)
    if len(found) < 2:
        return
    fewest = min(found, key=lambda generation: (len(found[generation]), generation))
    told = " and ".join(
        f"{uses[0].name} is of {generation} (line {uses[0].span.line})"
        for generation, uses in found.items()
    )
    flags = " or ".join(f"--target {generation}" for generation in found)
    yield Hit(f"{told}, and nothing says which is meant: say {flags}", found[fewest][0].span)


RULE = Rule(
    code="PC403",
    name="mixed-imports",
    severity=Severity.WARNING,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_undecided=check,
)
