"""Words of two generations stand on one launch line.

## What it checks

Whether a launch line has words that only one generation's launcher takes beside words that only another's takes, while no comment, flag, setting, pin
or mark of the tree decides which is meant. In a recognised fork, and where two flags or more are of no generation, it is a warning.

## Why it matters

Each launcher refuses the other's flags: the line starts in neither.

## Example

```sh target=auto
puffer train breakout --vec.total-agents 4096 --vec.num-workers 8
```

## Use instead

```sh target=4.0
puffer train breakout --vec.total-agents 4096 --vec.num-threads 8
```

## Fix

Keep the flags of the generation that you run, and say the target.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py main, load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.blocks import Block
from profilecheck.document import Section
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.launch_lines import strange_flags
from profilecheck.profiles.marks import Place
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import OWN, in_a_fork
from profilecheck.target import Target


def check(block: Block, target: Target) -> Iterator[Hit]:
    """One finding, at the first word of the generation with fewer words."""
    if target.state != "mixed" or block.launch is None:
        return
    fewest = min(target.names, key=lambda generation: (len(target.names[generation]), generation))
    of = " and ".join(target.names)
    told = tuple(
        f"of {generation}: {', '.join(dict.fromkeys(map(_text, places)))}"
        for generation, places in target.names.items()
    )
    own = strange_flags(block.launch)
    fork = [f"a level lower in a fork: {target.fork}"] if target.fork else []
    if not fork and len(own) >= OWN:
        fork = [in_a_fork(own)]
    yield Hit(
        f"words of {of} stand on one launch line, and nothing says which is meant: each refuses the "
        "other's flags",
        target.names[fewest][0].span,
        notes=(*told, *fork),
        severity=Severity.WARNING if fork else None,
    )


def _text(place: Place) -> str:
    return place.name if isinstance(place, Section) else place.key


RULE = Rule(
    code="PC703",
    name="mixed-flags",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_undecided=check,
)
