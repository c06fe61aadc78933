"""The default.ini below a file does not load.

## What it checks

The default.ini of the file's tree, where it is of the target's generation: whether its loader can read it, and whether the load or make fails
over what stands in it whatever this file sets (a percent sign, a flag that is taken, a plain value in the place of a section, a key that
vector.make refuses). One finding a file, on the file as a whole.

Where that default.ini cannot be read, nothing that depends on its values is judged. In a recognised fork a key of [vec] is a warning.

## Why it matters

The loaders read default.ini before every other file: with a broken one no config of the tree runs, however right it is itself.

## Example

```text
config/default.ini  [vec] num_envs = 2
                    num_envs = 4          the load of every config raises DuplicateOptionError
config/my_env.ini   [vec] num_workers = 2
```

## Use instead

```text
config/default.ini  [vec] num_envs = 4
config/my_env.ini   [vec] num_workers = 2
```

## Fix

Correct the default.ini: `profilecheck check` on it shows all that is wrong with it.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config; configparser; pufferlib 3.0.0 vector.py make.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Document
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Note, Severity, Span, Stage
from profilecheck.loading import in_default_ini, loader_faults
from profilecheck.profiles.loader import LoaderFault
from profilecheck.rules import Hit, Rule

TOLD = 3
"""How many faults are told, at most."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """What keeps the tree's default.ini from being loaded, else what fails in it under every file."""
    default = experiment.below
    if default is None:
        return
    if default.broken:
        faults = [(p.message, p.span) for p in default.problems if p.fatal]
        yield _hit(default, "which is read before this file, cannot be loaded", faults)
    elif faults := [*_interpolations(experiment), *_flags(experiment)]:
        yield _hit(default, "which is read before this file, makes the load fail", faults)
    elif faults := list(_refused(experiment)):
        level, notes = experiment.in_fork(Severity.ERROR)
        said = "which lies below this file, makes vector.make raise `Invalid argument`"
        yield _hit(default, said, faults, stage=Stage.MAKE, severity=level, more=notes)


def _interpolations(experiment: Experiment) -> Iterator[tuple[str, Span]]:
    own = {id(setting) for setting in experiment.block.settings}
    for bad in experiment.config.bad_interpolations:
        if id(bad.setting) not in own:
            yield bad.fault.message, bad.setting.span


def _flags(experiment: Experiment) -> Iterator[tuple[str, Span]]:
    for fault in loader_faults(experiment, below=True):
        setting = in_default_ini(experiment, fault.name)
        if fault.raises and setting is not None:
            yield _clash(fault), setting.span


def _clash(fault: LoaderFault) -> str:
    section, key = fault.name
    other = fault.other or fault.name
    if fault.cause == "fixed-flag":
        return f"[{section}] {key} becomes the flag {fault.flag}, which the loader has of its own"
    if fault.cause == "same-flag":
        return f"[{section}] {key} becomes the flag {fault.flag}, as [{other[0]}] {other[1]} does"
    if fault.cause == "no-flag":
        return f"[{section}] {key} leaves no name for a flag"
    if fault.cause == "flag-and-section":
        return f"[{section}] has the name of the loader's own flag {fault.flag}"
    return f"[{section}] {key} takes the place of the section [{other[0]}]"


def _refused(experiment: Experiment) -> Iterator[tuple[str, Span]]:
    """The keys that default.ini gives [vec], itself or by its [DEFAULT], and that make refuses."""
    profile, own = experiment.profile, experiment.target.fork_names
    if experiment.mode == "eval" or not profile.refuses_unknown("vec", experiment.value):
        return
    for value in experiment.config.section("vec").values():
        unknown = profile.spec(*value.name) is None and value.name not in profile.passed
        setting = in_default_ini(experiment, value.name)
        given = value.layer.own or value.name in own
        if unknown and not given and setting is not None:
            yield f"[{setting.section}] {setting.key} is no argument of it", setting.span


def _hit(
    default: Document,
    said: str,
    faults: list[tuple[str, Span]],
    *,
    stage: Stage = Stage.LOAD,
    severity: Severity = Severity.ERROR,
    more: tuple[str, ...] = (),
) -> Hit:
    first, at = faults[0]
    others = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
    return Hit(
        f"{default.path}, {said}: line {at.line}: {first}{others} (profilecheck check {default.path} "
        "shows all)",
        notes=(
            *more,
            *(
                Note(f"line {span.line}: {text}", default.path, span)
                for text, span in faults[:TOLD]
            ),
        ),
        severity=severity,
        stage=stage,
    )


RULE = Rule(
    code="PC020",
    name="default-ini",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
