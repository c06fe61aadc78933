"""A version of PufferLib that was never published.

## What it checks

Whether a published version of `pufferlib`, or of `pufferlib-core`, is among those that an entry admits: in dependency files and commands
that install from the public index. Silent where the file names another index or source.

## Why it matters

pip finds no matching distribution and installs nothing. 4.0 and what follows are source lines; 3.0.0 is the last release.

## Example

```txt name=requirements.txt
pufferlib==4.0
```

## Use instead

```txt
pufferlib @ git+https://github.com/PufferAI/PufferLib@8e3e7546428f06839dad031935081ff3ad915f07
```

## Fix

Pin a published version, or a commit.

## Sources

The versions of pufferlib and pufferlib-core on the public index.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.dependencies import Dependencies
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.pins import Pin
from profilecheck.profiles.releases import FORK, canonical, is_published, last_published
from profilecheck.rules import Hit, Rule
from profilecheck.rules.pins._shared import instead


def check_pins(dependencies: Dependencies) -> Iterator[Hit]:
    """One finding for each entry that admits no published version. Where it may never be installed
    from, it is a warning. A pin that contradicts is to be changed anyway, but a command of the project fails over it."""
    contradicting = frozenset(dependencies.contradicting)
    for pin in filter(_is_missing, dependencies.pins):
        contradicts = pin in contradicting
        if contradicts and not (pin.requirement.command and dependencies.by == "pin"):
            continue
        wanted = dependencies.wanted.profile if contradicts and dependencies.wanted else None
        requirement = pin.requirement
        certain = (pin.main or dependencies.container) and not requirement.conditional
        yield Hit(
            f"{pin.told}: no such version of {requirement.name} was ever published, "
            f"{last_published(requirement.name)} is the last{_instead(pin, wanted)}",
            requirement.span,
            severity=Severity.ERROR if certain else Severity.WARNING,
        )


def _is_missing(pin: Pin) -> bool:
    requirement = pin.requirement
    if not requirement.indexed or not requirement.specifier or requirement.own:
        return False
    return is_published(requirement.specifier, requirement.name) is False


def _instead(pin: Pin, wanted: str | None) -> str:
    """What to write: for the generation that the project pins, where that is another."""
    requirement = pin.requirement
    if wanted is not None:
        return instead(wanted)
    if canonical(requirement.name) != FORK and is_published(requirement.specifier or "", FORK):
        return f" ({FORK} has it)"
    return instead(pin.generation or "4.0")


RULE = Rule(
    code="PC414",
    name="never-published",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    check_pins=check_pins,
)
