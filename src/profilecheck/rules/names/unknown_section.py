"""A section that the target does not read.

## What it checks

Sections that no generation reads, if they hold anything. Only where the generation's own loader reads the file, and not in a recognised fork.
A section that `--set` alone creates is judged whatever reads the file.

It is an info, for the section may be another program's; a warning where the name is close to a known one (case, blanks, a slip), for names of
sections are exact, and where it lies below a known one (`[train.x]` becomes a key x of [train]); an error below 3.0's [vec], whose make
refuses such a key. `[env.x]` is none: the environment gets it as an argument x.

## Why it matters

The loader accepts the section and nothing reads it: the defaults stay in force in silence.

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

Correct the section's name, or move its keys to the section that is read.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Section
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.mends import retitled
from profilecheck.profiles.names import SECTIONS
from profilecheck.profiles.texts import title_before_comment
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import keys_by_section, listed, wholly_other
from profilecheck.rules.names._shared_mends import near_section, set_sections

TOLD = 3
"""How many keys of a section are told, at most."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each unknown section that holds anything, or that ``--set`` creates."""
    yield from _set(experiment)
    if not experiment.launched or experiment.target.fork or wholly_other(experiment):
        return
    profile = experiment.profile
    held = keys_by_section(experiment)
    for section in experiment.block.sections:
        name = section.name
        if profile.section_kind(name) != "unknown" or name in SECTIONS or name == "DEFAULT":
            continue
        title = title_before_comment(name)
        if title is not None and profile.section_kind(title) != "unknown":
            continue  # the rule on comments in titles tells it
        keys = held.get(name, [])
        root, dot, inner = name.partition(".")
        if not keys or (dot and root in profile.open_sections):
            continue  # a table below an open section becomes a key of it, and it takes any name
        if dot and root in profile.tables:
            yield _nested(experiment, name, section, root, inner)
        else:
            yield _unread(experiment, name, section, keys)


def _set(experiment: Experiment) -> Iterator[Hit]:
    """Sections that ``--set`` creates: whatever else reads the file, what is set there was meant for this
    check, which reads it nowhere."""
    profile = experiment.profile
    for name, values in set_sections(experiment).items():
        root, dot, inner = name.partition(".")
        if profile.section_kind(name) != "unknown" or name in SECTIONS or name == "DEFAULT":
            continue
        if dot and root in profile.open_sections:
            continue
        if dot and root in profile.tables:
            yield _nested(experiment, name, values[0], root, inner)
        else:
            yield _unread(experiment, name, values[0], [value.key for value in values])


def _unread(experiment: Experiment, name: str, at: Section | Value, keys: list[str]) -> Hit:
    """A section that nothing reads, a warning where the known one is told that was likely meant."""
    profile = experiment.profile
    said = f"[{name}] is no section that {profile.name} reads"
    root, dot, inner = name.partition(".")
    meant = near_section(root, [*profile.tables, *profile.open_sections])
    if meant is None:
        return Hit(said, at)
    title = f"{meant}{dot}{inner}"
    there = experiment.once("names.headers", _headers).get(title)
    lost = f"{listed(keys, TOLD)} {'has' if len(keys) == 1 else 'have'} no effect"
    line = f" (line {there.span.line})" if there else ""
    said += f" (names of sections are exact), and {lost}: did you mean [{title}]{line}?"
    mend = None
    if isinstance(at, Section) and there is None:
        mend = retitled(at, title, safe=False)
    return Hit(said, at, severity=Severity.WARNING, mend=mend)


def _headers(experiment: Experiment) -> dict[str, Section]:
    """Each section at its first header."""
    return {section.name: section for section in reversed(experiment.block.sections)}


def _nested(experiment: Experiment, name: str, at: Section | Value, root: str, inner: str) -> Hit:
    """A section below a known one becomes a key of it: a table where no such name is read."""
    told = f"[{name}] becomes the key {inner} of [{root}], which {experiment.profile.name}"
    if experiment.mode != "eval" and experiment.profile.refuses_unknown(root, experiment.value):
        return Hit(
            f"{told} refuses: vector.make raises `Invalid argument: {inner}`",
            at,
            severity=Severity.ERROR,
            effect=Effect.RAISES,
            stage=Stage.MAKE,
        )
    return Hit(f"{told} does not read", at, severity=Severity.WARNING)


RULE = Rule(
    code="PC109",
    name="unknown-section",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
