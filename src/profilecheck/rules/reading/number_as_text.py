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

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.base import Spec
from profilecheck.profiles.texts import (
    as_number,
    depends_on_its_reader,
    is_arithmetic,
    is_grouped,
    spelt,
)
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import HARMLESS, bite, number_fix, without_quotes, written

_EXACT: Final = 2**53
"""Below it a float without a fraction is that whole number."""
_READERS: Final = (
    "text to PyYAML (an exponent needs a dot and a sign) and a number to OmegaConf and Hydra"
)


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each number that the target does not get as one, or that not every reader gets."""
    for value in experiment.config.own():
        spec = experiment.profile.spec(*value.name)
        if spec is None or not spec.kinds & {"int", "float"}:
            continue
        if _depends_on_its_reader(experiment, value):
            yield _by_reader(experiment, value)
        elif not spec.accepts_kind(value.value):
            yield from _read_by_trainer(experiment, value, _as_text(experiment, value, spec))


def _read_by_trainer(experiment: Experiment, value: Value, hits: Iterator[Hit]) -> Iterator[Hit]:
    """The hits on a value of [train], where PufferLib's own trainer reads it; all others as they are."""
    if value.section != "train":
        yield from hits
    elif experiment.trained:
        yield from (hit.if_read(experiment, "train") for hit in hits)


def _depends_on_its_reader(experiment: Experiment, value: Value) -> bool:
    """Whether one library for YAML reads text where another reads a number."""
    yaml = experiment.document.format == "yaml"
    return yaml and value.setting is not None and depends_on_its_reader(value.setting)


def _by_reader(experiment: Experiment, value: Value) -> Hit:
    """A number to one library for YAML and text to another; what reads [vec] takes neither."""
    assert value.setting is not None
    text = value.setting.raw
    number = _meant(text)
    known = value.value is not UNKNOWN
    found = bite(experiment, value) if known else HARMLESS
    return Hit(
        f"[{value.section}] {value.key} = {text} is text to PyYAML (an exponent needs a dot and a "
        f"sign) and a number to OmegaConf and Hydra: {_instead(number)}, which all read as a number",
        value,
        severity=found.severity,
        effect=found.effect,
        stage=found.stage,
        fix=None if number is None else number_fix(value, number),
    )


def _as_text(experiment: Experiment, value: Value, spec: Spec) -> Iterator[Hit]:
    number = _meant(value.value)
    said = _said(value, number)
    if said is None:
        return
    found = bite(experiment, value)
    fits = number is not None and spec.accepts(number)
    yield Hit(
        f"[{value.section}] {value.key} = {written(value)} {said}",
        value,
        severity=found.severity,
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


def _said(value: Value, number: int | float | None) -> str | None:
    text = value.value
    if isinstance(text, str):
        if number is not None:
            return f"is text, not a number: {_instead(number)}{without_quotes(value)}"
        if is_arithmetic(text):
            return "is text, for nobody works it out: write the result"
        if is_grouped(text):
            return f"is text, not a number: write {_ungrouped(text)}"
    elif value.text is not None and is_grouped(value.text):
        return f"is the tuple {text!r}: write {_ungrouped(value.text)}"
    return None


def _ungrouped(text: str) -> str:
    """A number in groups as Python writes it. One that begins with a zero has a decimal comma."""
    bare = text.strip()
    return bare.replace(",", "." if bare.lstrip("+-").startswith("0,") else "_")


def _instead(number: int | float | None) -> str:
    if number is None or not math.isfinite(number):
        return "write a finite number"
    return f"write {spelt(number)}"


RULE = Rule(
    code="PC012",
    name="number-as-text",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.MAKE,
    check=check,
)
