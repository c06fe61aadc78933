"""env_name is written so that the loader does not find it.

## What it checks

Quotes, commas and brackets in `[base] env_name` of an INI; in 3.0 also the one name `default`, for which the loader reads default.ini alone.

## Why it matters

The loader splits the text at blanks and compares each piece with the NAME of `puffer train NAME`, before any value is read as Python. A
quote or a comma is part of the piece: "No config for env_name NAME".

## Example

```ini target=3.0
[base]
env_name = "my_env"

[vec]
num_envs = 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
```

## Fix

Write the names bare, with blanks between them.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.loader import names_meant
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import word_fix

DEFAULT = "default"
"""The name for which 3.0 looks for no file."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hit for the key, with the first name that is not found."""
    value = experiment.get("base", "env_name")
    if not experiment.from_ini or value is None or value.text is None:
        return
    names = names_meant(value.text)
    if experiment.profile.name == "3.0" and {name for _, name in names} == {DEFAULT}:
        if not experiment.for_others:
            yield Hit(
                "env_name = default: for that name the loader reads default.ini alone, and never this file; "
                "give it another name",
                value,
            )
        return
    unfound = [(piece, name) for piece, name in names if piece != name]
    if unfound:
        piece, name = unfound[0]
        bare = " ".join(name for _, name in names)
        whole = set(value.text.split()) == {piece for piece, _ in names}
        yield Hit(
            f"env_name = {value.text}: the loader splits it at blanks and keeps {piece}, so that `puffer train "
            f"{name}` finds no file; write {bare}",
            value,
            fix=word_fix(value, bare) if whole else None,
        )


RULE = Rule(
    code="PC019",
    name="unfound-env-name",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
