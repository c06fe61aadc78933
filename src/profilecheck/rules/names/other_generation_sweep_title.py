"""A swept parameter whose name is of another generation.

## What it checks

The name in the title of a `[sweep.SECTION.NAME]` table. Names of open sections (`[sweep.env.num_envs]`) and unknown ones are left to PC113 and to the sweep's
own rules. In TOML, JSON and YAML only tables with one of upstream's distributions are taken for swept parameters. In a recognised fork it is a warning, and
names of the fork's own are none.

## Why it matters

The sweep varies a key that the target does not read, or ends with "Missing hyperparameter".

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep.train.bptt_horizon]
distribution = uniform_pow2
min = 16
max = 64
scale = auto
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[sweep.train.horizon]
distribution = uniform_pow2
min = 16
max = 64
scale = auto
```

## Fix

Rename the table, or remove it.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Section
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.mends import Mend, retitled, section_removed
from profilecheck.profiles.names import Change, change
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import generation_list, label, wholly_other
from profilecheck.rules.names._shared_leftovers import other_titles
from profilecheck.rules.names._shared_mends import swept_title


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding at the header of each such table."""
    if wholly_other(experiment):
        return
    name = experiment.profile.name
    for section, swept, of in other_titles(experiment):
        level, notes = experiment.in_fork(Severity.ERROR)
        yield Hit(
            f"[{section.name}] sweeps a name of {generation_list(of)}, which {name} does not "
            f"read: {_instead(experiment, change(*swept, name))}",
            section,
            notes=notes,
            severity=level,
            mend=_mend(experiment, section, change(*swept, name)),
        )


def _instead(experiment: Experiment, became: Change | None) -> str:
    note = f" ({became.note})" if became and became.note else ""
    if became is None or not became.to:
        return f"remove it{note}"
    swept = {label(section) for section in experiment.block.sections}
    left = [title for title in map(swept_title, became.to) if title not in swept]
    if left:
        return f"use {' and '.join(left)}{note}"
    return f"remove it; {' and '.join(map(swept_title, became.to))} stands in the file"


def _mend(experiment: Experiment, section: Section, became: Change | None) -> Mend | None:
    """The table under its new title, or gone where that stands in the file, or where there is none."""
    if became is None:
        return None
    held = tuple(one for one in experiment.block.settings if one.section == section.name)
    titles = {swept_title(place).strip("[]") for place in became.to}
    if titles <= {one.name for one in experiment.block.sections}:
        return section_removed(section, held, safe=bool(titles))
    if became.kind == "renamed" and len(titles) == 1:
        return retitled(section, titles.pop(), safe=became.keeps_meaning)
    return None


RULE = Rule(
    code="PC108",
    name="other-generation-sweep-title",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
