"""A known name in a section where the target does not read it.

## What it checks

Keys that the target knows in exactly one other section, and that no generation reads where they stand. A key of [DEFAULT] enters every section:
it is judged where [vec] refuses it, or where no section of the file reads it.

It is an error in 3.0's [vec], where make refuses the name, and a warning anywhere else; in a recognised fork one level less.

## Why it matters

The value is ignored in silence, or refused in 3.0's [vec].

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096
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

Move the key into its section.

## Sources

3.0.0, 8e3e754, 052f0f5 and 61f27b3 config/default.ini: the names of each generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.names._shared import hit, strangers, wholly_other
from profilecheck.rules.names._shared_mends import given_names, to_section


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each misplaced name."""
    if wholly_other(experiment):
        return
    for stranger in strangers(experiment):
        if stranger.standing == "misplaced":
            place = f"[{stranger.place}] {stranger.value.key}"
            taken = (stranger.place, stranger.value.key) in given_names(experiment)
            move = (
                f": remove it; {place}, which the file sets, counts"
                if taken
                else f": move it to [{stranger.place}]"
            )
            mend = (
                to_section(experiment, stranger.value, stranger.place) if stranger.place else None
            )
            what = "is in the wrong section"
            yield hit(experiment, stranger, what, Severity.WARNING, move, mend)


RULE = Rule(
    code="PC107",
    name="wrong-section",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    check=check,
)
