"""[env] lacks a key that the environment's binding reads.

## What it checks

The environments of upstream whose bindings were read: each key that the binding reads has to stand in [env], with a number. 4.0 has no
defaults for them. Where env_name names several, each is judged, since the file is the one for any of them; it is a warning
where some of the names are none of upstream's, and of a launch line the one that it names.

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

from collections.abc import Iterator, Mapping

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.launch_environments import OF_4
from profilecheck.profiles.v4_bindings import Binding, bindings
from profilecheck.profiles.v4_numbers import double
from profilecheck.rules import Blame, Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Keys that are missing, and keys whose value is left out for being no number, of each environment."""
    name = experiment.get("base", "env_name")
    if not experiment.loaded or name is None:
        return
    names = str(name.value).split()
    level = Severity.ERROR if len(names) == 1 or OF_4.issuperset(names) else Severity.WARNING
    launched = experiment.block.launch
    if launched is not None and launched.environment is not None and launched.environment.whole:
        names = [launched.environment.text]
    given = experiment.config.section("env")
    missing: dict[str, list[str]] = {}
    for key, readers in _read(bindings(" ".join(names))).items():
        value = given.get(key)
        if value is None:
            missing[key] = readers
        elif double(value.value) is None:
            crash = "reads it and crashes" if len(readers) == 1 else "read it and crash"
            yield Hit(
                f"[env] {key} = {value.value!r} is no number: it never reaches {_of(readers)}, which {crash}",
                value,
                takes=(name,),
                severity=level,
            )
    if missing:
        readers = list(dict.fromkeys(one for several in missing.values() for one in several))
        them = "them" if len(missing) > 1 else "it"
        does = (
            f"reads {them}, has no default and crashes"
            if len(readers) == 1
            else f"read {them}, have no default and crash"
        )
        yield Hit(
            f"[env] lacks {', '.join(missing)}: {_of(readers)} {does}",
            _place(experiment, name),
            takes=(name,),
            severity=level,
        )


def _read(known: Mapping[str, Binding]) -> dict[str, list[str]]:
    """Every key that a binding reads, with the environments whose bindings do."""
    found: dict[str, list[str]] = {}
    for bare, one in known.items():
        for key in one.needs:
            found.setdefault(key, []).append(bare)
    return found


def _of(readers: list[str]) -> str:
    return f"the binding{'s' if len(readers) > 1 else ''} of {' and '.join(readers)}"


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
