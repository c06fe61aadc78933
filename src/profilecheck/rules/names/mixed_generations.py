"""Names of two generations stand in one experiment.

## What it checks

Whether names that only one generation reads stand beside names that only another reads, while nothing decides the target. Both
readings are shown, with the smallest edit to each.

## Why it matters

Whichever generation reads the file ignores or refuses half of it: the writer believes it to be in force. A single leftover is the usual
case: `[vec] num_envs = 8` in a 4.0 file leaves total_agents at its default in silence.

## Example

```ini target=auto
[base]
env_name = my_env

[vec]
total_agents = 4096
num_envs = 8
```

## Use instead

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096
```

## Fix

Make the edit to one of the two, and say the target.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.blocks import Block
from profilecheck.document import Section
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles import profiles
from profilecheck.profiles.names import change
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import generation_list, told
from profilecheck.target import Place, Target


def check(block: Block, target: Target) -> Iterator[Hit]:
    """One finding, at the first name of the generation with fewer names."""
    if target.state != "mixed":
        return
    fewest = min(target.names, key=lambda generation: (len(target.names[generation]), generation))
    sections = {
        place.name if isinstance(place, Section) else place.section
        for places in target.names.values()
        for place in places
    }
    where = f"in [{sections.pop()}]" if len(sections) == 1 else "in one experiment"
    yield Hit(
        f"names of {generation_list(tuple(target.names))} {where}, and nothing says which is meant",
        target.names[fewest][0],
        notes=tuple(_reading(g, target) for g in target.names if g in profiles()),
    )


def _reading(generation: str, target: Target) -> str:
    """What is wrong as one generation, and the smallest edit to it."""
    wrong = [p for other, places in target.names.items() if other != generation for p in places]
    listed = ", ".join(told(place) for place in wrong)
    edits = "; ".join(dict.fromkeys(_edit(place, generation) for place in wrong))
    verb = "is not read" if len(wrong) == 1 else "are not read"
    return f"as {generation}: {listed} {verb}; smallest edit: {edits}"


def _edit(place: Place, generation: str) -> str:
    if isinstance(place, Section):
        inner, _, name = place.name.removeprefix("sweep.").rpartition(".")
        label = f"[{place.name}]"
    else:
        inner, name, label = place.section, place.key, place.key
    became = change(inner, name, generation)
    if became is None or not became.to:
        return f"remove {label}"
    to = " and ".join(f"[{s}] {k}" if s != inner else k for s, k in became.to)
    return f"{label} to {to}" if became.kind in ("renamed", "moved") else f"replace {label} by {to}"


RULE = Rule(
    code="PC101",
    name="mixed-generations",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check_undecided=check,
)
