"""A flag is given a text that means false, and is true.

## What it checks

Flags whose value in the INI is True or False, given `False`, `false`, `no`, `off` or `0`.

## Why it matters

The launchers read them with Python's `bool`, to which every text is true but an empty one: `--train.anneal-lr False` anneals.

## Example

```sh target=3.0
puffer train puffer_breakout --train.anneal-lr False
```

## Use instead

```sh
puffer train puffer_breakout --train.anneal-lr=
```

## Fix

Leave the flag out where the INI has False; else give an empty text (`--train.anneal-lr=`), or set the value in the INI.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.texts import as_boolean
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import flags


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each such flag."""
    for given in flags(experiment):
        if given.option is None or given.option.type is not bool or not isinstance(given.text, str):
            continue
        zero = given.text == "0" and given.option.certain
        if given.outcome == "set" and (zero or as_boolean(given.text) is False):
            yield Hit(
                f"{given.flag} {given.text} is true: the launcher reads it with bool(), to which every text is "
                f"true but an empty one; {_instead(given)}",
                given.key_span.to(given.value_span or given.key_span),
            )


def _instead(given: Given) -> str:
    option = given.option
    if option is None or option.below is not False:
        return f"write {given.flag}="
    unless = (
        "" if option.certain else f" (where the environment's INI has True, write {given.flag}=)"
    )
    return f"it is False without the flag: leave it out{unless}"


RULE = Rule(
    code="PC707",
    name="false-is-true",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
