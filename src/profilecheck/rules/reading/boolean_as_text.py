"""A boolean is written as text.

## What it checks

The texts true, false, yes, no, on and off, in any case, where the target takes a bool. 3.0 asks most of its switches only whether they
are true, which any text is: there only those that mean false are reported, and torch_deterministic, which torch itself refuses. In the sections
of an INI that 3.0 hands to Python objects ([env], [policy], [rnn]) the text false is reported, without quotes: their arguments may be words.

It is an error where the target refuses the text, and a warning where any text counts as True.

## Why it matters

`compile = false` in an INI is the text `false`, which 3.0 takes for true: it does the opposite. 4.0 cannot cast it to a number and does
not train.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 8
zero_copy = false
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 8
zero_copy = False
```

## Fix

Write True or False in an INI (1 or 0 for 4.0) and in Python, and no quotes elsewhere. Where the text counted as True, that changes the run: the fix is
then unsafe.

## Sources

ast.literal_eval; pufferlib 3.0.0 pufferl.py PuffeRL, vector.py Multiprocessing; 754d725 src/bindings.cu get_config.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.misread import PYTHON_ARGUMENTS
from profilecheck.profiles.texts import as_boolean
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import (
    bite,
    left_as_text,
    texts,
    without_quotes,
    word_fix,
    written,
)

_AS_PYTHON: Final = ("ini", "values", "python")


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each word for a boolean that is text to the target, unless it does what it says."""
    handed_over = PYTHON_ARGUMENTS.get(experiment.profile.name, frozenset())
    for value, text in texts(experiment):
        meant = as_boolean(text)
        if value.section in handed_over and text.lower() == "false" and left_as_text(value):
            yield _argument(value, text)
            continue
        spec = experiment.profile.spec(*value.name)
        if meant is None or spec is None or "bool" not in spec.kinds or spec.accepts_kind(text):
            continue
        found = bite(experiment, value)
        refused = found.severity is Severity.ERROR
        if refused or not meant:
            profile = experiment.profile.name
            consequence = f"which {profile} refuses" if refused else "and any text counts as True"
            yield Hit(
                f"[{value.section}] {value.key} = {written(value)} is text, {consequence}: "
                f"write {_word(experiment, meant)}{without_quotes(value)}",
                value,
                severity=found.severity,
                effect=found.effect,
                stage=found.stage,
                fix=word_fix(value, _word(experiment, meant), safe=refused),
            )


def _argument(value: Value, text: str) -> Hit:
    """A text that an object of the user's own is given where a bool was meant."""
    return Hit(
        f"[{value.section}] {value.key} = {text} is handed over as text, and any text counts as True: "
        "write False",
        value,
        fix=word_fix(value, "False", safe=False),
    )


def _word(experiment: Experiment, meant: bool) -> str:
    """True and False, as the file's format spells them."""
    return str(meant) if experiment.document.format in _AS_PYTHON else str(meant).lower()


RULE = Rule(
    code="PC013",
    name="boolean-as-text",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    check=check,
)
