"""A section of another generation that the target does not read.

## What it checks

Sections that only other generations read: [legacy] of 4.0's development revision, [rnn] of 3.0, [torch] and [selfplay] of 4.0, [bot_eval] of
5.0. One finding at the header, where the section holds anything; its keys are no findings of their own. In a recognised fork it is a warning.

## Why it matters

Everything in it is ignored in silence.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[legacy]
compile = 0
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
```

## Fix

Remove the section, or move its keys to what took their place.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.marks import TELLING
from profilecheck.profiles.names import change
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import generation_list, listed, wholly_other
from profilecheck.rules.names._shared_leftovers import other_sections
from profilecheck.rules.names._shared_mends import given_names, written

TOLD = 4
"""How many keys of a section are told, at most."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each leftover section."""
    if wholly_other(experiment):
        return
    for name, at, of, keys in other_sections(experiment):
        level, notes = experiment.in_fork(Severity.ERROR)
        released = [generation for generation in of if generation in TELLING] or of
        yield Hit(
            f"[{name}] is a section of {generation_list(released)}, and {experiment.profile.name} "
            f"ignores all of it ({listed(keys, TOLD)}): {_instead(experiment, name, keys)}",
            at,
            notes=notes,
            severity=level,
        )


def _instead(experiment: Experiment, section: str, keys: list[str]) -> str:
    """The places that took over from its keys and that nothing sets yet, else to remove it."""
    became = [change(section, key, experiment.profile.name) for key in keys]
    places = dict.fromkeys(place for one in became if one is not None for place in one.to)
    left = [written(place) for place in places if place not in given_names(experiment)]
    return f"use {' and '.join(left)}" if left else "remove it"


RULE = Rule(
    code="PC104",
    name="other-generation-section",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
