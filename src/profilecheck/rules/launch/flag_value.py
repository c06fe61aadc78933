"""The launcher does not take a flag's value, or cannot tell which flag is meant.

## What it checks

The value of each flag of a launch line by the type that it is read with, which is the type of the value in the INI: `1e6` is no int, nothing is a None.
A flag without its value, a switch with one, and a beginning that several flags have. 3.0 reads its own flags by themselves first: the flag of a key
such as `[base] load` is then the beginning of two of them, and is refused whole as it is. Where the tree has no INI of the environment, whose values may be of
another type, what another number would take is an info.

## Why it matters

The launcher ends with status 2 before anything starts.

## Example

```sh target=3.0
puffer train puffer_breakout --vec.num-envs eight
```

## Use instead

```sh
puffer train puffer_breakout --vec.num-envs 8
```

## Fix

Write the value as the type demands, or the whole flag.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config; argparse.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.launch_flags import AUTO, Given
from profilecheck.profiles.launch_programs import RENDER_MODES
from profilecheck.profiles.texts import as_number
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import flags

TOLD = 4
"""How many flags are told, at most."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each flag."""
    for given in flags(experiment):
        if given.outcome == "ambiguous":
            yield Hit(_ambiguous(given), given.key_span)
        elif given.outcome == "no-value":
            yield Hit(_without_value(given), given.key_span)
        elif given.outcome == "with-value":
            yield Hit(
                f"{given.flag} is a switch and takes no value: write it alone, or leave it out",
                given.key_span,
            )
        elif given.outcome == "refused":
            yield _refused(given)


def _ambiguous(given: Given) -> str:
    named = ", ".join(given.others[:TOLD]) + (", ..." if len(given.others) > TOLD else "")
    if given.option is None:
        return f"{given.flag} may be any of {named}: write the whole flag"
    return (
        f"{given.flag} is a whole flag, but the launcher reads its own flags first, and it may be any of "
        f"{named} to them: it refuses the line; rename the key in the INI"
    )


def _without_value(given: Given) -> str:
    if given.text is None:
        return f"{given.flag} has no value, and the launcher wants one"
    joined = f"{given.flag}={given.text}"
    return f"argparse takes {given.text} for a flag, and {given.flag} has no value: write {joined}"


def _refused(given: Given) -> Hit:
    option = given.option
    assert option is not None and option.type is not None
    number = given.text == AUTO or as_number(str(given.text)) is not None
    certain = option.certain or not number
    span = given.key_span.to(given.value_span or given.key_span)
    if option.flag == "--render-mode":
        wants = f"one of {', '.join(RENDER_MODES)}"
    elif option.type is type(None):
        wants = "nothing: the INI has None there, and no text is read as that"
    elif option.auto:
        wants = "a number or auto"
    else:
        wants = {int: "a whole number", float: "a number"}.get(option.type, option.type.__name__)
        wants += " (digits alone)" if option.type is int and number else ""
    if option.name is None and given.flag != option.flag:
        wants = f"{wants} for {option.flag}, of which this is the beginning"
    unless = "" if certain else ", unless the environment's INI has a value of another type"
    return Hit(
        f"{given.flag} {given.text}: the launcher wants {wants}{unless}",
        span,
        severity=None if certain else Severity.INFO,
    )


RULE = Rule(
    code="PC706",
    name="flag-value",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
