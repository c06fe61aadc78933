"""A name of 1.0 or 2.0, or of an unpublished revision, that the target ignores.

## What it checks

Names that still circulate from older generations: `[train] num_envs`, `num_workers`, `env_batch_size` and `zero_copy` of 2.0, `[vec] envs_per_worker` of
1.0, swept parameters in the form `[sweep.parameters...]` (one finding for all), and names of source revisions between 3.0.0 and 4.0.

It is an error in 3.0's [vec], where make refuses the name, and in a swept parameter of the old form under `--mode sweep`, over which 3.0's sweep ends; and a warning anywhere else; in a recognised fork one level less.

## Why it matters

They are ignored in silence, or refused in 3.0's [vec]. Sixteen configs that 3.0.0 itself ships carry such names.

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env

[vec]
num_envs = 4

[train]
env_batch_size = 2
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 4
batch_size = 2
```

## Fix

Move the setting to where the target reads it.

## Sources

31359250 and 40c7a1b config/default.ini; 3.0.0 config/*.ini.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Section
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import (
    generation_list,
    hit,
    keys_by_section,
    strangers,
    wholly_other,
)
from profilecheck.rules.names._shared_mends import instead


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each old name, and one for all sweep tables of the old form."""
    if wholly_other(experiment):
        return
    for stranger in strangers(experiment):
        if stranger.standing == "older":
            what = f"is a name of {generation_list(stranger.of)}"
            then = instead(experiment, stranger.value.name, stranger.became)
            yield hit(experiment, stranger, what, Severity.WARNING, then)
    old = [s for s in experiment.block.sections if s.name.startswith("sweep.parameters.")]
    if old:
        more = f" (and {len(old) - 1} more)" if len(old) > 1 else ""
        if _ends_a_sweep(experiment, old):
            yield _ending(experiment, old[0], more)
        else:
            yield Hit(
                f"[{old[0].name}]{more} has the form of 2.0, and {experiment.profile.name} varies no "
                "setting by it: write [sweep.SECTION.NAME]",
                old[0],
            )


def _ends_a_sweep(experiment: Experiment, old: list[Section]) -> bool:
    """Whether 3.0's sweep, which walks down every table, ends over one: no table `parameters.SECTION` is there to put a value into."""
    held = keys_by_section(experiment)
    told = [one.name for one in old if one.name.count(".") > 2 and held.get(one.name)]
    return experiment.launched and experiment.profile.name == "3.0" and bool(told)


def _ending(experiment: Experiment, section: Section, more: str) -> Hit:
    sweeps = experiment.mode == "sweep"
    level, notes = experiment.in_fork(Severity.ERROR if sweeps else Severity.WARNING)
    return Hit(
        f"[{section.name}]{more} has the form of 2.0: 3.0 takes it for a swept parameter, and every sweep ends "
        "with an error before its first run; write [sweep.SECTION.NAME]"
        f"{'' if sweeps else ' (only a sweep meets this)'}",
        section,
        notes=notes,
        severity=level,
        effect=Effect.RAISES,
        stage=Stage.INIT,
    )


RULE = Rule(
    code="PC106",
    name="older-generation-name",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
