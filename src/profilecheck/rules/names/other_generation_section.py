"""A section of another generation that the target does not read.

## What it checks

Sections that only other generations read: [legacy] of 4.0's development revision, [rnn] of 3.0, [torch] and [selfplay] of 4.0, [bot_eval] of
5.0. One finding at the header, where the section holds anything.

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

Remove the section.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.names import SECTIONS
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import development_tree, generation_list, wholly_other


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each leftover section."""
    if wholly_other(experiment):
        return
    filled = {setting.section for setting in experiment.block.settings}
    for section in experiment.block.sections:
        of = SECTIONS.get(section.name)
        if of is None or section.name not in filled or "." in section.name:
            continue
        if "4.0-dev" in of and development_tree(experiment):
            continue
        if experiment.profile.section_kind(section.name) == "unknown":
            name = experiment.profile.name
            yield Hit(
                f"[{section.name}] is a section of {generation_list(of)}: {name} reads nothing of it",
                section,
                severity=Severity.WARNING if experiment.target.fork else None,
            )


RULE = Rule(
    code="PC104",
    name="other-generation-section",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
