"""A section that the target does not read.

## What it checks

Sections that no generation reads. Where the name is close to a known one (case, blanks, a slip) it is a warning: names of sections are
exact. Only where the generation's own loader reads the file, and not in a recognised fork.

## Why it matters

The loader accepts the section and nothing reads it: the defaults stay in force.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[Train]
horizon = 32
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
horizon = 32
```

## Fix

Correct the section's name.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Section
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.names import SECTIONS
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import near, wholly_other


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each unknown section."""
    if not experiment.launched or experiment.target.fork or wholly_other(experiment):
        return
    profile = experiment.profile
    known = [*profile.tables, *profile.open_sections]
    for section in experiment.block.sections:
        name = section.name
        if profile.section_kind(name) != "unknown" or name in SECTIONS or name == "DEFAULT":
            continue
        meant = near(name.strip(), known)
        root, dot, inner = name.partition(".")
        if dot and root in profile.open_sections:
            continue  # it becomes a key of a section that takes any name
        if dot and root in profile.tables and _filled(experiment, name):
            yield _nested(experiment, section, root, inner)
        elif meant:
            said = (
                f"[{name}] is no section that {profile.name} reads: did you mean [{meant}]? "
                "Names of sections are exact"
            )
            yield Hit(said, section, severity=Severity.WARNING)
        else:
            yield Hit(f"[{name}] is no section that {profile.name} reads", section)


def _filled(experiment: Experiment, name: str) -> bool:
    return any(setting.section == name for setting in experiment.block.settings)


def _nested(experiment: Experiment, section: Section, root: str, inner: str) -> Hit:
    """A section below a known one becomes a key of it: a table where no such name is read."""
    told = f"[{section.name}] becomes the key {inner} of [{root}], which {experiment.profile.name}"
    if experiment.mode != "eval" and experiment.profile.refuses_unknown(root, experiment.value):
        return Hit(
            f"{told} refuses: vector.make raises `Invalid argument: {inner}`",
            section,
            severity=Severity.ERROR,
            effect=Effect.RAISES,
            stage=Stage.MAKE,
        )
    return Hit(f"{told} does not read", section, severity=Severity.WARNING)


RULE = Rule(
    code="PC109",
    name="unknown-section",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
