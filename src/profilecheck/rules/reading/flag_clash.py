"""Two settings become the same flag.

## What it checks

The flags that the loader makes of an INI: `[base] key` becomes --key, `[vec] key` becomes --vec.key, and every `_` becomes `-`. None may be
one of the loader's own flags (--tag, --fps, --help, ...) or come up twice: `num-envs` beside `num_envs`, which default.ini has,
or `[base] vec.num_envs` beside `[vec] num_envs`.

## Why it matters

argparse refuses to add a flag a second time: the load raises ArgumentError, whatever is on the command line.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num-envs = 8
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
```

## Fix

Write names with `_`, each once; give the loader's own options on the command line.

## Sources

pufferlib 3.0.0 and 8e3e754 pufferl.py load_config; argparse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.loading import loader_faults, twins
from profilecheck.profiles.loader import LoaderFault
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import rename_fix


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each setting that becomes a flag which is taken."""
    for fault in loader_faults(experiment):
        value = experiment.config.values[fault.name]
        if fault.cause == "fixed-flag":
            yield Hit(
                f"[{value.section}] {value.key} becomes the flag {fault.flag}, which the loader has of "
                "its own: rename it, or give it on the command line",
                value,
            )
        elif fault.cause == "no-flag":
            yield Hit(f"[{value.section}] {value.key} leaves no name for a flag: rename it", value)
        elif (both := twins(experiment, fault)) is not None:
            yield _twins(experiment, fault, *both)


def _twins(experiment: Experiment, fault: LoaderFault, blame: Value, other: Value) -> Hit:
    alone = other.layer.kind != "file" and blame.section == other.section
    return Hit(
        f"[{blame.section}] {blame.key} becomes the flag {fault.flag}, and so does [{other.section}] "
        f"{other.key}: argparse refuses the second; write [{other.section}] {other.key} alone",
        blame,
        takes=(_told(experiment, other),),
        fix=rename_fix(blame, other.key) if alone else None,
    )


def _told(experiment: Experiment, other: Value) -> Value:
    """The value that default.ini gives, which is in doubt for whatever else is judged."""
    if other.layer.own or other.value is not UNKNOWN:
        return other
    return replace(other, value=experiment.profile.read(other.text or ""))


RULE = Rule(
    code="PC015",
    name="flag-clash",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
