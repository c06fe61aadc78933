"""The environment is named as another generation names it, or by a slip.

## What it checks

The name behind the mode, for upstream's own environments: 3.0 calls them `puffer_breakout`, 4.0 `breakout`. Names of other environments are left alone, and
so are those that an INI of the tree has. Under 3.0 it is a warning, for one's own environment may have the bare name. A slip of a name (`puffer_brekout`: one letter
within it) is a warning, where the tree is no fork and holds no environments itself. So is a name that only 3.0's prefix keeps from being that of an INI in the
tree (`puffer_grid` beside `config/grid.ini`), and an error where the target has no such environment itself.

## Why it matters

"No config for env_name ..." and nothing starts.

## Example

```sh target=4.0
puffer train puffer_breakout --vec.total-agents 4096
```

## Use instead

```sh
puffer train breakout --vec.total-agents 4096
```

## Fix

Use the target's name of the environment.

## Sources

pufferlib 3.0.0 config/**/*.ini; 8e3e754 config/*.ini.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Word
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Fix, Severity, Stage
from profilecheck.profiles.launch_environments import meant, misnamed, under_other_prefix
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.launch_programs import MODES, mode_of, modes_of
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import launch_of, level, spelled


def check(experiment: Experiment) -> Iterator[Hit]:
    """A name of another generation."""
    launch, target = launch_of(experiment), experiment.profile.name
    if launch is None or launch.environment is None or not launch.environment.whole:
        return
    if _goes(experiment, launch):
        return
    name = launch.environment.text
    if experiment.tree is not None or experiment.config.complete:
        return
    right, own = misnamed(name, target), under_other_prefix(name, experiment.environments)
    if name in experiment.environments and not right:
        return  # the tree has it, in an INI of another generation
    if own is not None and not right:
        severity = Severity.WARNING if right is None else Severity.ERROR
        yield _own(experiment, launch.environment, own, severity)
        return
    if right is None:
        yield from _slip(experiment, launch)
        return
    severity, notes = level(experiment, Severity.WARNING if target == "3.0" else Severity.ERROR)
    span = launch.environment.span
    told = f"{target} calls it {right}" if right else f"{target} has no such environment"
    yield Hit(
        f"no INI that {target} ships is for {name}: {told}",
        span,
        notes=notes,
        severity=severity,
        fix=Fix(f"write {right}", (spelled(experiment.document, span, right),), safe=False)
        if right
        else None,
    )


def _goes(experiment: Experiment, launch: Launch) -> bool:
    """Whether a line is for a mode that the target lacks, so that another name would mend nothing of it."""
    target, mode = experiment.profile.name, launch.mode
    if mode is None or not mode.whole or mode.text not in MODES:
        return False
    return mode_of(mode.text, target) not in modes_of(target, experiment.target.release)


def _own(experiment: Experiment, environment: Word, right: str, found: Severity) -> Hit:
    """A name that only the prefix keeps from being one of the tree's own."""
    severity, notes = level(experiment, found)
    return Hit(
        f"the tree has no INI for {environment.text}, but one for {right}: did you mean {right}?",
        environment.span,
        notes=notes,
        severity=severity,
        fix=Fix(
            f"write {right}", (spelled(experiment.document, environment.span, right),), safe=False
        ),
    )


def _slip(experiment: Experiment, launch: Launch) -> Iterator[Hit]:
    """A slip of a name that the target ships an INI for. A tree with environments of its own may have the name."""
    assert launch.environment is not None
    target = experiment.target
    if launch.how == "file" or target.fork or target.own_environments or target.own_package:
        return
    name, span = launch.environment.text, launch.environment.span
    right = meant(name, experiment.profile.name)
    if right is not None:
        yield Hit(
            f"no INI that {experiment.profile.name} ships is for {name}, nor does the tree have one: "
            f"did you mean {right}?",
            span,
            severity=Severity.WARNING,
            fix=Fix(f"write {right}", (spelled(experiment.document, span, right),), safe=False),
        )


RULE = Rule(
    code="PC705",
    name="launch-environment",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
