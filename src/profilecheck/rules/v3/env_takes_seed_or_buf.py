"""The environment is given seed or buf, which its worker passes too.

## What it checks

Serial, Multiprocessing and Ray pass `seed` and `buf` to each environment's constructor. An `[env] seed` (or env_kwargs with it) is a
second value for the same argument. Eval makes one Serial environment, whatever [vec] says.

## Why it matters

Serial raises TypeError. With Multiprocessing the workers die in their constructor and the first `recv` waits for ever.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8

[env]
seed = 7
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8

[train]
seed = 7
```

## Fix

Remove it, and use [train] seed.

## Sources

pufferlib 3.0.0, vector.py Serial constructor, _worker_process.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import faults


def check(experiment: Experiment) -> Iterator[Hit]:
    """[env] seed or buf in a launched config; env_kwargs with them in a bare one."""
    for fault in faults(experiment):
        if fault.cause != "env-kwargs-seed-or-buf":
            continue
        names = fault.facts["names"]
        assert isinstance(names, tuple)
        backend = None if experiment.mode == "eval" else experiment.get("vec", "backend")
        hangs = fault.facts.get("hangs")
        fails = (
            "make raises TypeError"
            if hangs is None
            else f"the workers die, and the first recv {'waits for ever' if hangs else 'raises'}"
        )
        section, keys = ("env", names) if experiment.launched else ("vec", ("env_kwargs",))
        within = "" if experiment.launched else f"{' and '.join(names)} in "
        for value in experiment.values(section, *keys):
            yield Hit(
                f"{within}{_told(value)} is a second value for an argument that the backend itself passes to "
                f"each environment: {fails}; remove {' and '.join(names) if within else 'it'}",
                value,
                takes=(backend,) if backend else (),
                severity=fault.severity,
                effect=fault.effect,
                stage=fault.stage,
            )


def _told(value: Value) -> str:
    if value.setting is not None and value.setting.section == "DEFAULT":
        return f"[DEFAULT] {value.key} enters [{value.section}], where it"
    return f"[{value.section}] {value.key}"


RULE = Rule(
    code="PC226",
    name="env-takes-seed-or-buf",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    profiles=("3.0",),
    check=check,
)
