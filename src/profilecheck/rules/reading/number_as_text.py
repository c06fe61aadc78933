"""A number is written as text.

## What it checks

Strings where the target wants a number, if they spell one: quoted numbers, `3e-4` in YAML, `007`, `inf`, a sum such as `64*1024`, which
nobody works out, and `1,000`, which Python reads as a tuple.

It is an error where the target fails over the text, and a warning where it runs. `3e-4` without quotes in YAML is text to PyYAML, which wants a dot and
a sign (`3.0e-4`, `1.0e+7`), and a number to OmegaConf and Hydra: outside vec it is a warning, for only one of them fails.

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

Write the number without quotes, as a Python literal: `8_192`, `1e-5` in an INI and `1.0e-5` in YAML.

## Sources

ast.literal_eval; PyYAML resolver.py, float; OmegaConf _utils.py, get_yaml_loader; pufferlib 3.0.0 vector.py make, pufferl.py; 754d725 src/bindings.cu get_config.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.texts import (
    as_number,
    is_arithmetic,
    is_bare_exponent,
    is_grouped,
    spelt,
)
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import bite, left_as_text, number_fix

_EXACT: Final = 2**53
"""Below it a float without a fraction is that whole number."""
_READERS: Final = (
    "text to PyYAML (an exponent needs a dot and a sign) and a number to OmegaConf and Hydra"
)


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each number that the target does not get as one."""
    for value in experiment.config.own():
        spec = experiment.profile.spec(*value.name)
        if spec is None or not spec.kinds & {"int", "float"} or spec.accepts_kind(value.value):
            continue
        number = _meant(value.value)
        said = _said(experiment, value, number)
        if said is None:
            continue
        found = bite(experiment, value)
        either = _depends_on_the_reader(experiment, value) and value.section != "vec"
        fits = number is not None and spec.accepts(number)
        yield Hit(
            f"[{value.section}] {value.key} = {_written(experiment, value)} {said}",
            value,
            severity=Severity.WARNING if either else found.severity,
            effect=found.effect,
            stage=found.stage,
            fix=number_fix(value, number) if fits and number is not None else None,
        )


def _meant(text: object) -> int | float | None:
    """The number that a text spells; without a fraction where it has none."""
    number = as_number(text) if isinstance(text, str) else None
    if isinstance(number, float) and number.is_integer() and abs(number) < _EXACT:
        return int(number)
    return number


def _written(experiment: Experiment, value: Value) -> str:
    if value.text is None and _is_bare(experiment, value):
        return str(value.value)
    return value.text if value.text is not None else repr(value.value)


def _said(experiment: Experiment, value: Value, number: int | float | None) -> str | None:
    text = value.value
    if isinstance(text, str):
        if number is not None and _depends_on_the_reader(experiment, value):
            return f"is {_READERS}: {_instead(number)}, which all read as a number"
        if number is not None:
            quotes = "" if _is_bare(experiment, value) else " without quotes"
            return f"is text, not a number: {_instead(number)}{quotes}"
        if is_arithmetic(text):
            return "is text, for nobody works it out: write the result"
        if is_grouped(text):
            return f"is text, not a number: write {text.strip().replace(',', '_')}"
    elif value.text is not None and is_grouped(value.text):
        return f"is the tuple {text!r}: write {value.text.strip().replace(',', '_')}"
    return None


def _is_bare(experiment: Experiment, value: Value) -> bool:
    """Whether a text stands in the file without quotes."""
    if value.text is not None:
        return left_as_text(value)
    if value.setting is None or experiment.document.format != "yaml":
        return False
    return value.setting.raw == value.value


def _depends_on_the_reader(experiment: Experiment, value: Value) -> bool:
    """Whether one library for YAML reads text where another reads a number."""
    text = value.value
    if experiment.document.format != "yaml" or not isinstance(text, str):
        return False
    return _is_bare(experiment, value) and is_bare_exponent(text)


def _instead(number: int | float) -> str:
    return f"write {spelt(number)}" if math.isfinite(number) else "write a finite number"


RULE = Rule(
    code="PC012",
    name="number-as-text",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    check=check,
)
