"""Two pins of one project that mean two generations.

## What it checks

The project's own dependencies, over all its dependency files, its locks, its own Dockerfile, and the commands that install in its scripts,
Makefiles and workflows. The file that comes first is taken at its
word: pyproject.toml, setup.cfg, setup.py, requirements files, environment.yml, then locks. Dependency groups, extras where the project itself pins no PufferLib, second requirements files,
entries with a marker (but for those of extras beside a pin of the project that holds wherever they do), README files, and commands that are about another version on purpose (under a condition, into another environment, in a job
called `old` or `v3`) may be there for another environment, and are no contradiction.

## Why it matters

Which PufferLib is there depends on which file was installed from; two pins in one file, no installer can fulfil.

## Example

```txt name=requirements.txt
pufferlib==3.0.0
pufferlib @ git+https://github.com/PufferAI/PufferLib@4.0
```

## Use instead

```txt
pufferlib @ git+https://github.com/PufferAI/PufferLib@4.0
```

## Fix

Leave the pin that the project is for; after a change of pyproject.toml, make the lock anew.

## Sources

The releases on the public index; the commits of PufferLib's repository that are known.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.dependencies import Dependencies
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.pins._shared import meaning


def check_pins(dependencies: Dependencies) -> Iterator[Hit]:
    """One finding for each pin that contradicts the first of the project's."""
    wanted = dependencies.wanted
    if wanted is None or dependencies.by != "pin":
        return
    for pin in dependencies.contradicting:
        locked = ": the lock is older than what it locks, make it anew"
        yield Hit(
            f"{meaning(pin)}, and {wanted.message}, which is {wanted.profile}"
            f"{locked if pin.requirement.locked else ''}",
            pin.requirement.span,
        )


RULE = Rule(
    code="PC411",
    name="pins-disagree",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.LOAD,
    check_pins=check_pins,
)
