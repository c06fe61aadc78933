"""demo.py is the launcher of 2.0.

## What it checks

`python demo.py` with the flags of that launcher (`--env` with `--mode`, or with flags of [train]), where the target is 3.0 or 4.0.

## Why it matters

demo.py came with 2.0 and was copied into projects; it imports modules that are gone. 3.0 and 4.0 are launched by `puffer MODE ENV`.

## Example

```sh target=3.0
python demo.py --env puffer_breakout --mode train
```

## Use instead

```sh
puffer train puffer_breakout
```

## Fix

Launch with `puffer`, unless demo.py is a file of your own.

## Sources

2.0.6 demo.py; pufferlib 3.0.0 and 8e3e754 pufferl.py main.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """An advice for the line."""
    launch = experiment.block.launch
    if launch is not None and launch.how == "older":
        yield Hit(
            f"{launch.program.text} with these flags is the launcher of 2.0: {experiment.profile.name} is "
            "launched by `puffer MODE ENV`",
            launch.span,
        )


RULE = Rule(
    code="PC710",
    name="older-launcher",
    severity=Severity.INFO,
    effect=Effect.DIFFERENT,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
