"""A value that the native trainer cannot cast to a number.

## What it checks

The keys of [vec], [train], [policy] and [base] that the native trainer reads, and the few numbers that Python's part of it
calculates with. A number, True or False will do; text (`auto`, `'3'`, `true` in an INI), None and lists will not. Values that
the trainer itself sets (rank, world_size, gpu_id) are left out.

## Why it matters

"Failed to cast config key 'X'" is caught and printed as a warning; nothing is trained, and the process exits with 0. Where
Python calculates with the value first it raises TypeError, in the case of eval_episodes only after training.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = auto
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 4
```

## Fix

Write a number. `auto` is a word of 3.0 for some settings; 4.0 has no such value.

## Sources

PufferLib 754d725 src/bindings.cu get_config, py_dict_to_c_dict; 8e3e754 pufferlib/pufferl.py validate_config, train, _train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles import profiles
from profilecheck.profiles.base import ABSENT, Name, kind_of
from profilecheck.profiles.launch_flags import AUTO
from profilecheck.profiles.names import change
from profilecheck.profiles.texts import as_boolean
from profilecheck.profiles.v4_numbers import double
from profilecheck.profiles.v4_required import PYTHON_FIRST, PYTHON_LATER, native_numbers
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Values that are no number where one is read."""
    for name in native_numbers(experiment.mode):
        value = experiment.get(*name)
        if value is not None and double(value.value) is None:
            yield _hit(experiment, value, _consequence(experiment, value))
    if experiment.mode == "eval":
        return
    for name, when in PYTHON_LATER.items():
        value = experiment.get(*name)
        if value is not None and double(value.value) is None:
            yield _hit(experiment, value, f"the trainer raises TypeError {when}")


def _hit(experiment: Experiment, value: Value, consequence: str) -> Hit:
    spec = experiment.profile.spec(*value.name)
    instead = ABSENT if spec is None else spec.default
    meant = _meant(value.value)
    return Hit(
        f"{value.key} = {value.value!r} is {_what(value.value)}, and 4.0 needs a number: "
        f"{consequence}; {_instead(value)}",
        value,
        options=() if instead is ABSENT else ({value.name: instead if meant is None else meant},),
    )


def _consequence(experiment: Experiment, value: Value) -> str:
    if experiment.mode == "eval":
        return "eval raises RuntimeError"
    if value.name in PYTHON_FIRST:
        return "the trainer raises TypeError before it starts"
    return "nothing is trained, and the process exits with 0"


def _what(value: object) -> str:
    kind = kind_of(value)
    if kind == "int":
        return "too large for a double"
    return {"str": "text", "none": "no value", None: "no number"}.get(kind, f"a {kind}")


def _meant(value: object) -> int | None:
    """The number that a text for true or false means."""
    boolean = as_boolean(value) if isinstance(value, str) else None
    return None if boolean is None else int(boolean)


def _instead(value: Value) -> str:
    if (meant := _meant(value.value)) is not None:
        return f"write {meant}"
    return (
        "`auto` is a word of 3.0" if value.value == AUTO and _took_auto(value) else "write a number"
    )


def _took_auto(value: Value) -> bool:
    """Whether 3.0 takes auto for the setting, by this name or by the one before."""
    older = profiles()["3.0"]
    before = [name for name in older.all_names if value.name in _became(name)]
    specs = (older.spec(*name) for name in (value.name, *before))
    return any(spec is not None and spec.accepts_kind(AUTO) for spec in specs)


def _became(name: Name) -> tuple[Name, ...]:
    made = change(*name, "4.0")
    return () if made is None else made.to


RULE = Rule(
    code="PC302",
    name="not-a-number",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
