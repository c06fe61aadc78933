"""A number is written as text.

## What it checks

Strings where the target wants a number, if they spell one: quoted numbers, `3e-4` in YAML 1.1 (which knows an exponent only behind a
dot), `007`, `inf`, a sum such as `64*1024`, which nobody works out, and `1,000`, which Python reads as a tuple.

## Why it matters

make compares and divides the value and raises TypeError; the trainer or the native side fails later, after a GPU was allocated.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = '8'
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
```

## Fix

Write the number without quotes, as a Python literal: `8_192`, `1e5` in an INI and `1.0e5` in YAML.

## Sources

ast.literal_eval; YAML 1.1 float; pufferlib 3.0.0 vector.py make, pufferl.py; 754d725 src/bindings.cu get_config.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.base import Spec
from profilecheck.profiles.texts import as_number, is_arithmetic, is_grouped
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import bite, number_fix

_EXACT: Final = 2**53
"""Below it a float without a fraction is that whole number."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each number that the target does not get as one."""
    for value in experiment.config.own():
        spec = experiment.profile.spec(*value.name)
        if spec is None or not spec.kinds & {"int", "float"} or spec.accepts_kind(value.value):
            continue
        number = _meant(value.value, spec)
        said = _said(experiment, value, number)
        if said is None:
            continue
        found = bite(experiment, value)
        fits = number is not None and spec.accepts(number)
        yield Hit(
            f"[{value.section}] {value.key} = {_written(value)} {said}",
            value,
            severity=found.severity,
            effect=found.effect,
            stage=found.stage,
            fix=number_fix(value, number) if fits and number is not None else None,
        )


def _meant(text: object, spec: Spec) -> int | float | None:
    """The number that a text spells; without a fraction where the target takes whole numbers."""
    number = as_number(text) if isinstance(text, str) else None
    if isinstance(number, float) and number.is_integer() and "int" in spec.kinds:
        return int(number) if abs(number) < _EXACT else number
    return number


def _written(value: Value) -> str:
    return value.text if value.text is not None else repr(value.value)


def _said(experiment: Experiment, value: Value, number: int | float | None) -> str | None:
    text = value.value
    if isinstance(text, str):
        if number is not None:
            return f"is text, not a number{_why(experiment, value, text)}: {_instead(number)}"
        if is_arithmetic(text):
            return "is text: nobody works it out; write the result"
        if is_grouped(text):
            return f"is text, not a number: write {text.strip().replace(',', '_')}"
    elif value.text is not None and is_grouped(value.text):
        return f"is the tuple {text!r}: write {value.text.strip().replace(',', '_')}"
    return None


def _why(experiment: Experiment, value: Value, text: str) -> str:
    if experiment.document.format == "yaml" and value.setting and value.setting.raw == text:
        return " (YAML 1.1 reads an exponent only behind a dot)"
    return ""


def _instead(number: int | float) -> str:
    if not math.isfinite(number):
        return "write a finite number"
    return f"write {number!r} without quotes"


RULE = Rule(
    code="PC012",
    name="number-as-text",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    check=check,
)
