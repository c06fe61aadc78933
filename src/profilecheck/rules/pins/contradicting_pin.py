"""A pin of another generation than the one that the project is for.

## What it checks

Pins of `pufferlib` in dependency files (requirements, pyproject.toml, setup.cfg, setup.py, environment.yml, Pipfile, pixi.toml, locks) and in the
project's own Dockerfile, and commands that install in its scripts, Makefiles and workflows, against the target that a comment in the file, `--target` or the settings ask for, else against the generation
of the tree's own code or default.ini. Dependency groups, extras where the project itself pins no PufferLib, second requirements files, entries with a marker (but for those of extras beside a pin of the project that holds wherever they do), README files, and commands that are
about another version on purpose may be there for another environment: they are judged only where a comment in the file asks for a target.

## Why it matters

What gets installed is not what the code and the configs are for: it does not have their modules, and does not read their names.

## Example

```txt name=requirements.txt target=4.0
pufferlib==3.0.0
```

## Use instead

```txt
pufferlib @ git+https://github.com/PufferAI/PufferLib@8e3e7546428f06839dad031935081ff3ad915f07
```

## Fix

Pin the generation that the project is for. 4.0 is a source line and was never published: pin a commit.

## Sources

The releases on the public index; the commits of PufferLib's repository that are known.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.dependencies import Dependencies
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.pins._shared import instead, meaning


def check_pins(dependencies: Dependencies) -> Iterator[Hit]:
    """One finding for each pin that contradicts what was asked for, or what the tree is."""
    wanted, by = dependencies.wanted, dependencies.by
    if wanted is None or by == "pin":
        return
    for pin in dependencies.contradicting:
        certain = by != "tree" and (pin.main or by == "comment")
        yield Hit(
            f"{meaning(pin)}, and {wanted.message}"
            f"{instead(wanted.profile, checkout=pin.requirement.checkout)}",
            pin.requirement.span,
            severity=Severity.ERROR if certain else Severity.WARNING,
        )


RULE = Rule(
    code="PC410",
    name="contradicting-pin",
    severity=Severity.ERROR,
    effect=Effect.DIFFERENT,
    stage=Stage.LOAD,
    check_pins=check_pins,
)
