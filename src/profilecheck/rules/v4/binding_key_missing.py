"""[env] lacks a key that the environment's binding reads.

## What it checks

The environments of upstream whose bindings were read, where env_name names exactly that one: each key that the binding reads
has to stand in [env], with a number. 4.0 has no defaults for them.

## Why it matters

The binding asks for the key, finds none and uses the NULL pointer: "dict_get failed to find key" and a segmentation fault. A
config that came from 3.0 lacks most of them, because there the defaults stood in Python.

## Example

```ini target=4.0
[base]
env_name = squared

[vec]
total_agents = 4096
```

## Use instead

```ini
[base]
env_name = squared

[vec]
total_agents = 4096

[env]
size = 11
```

## Fix

Write the keys that the message names into [env].

## Sources

PufferLib 8e3e754 src/vecenv.h dict_get, ocean/NAME/binding.c; 1790ba1 ocean/boids/binding.c; e96c413
ocean/shared_pool/binding.c.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.v4_bindings import binding
from profilecheck.profiles.v4_numbers import double
from profilecheck.rules import Blame, Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Keys that are missing, and keys whose value is left out for being no number."""
    name = experiment.get("base", "env_name")
    known = binding(name.value) if name else None
    if not experiment.loaded or name is None or known is None:
        return
    given = experiment.config.section("env")
    for key in known.needs:
        value = given.get(key)
        if value is not None and double(value.value) is None:
            yield Hit(
                f"[env] {key} = {value.value!r} is no number: it never reaches the binding of "
                f"{name.value}, which reads it and crashes",
                value,
                takes=(name,),
            )
    missing = [key for key in known.needs if key not in given]
    if missing:
        yield Hit(
            f"[env] lacks {', '.join(missing)}: the binding of {name.value} reads "
            f"{'them' if len(missing) > 1 else 'it'}, has no default and crashes",
            _place(experiment, name),
            takes=(name,),
        )


def _place(experiment: Experiment, name: Value) -> Blame:
    """The header of [env], or the name of the environment where the file has no such section."""
    return next((s for s in experiment.block.sections if s.name == "env"), name)


RULE = Rule(
    code="PC310",
    name="binding-key-missing",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("4.0",),
    check=check,
)
