"""A flag that the target's launcher does not take.

## What it checks

Every flag of a launch line, and every word that belongs to none. The flags are those of the launcher itself and one for each key of
default.ini and of the environment's INI, written with `-` for each `_` (`--vec.num_envs` is no flag). A beginning of a flag will do, where only one flag has it.
Where the tree has no INI of the environment, or no default.ini, they may give flags that nobody knows here: all that are no slip of a known flag are left
alone, and those that are one are warnings. No INI of upstream's own environments gives a flag without a dot: for one of these (`puffer_breakout`) such a flag is
an error where a release is pinned, and a warning under a target that was asked for. Words without a flag are told once; settings as Hydra writes them (`train.seed=3`) are a warning, for a fork takes
them.

## Why it matters

The launcher ends with status 2 and "unrecognized arguments" before anything starts.

## Example

```sh target=3.0
puffer train puffer_breakout --vec.num_envs 8
```

## Use instead

```sh
puffer train puffer_breakout --vec.num-envs 8
```

## Fix

Correct the flag, or remove it.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Fix, Severity, Stage
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import SLIP, name_of
from profilecheck.profiles.launch_programs import is_later
from profilecheck.profiles.loader import option
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import flags, is_others, level, of_upstream, spelled

_SETTING = re.compile(r"[\w.]+=")


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each flag and each stray word."""
    found = flags(experiment)
    yield from _stray([given for given in found if given.outcome == "stray"])
    release = experiment.target.release
    for given in found:
        if given.option is not None and is_later(given.option.flag, release):
            yield _later(experiment, given, release)
        elif given.outcome == "unknown" and not is_others(experiment, given):
            yield from _unknown(experiment, given)


def _stray(found: list[Given]) -> Iterator[Hit]:
    """One finding for all words without a flag; a fork may take settings that are written as Hydra's."""
    if not found:
        return
    first, *more = found
    as_settings = all("=" in given.flag or given.word.text == given.flag for given in found)
    hydra = as_settings and all(_SETTING.match(given.word.text) for given in found)
    told = f", nor do {len(more)} more" if more else ""
    instead = f": write --{first.word.text}" if hydra else ""
    yield Hit(
        f"{first.word.text} belongs to no flag{told}, and the launcher refuses the line{instead}",
        first.word.span,
        severity=Severity.WARNING if hydra else None,
    )


def _unknown(experiment: Experiment, given: Given) -> Iterator[Hit]:
    target = experiment.profile.name
    right = _right(experiment, given)
    section, key = name_of(given.flag)
    if right is None and not _judged(experiment, section, key, given.flag):
        return
    if right is not None:
        severity, notes = level(experiment, Severity.ERROR)
        fix = Fix(f"write {right}", (spelled(experiment.document, given.key_span, right),))
        yield Hit(
            f"{given.flag} is no flag: {target} refuses it; write {right}",
            given.key_span,
            notes=notes,
            severity=severity,
            fix=fix,
        )
        return
    sure = _sure(experiment, section, given.flag)
    if not sure and _bare(given.flag) and (found := of_upstream(experiment)):
        yield _refused(experiment, given, found)
        return
    near = _near(experiment, given)
    if not sure and not near:
        return  # a fork's, or that of an INI of one's own
    severity, notes = level(experiment, Severity.ERROR if sure else Severity.WARNING)
    unless = "" if sure else f", unless the environment's INI has [{section}] {key}"
    yield Hit(
        f"{given.flag} is no flag of {target}, which refuses it{unless}{near}",
        given.key_span,
        notes=notes,
        severity=severity,
    )


def _refused(experiment: Experiment, given: Given, found: Severity) -> Hit:
    """A flag that only [base] could give, for an environment whose INI is upstream's own."""
    severity, notes = level(experiment, found)
    of_fork = found is Severity.WARNING
    return Hit(
        f"{given.flag} is no flag of {experiment.profile.name}, which refuses it"
        f"{', unless a fork has it' if of_fork else ''}{_near(experiment, given)}",
        given.key_span,
        notes=notes,
        severity=severity,
    )


def _later(experiment: Experiment, given: Given, release: str) -> Hit:
    severity, notes = level(experiment, Severity.ERROR)
    return Hit(
        f"{given.flag} came with a later revision of {experiment.profile.name}: {release[:7]}, which is pinned, refuses it",
        given.key_span,
        notes=notes,
        severity=severity,
    )


def _right(experiment: Experiment, given: Given) -> str | None:
    """The flag that is meant where only dashes and underscores differ."""
    made = option(name_of(given.flag), None).flag
    written = given.flag != made and not given.flag.startswith("---")
    section, key = name_of(given.flag)
    known = experiment.config.get(section, key) is not None or (
        made.lstrip("-") in experiment.profile.fixed_flags
    )
    open_to_any = not _complete(experiment) and section in experiment.profile.open_sections
    return made if written and (known or open_to_any) else None


def _near(experiment: Experiment, given: Given) -> str:
    """What was likely meant, in words; nothing where no flag is like it."""
    near = get_close_matches(given.flag, _known(experiment), 1, SLIP)
    return f"; did you mean {near[0]}?" if near else ""


def _judged(experiment: Experiment, section: str, key: str, flag: str) -> bool:
    """Whether it can be told that a flag is none."""
    if _sure(experiment, section, flag) or (_bare(flag) and of_upstream(experiment)):
        return True
    profile = experiment.profile
    return profile.section_kind(section) == "closed" and profile.spec(section, key) is None


def _sure(experiment: Experiment, section: str, flag: str) -> bool:
    """Whether nothing that is not known here can make such a flag: neither the environment's INI nor the
    default.ini of a fork."""
    whole = experiment.tree is not None or experiment.profile.section_kind(section) == "open"
    return not _of_an_ini(flag) or (_complete(experiment) and whole)


def _of_an_ini(flag: str) -> bool:
    """Whether a key of some INI makes such a flag: one of [base] has no section in it."""
    return flag.startswith("--") and not flag.startswith(("---", "--base."))


def _bare(flag: str) -> bool:
    """Whether a flag is the launcher's own, or of a key in [base]."""
    return _of_an_ini(flag) and "." not in flag


def _complete(experiment: Experiment) -> bool:
    """Whether all INIs are known that give flags."""
    return experiment.config.complete


def _known(experiment: Experiment) -> list[str]:
    flags = [option(name, None).flag for name in experiment.config.values]
    return flags + [f"--{flag}" for flag in experiment.profile.fixed_flags]


RULE = Rule(
    code="PC702",
    name="unknown-flag",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
