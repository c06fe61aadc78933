"""A swept parameter whose name 3.0 does not read.

## What it checks

The name in the title of each `[sweep.SECTION.NAME]` of the file, where the generation's own loader reads it: a section that 3.0 does not read
(`[sweep.trian.gamma]`), a name that it does not read in [train] or [vec], and a name without its section (`[sweep.learning_rate]`). Names of open
sections (`[sweep.env.size]`) are none, nor is a key that the config itself holds. For 4.0, and for deeper tables, see PC673; for names of
another generation PC108.

It is a warning, since the sweep runs; in [vec], where make refuses the name, an error under `--mode sweep`. In a recognised fork it is one level less.

## Why it matters

The sweep puts its value where nothing reads it: no run differs by it, and the search learns a setting that has no effect. In
[vec] the first run ends with "Invalid argument".

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env

[vec]
num_envs = 8

[sweep.train.lerning_rate]
distribution = log_normal
min = 0.0001
max = 0.1
mean = 0.01
scale = auto
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8

[sweep.train.learning_rate]
distribution = log_normal
min = 0.0001
max = 0.1
mean = 0.01
scale = auto
```

## Fix

Correct the title, or remove the table.

## Sources

pufferlib 3.0.0 sweep.py Hyperparameters._fill; pufferl.py load_config (a defaultdict, so that a section that is missing comes into being), sweep, train.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from profilecheck.document import Section
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.mends import retitled
from profilecheck.profiles.base import Name
from profilecheck.profiles.loader import name_read
from profilecheck.profiles.names import change, generations
from profilecheck.profiles.revisions import of_later_3
from profilecheck.profiles.sweep import OLD_TABLES
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import (
    OLDER,
    generation_list,
    keys_by_section,
    refuses,
    wholly_other,
)
from profilecheck.rules.names._shared_mends import likely, near_section, swept_title

_ONLY: Final = " (only a sweep meets this)"
_COMES: Final = {
    True: "vector.make raises `Invalid argument` in the first run",
    False: "no run differs by it",
    None: "vector.make refuses it unless backend is PufferEnv",
}
"""What comes of it, by whether make refuses the name."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding at the header of each such table."""
    if not experiment.launched or wholly_other(experiment):
        return
    for section, swept in _swept(experiment):
        if _is_read(experiment, swept):
            continue
        inner = swept[0]
        raises = refuses(experiment, inner) if inner == "vec" else False
        meant = _meant(experiment, swept)
        if meant is None and inner not in experiment.profile.tables and experiment.for_others:
            continue  # an environment's own config may hold that section
        level, notes = experiment.in_fork(
            Severity.ERROR if raises and experiment.mode == "sweep" else Severity.WARNING
        )
        hit = Hit(
            f"[{section.name}] sweeps {_what(experiment, swept)}: {_COMES[raises]}; "
            f"{_instead(experiment, swept, meant)}{_ONLY if experiment.mode != 'sweep' else ''}",
            section,
            notes=notes,
            severity=level,
        )
        if raises:
            hit = replace(hit, effect=Effect.RAISES, stage=Stage.MAKE)
        title = swept_title(meant).strip("[]") if meant else None
        if title and title not in {one.name for one in experiment.block.sections}:
            hit = replace(hit, mend=retitled(section, title, safe=False))
        yield hit


def _swept(experiment: Experiment) -> Iterator[tuple[Section, Name]]:
    """The tables of the file that are swept parameters of one key, or of one in a section, and what they sweep."""
    titles = [one.name for one in experiment.block.sections if one.name.startswith("sweep.")]
    for section in experiment.block.sections:
        parts = name_read((section.name, ""))[0].split(".")
        if parts[0] != "sweep" or not 1 < len(parts) < 4:
            continue
        if ".".join(parts[:2]) in OLD_TABLES or not keys_by_section(experiment).get(section.name):
            continue
        if not any(title.startswith(f"{section.name}.") for title in titles):
            yield section, ("" if len(parts) == 2 else parts[1], parts[-1])


def _is_read(experiment: Experiment, swept: Name) -> bool:
    """Whether something reads the name, may do so, or another rule tells that nothing does."""
    profile, (inner, name) = experiment.profile, swept
    if inner in (*profile.open_sections, "sweep") or swept in experiment.target.fork_names:
        return True
    of = set(generations(*swept))
    if of - OLDER and profile.name not in of and not of_later_3(*swept):
        return True  # the rule on names of another generation tells it
    if inner in ("vec", "train"):
        known = profile.spec(*swept) is not None or swept in profile.passed
        return known or swept == ("train", "env") or experiment.get(*swept) is not None
    if inner:
        return inner != "base" and any(section == inner for section, _ in experiment.config.values)
    sections = {section.partition(".")[0] for section, _ in experiment.config.values}
    if name in (*profile.tables, *profile.open_sections, *sections):
        return True
    flag = name.replace("_", "-") in profile.fixed_flags
    return flag or ("base", name) in profile.all_names or experiment.get("base", name) is not None


def _what(experiment: Experiment, swept: Name) -> str:
    """What is swept, and why nothing reads it."""
    generation, (inner, name) = experiment.profile.name, swept
    if not inner:
        return f"{name} at the top of the config, where {generation} does not read it"
    if inner == "base":
        return "a key of [base], which is no table of the config: its keys lie at the top"
    if inner not in experiment.profile.tables:
        return f"a key of [{inner}], which is no section that {generation} reads"
    of = ("3.x", "4.0") if of_later_3(*swept) else generations(*swept)
    of_others = f"a name of {generation_list(of)} that" if of else "which"
    return f"[{inner}] {name}, {of_others} {generation} does not read"


def _meant(experiment: Experiment, swept: Name) -> Name | None:
    """The one name that takes its place, or was likely meant."""
    profile, (inner, name) = experiment.profile, swept
    if inner == "base" and profile.spec(*swept):
        return "", name
    became = change(inner, name, profile.name)
    if became is not None:
        return became.to[0] if len(became.to) == 1 else None
    places = [one for one, table in profile.tables.items() if name in table and one != "sweep"]
    if inner in profile.tables or not inner:
        found = (
            (places[0], name) if len(places) == 1 else likely(experiment, inner or "train", name)
        )
        return ("", found[1]) if found and found[0] == "base" else found
    near = near_section(inner, [*profile.tables, *profile.open_sections])
    if near is None or near == "sweep":
        return (places[0], name) if len(places) == 1 else None
    if near in profile.open_sections or profile.spec(near, name):
        return near, name
    found = likely(experiment, near, name)
    return found if found and found[0] == near else (near, name)


def _instead(experiment: Experiment, swept: Name, meant: Name | None) -> str:
    became = change(*swept, experiment.profile.name)
    if meant is None:
        return "remove it, or give the title of a setting that it reads"
    title = swept_title(meant)
    lines = [one.span.line for one in experiment.block.sections if f"[{one.name}]" == title]
    there = f" (line {lines[0]})" if lines else ""
    return f"use {title}{there}" if became is not None else f"did you mean {title}{there}?"


RULE = Rule(
    code="PC113",
    name="unread-sweep-title",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
