"""A percent sign that configparser trips on.

## What it checks

`%` in INI values, as configparser interpolates it: `%%` is a percent sign, `%(name)s` another value of the section or of [DEFAULT], over all
layers; anything else is refused, and so are circles.

## Why it matters

The load raises InterpolationSyntaxError, InterpolationMissingOptionError or InterpolationDepthError.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8

[env]
label = 50% faster
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8

[env]
label = 50%% faster
```

## Fix

Write `%%` for a percent sign.

## Sources

configparser.BasicInterpolation; pufferlib 3.0.0 and 8e3e754 pufferl.py load_config.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from profilecheck.document import Setting
from profilecheck.experiment import Experiment
from profilecheck.findings import Edit, Effect, Fix, Severity, Stage
from profilecheck.rules import Hit, Rule

_PERCENT: Final = re.compile(r"%%|%\([^)]+\)s|%")


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each value of the file that cannot be interpolated."""
    own = {id(setting) for setting in experiment.block.settings}
    completed = experiment.defaults == "none" and not experiment.is_default_ini
    for bad in experiment.config.bad_interpolations:
        if id(bad.setting) in own and not (completed and bad.fault.kind == "missing"):
            message = f"{bad.fault.message}: {_instead(bad.fault.kind)}"
            yield Hit(message, bad.setting, fix=_fix(bad.setting, bad.fault.kind))


def _fix(setting: Setting, kind: str) -> Fix | None:
    """Every percent sign doubled that begins no reference and is not doubled yet."""
    if kind != "syntax":
        return None
    text = _PERCENT.sub(lambda found: found[0] if found[0] != "%" else "%%", setting.raw)
    edits = (Edit(setting.value_span, text),)
    return Fix(f"double the percent sign of {setting.key}", edits) if text != setting.raw else None


def _instead(kind: str) -> str:
    if kind == "syntax":
        return "write %% for a percent sign"
    if kind == "missing":
        return "set it there, or write %% for a percent sign"
    return "write the value out"


RULE = Rule(
    code="PC008",
    name="interpolation",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
