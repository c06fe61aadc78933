"""Nothing tells which generation the file is for.

## What it checks

Whether anything decides the target: a comment, the flag, the settings, an exact pin, a mark of the tree, the file's own names. Names that
several generations read decide nothing, and neither does a pin such as `pufferlib>=2`. A config whose names are 5.0's is told as such: there is no profile
of 5.0 yet.

## Why it matters

Only the text itself was judged. Nothing is guessed.

## Example

```ini target=auto
[base]
env_name = my_env

[train]
gamma = 0.99
```

## Use instead

```ini
# profilecheck: target=4.0
[base]
env_name = my_env

[train]
gamma = 0.99
```

## Fix

Say the target: `--target`, `[tool.profilecheck] target`, or a comment `# profilecheck: target=4.0`.

## Sources

3.0.0, 8e3e754, 052f0f5, 64da1a6 and bc98fdc config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.blocks import Block
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import profiles
from profilecheck.profiles.names import GENERATIONS, generations
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import OLDER, generation_list, label, listed
from profilecheck.target import Target

TOLD = 4
"""How many names and how many pins are told, at most."""


def check(block: Block, target: Target) -> Iterator[Hit]:
    """One advice for the experiment; a warning where a target was asked for that has no profile."""
    if target.state != "ambiguous" or block.launch is not None:
        return
    if block.call is not None:  # it is said of the file that the call stands in
        return
    known = " or ".join(profiles())
    header = block.sections[0] if block.sections else None
    if target.unknown is None:
        this = "file" if block.document.format == "python" else "config"
        said = f"which generation this {this} is for, and only its text was judged"
        why = "pins contradict each other, and nothing else" if _disagree(target) else "nothing"
        yield Hit(
            f"{why} tells {said}: say --target {known}", header, notes=tuple(_hints(block, target))
        )
        return
    missing = f"profilecheck has no profile of {target.unknown} yet"
    if target.unknown not in GENERATIONS:
        missing = f"there is no target {target.unknown}"
    if target.how == "names":
        places = target.names[target.unknown]
        names = listed([label(place) for place in places], TOLD)
        yield Hit(f"this config is for {target.unknown} ({names}), but {missing}", places[0])
    elif target.how == "pin":
        told = tuple(evidence.message for evidence in target.evidence)
        yield Hit(f"this config is for {target.unknown}, but {missing}", header, notes=told)
    else:
        yield Hit(f"{missing}: use {known}", header, severity=Severity.WARNING)


def _disagree(target: Target) -> bool:
    known = {evidence.profile for evidence in target.evidence}
    return len(known.intersection(GENERATIONS)) > 1


def _hints(block: Block, target: Target) -> Iterator[str]:
    """What was found and tells nothing: pins, and names of older generations."""
    yield from (evidence.message for evidence in target.evidence[:TOLD])
    further = len(target.evidence) - TOLD
    if further > 0:
        yield f"{further} further pin{'s' if further > 1 else ''} of the project"
    older: dict[str, list[str]] = {}
    for setting in block.settings:
        of = generations(setting.section, setting.key)
        if of and set(of) <= OLDER:
            older.setdefault(generation_list(of), []).append(label(setting))
    for generation, names in older.items():
        verb = "is a name" if len(names) == 1 else "are names"
        yield f"{listed(names, TOLD)} {verb} of {generation}"


RULE = Rule(
    code="PC100",
    name="ambiguous-target",
    severity=Severity.INFO,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_undecided=check,
)
