"""The target's launcher does not have the mode, or it never works.

## What it checks

The first argument of a launch: 3.0 has train, eval, sweep, autotune, profile and export; 4.0 has train, eval, sweep, paretosweep and, in its later
revision, match: none where a pin names the earlier one (8e3e754). 3.0's autotune and profile always fail. A slip of a mode is told with the mode that was meant.

## Why it matters

Nothing starts: the launcher raises its usage text, or TypeError.

## Example

```sh target=4.0
puffer autotune breakout
```

## Use instead

```sh
puffer train breakout
```

## Fix

Use a mode that the target has.

## Sources

pufferlib 3.0.0 pufferl.py main, autotune, profile; 8e3e754 and 052f0f5 pufferlib/pufferl.py main.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.launch_programs import (
    LAUNCHERS,
    MODES,
    instead_of_mode,
    mode_of,
    modes_of,
)
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import launch_of, level


def check(experiment: Experiment) -> Iterator[Hit]:
    """A mode that is none, or that fails."""
    launch, target = launch_of(experiment), experiment.profile.name
    if launch is None or launch.mode is None or not launch.mode.whole or launch.misplaced:
        return
    mode, launcher = launch.mode.text, LAUNCHERS[target]
    modes, meant = modes_of(target, experiment.target.release), mode_of(mode, target)
    if meant not in modes:
        severity, notes = level(experiment, Severity.ERROR)
        later = f", as it is pinned ({experiment.target.release[:7]})," if meant is not None else ""
        yield Hit(
            f"{target}{later} has no mode {mode}: {_instead(mode, target, modes)}",
            launch.mode.span,
            notes=notes,
            severity=severity,
        )
    elif mode in launcher.failing:
        yield Hit(f"{mode} never works in {target}: {launcher.failing[mode]}", launch.mode.span)


def _instead(mode: str, target: str, modes: Sequence[str]) -> str:
    told = instead_of_mode(mode, target)
    near = [] if mode in MODES else get_close_matches(mode, modes, 1)
    known = f"it has {', '.join(modes)}"
    return told or (f"did you mean {near[0]}?" if near else known)


RULE = Rule(
    code="PC704",
    name="launch-mode",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
