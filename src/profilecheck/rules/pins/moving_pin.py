"""A repository without a reference, or with one that moves on to the next generation.

## What it checks

`pufferlib @ git+https://...` without a tag or commit, or with `main`, `master`, `dev` and the like, in dependency files and commands that install,
unless a lock of the project decides what is installed.

## Why it matters

What is installed changes with the repository: projects broke when the default branch became the next generation. The default branch of
PufferLib's own repository is 5.0, which has no Python package, so that nothing can be installed from it (a warning).

## Example

```txt name=requirements.txt
pufferlib @ git+https://github.com/PufferAI/PufferLib
```

## Use instead

```txt
pufferlib @ git+https://github.com/PufferAI/PufferLib@8e3e7546428f06839dad031935081ff3ad915f07
```

## Fix

Name a tag or a commit.

## Sources

64da1a6: no pyproject.toml, setup.py or package.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.dependencies import Dependencies
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.releases import PINS, is_upstream, moves, reference_of
from profilecheck.rules import Hit, Rule


def check_pins(dependencies: Dependencies) -> Iterator[Hit]:
    """One finding for each pin that moves."""
    if dependencies.locked:
        return
    for pin in dependencies.pins:
        requirement = pin.requirement
        if requirement.locked or not moves(requirement.url):
            continue
        reference = reference_of(requirement.url)
        named = f"{reference}, a branch that moves" if reference else "no tag or commit"
        if is_upstream(requirement.url) and not reference:
            yield Hit(
                f"{pin.told} names {named}: the default branch is 5.0, which has no Python package"
                f"; for 4.0 write {PINS['4.0']}",
                requirement.span,
                severity=Severity.WARNING,
            )
        else:
            yield Hit(
                f"{pin.told} names {named}: what it installs may become another generation; "
                "name a tag or a commit",
                requirement.span,
            )


RULE = Rule(
    code="PC413",
    name="moving-pin",
    severity=Severity.INFO,
    effect=Effect.DIFFERENT,
    stage=Stage.LOAD,
    check_pins=check_pins,
)
