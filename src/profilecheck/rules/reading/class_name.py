"""policy_name or rnn_name cannot be the name of a class.

## What it checks

`[base] policy_name` and `rnn_name`: whether they can name a class of the environment's torch module. Numbers, booleans, an empty value and words such as
`none` or `false` cannot; only `rnn_name = None`, with a capital N, means that there is no RNN. Files that 3.0's own loader reads (INI) alone are
judged, and in a recognised fork it is a warning.

## Why it matters

`rnn_name = none` in an INI is the text `none`: 3.0 takes the policy for recurrent and looks for a class of that name. load_policy raises AttributeError (or
TypeError), after the environments have started.

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env
rnn_name = none

[vec]
num_envs = 8
```

## Use instead

```ini
[base]
env_name = my_env
rnn_name = None

[vec]
num_envs = 8
```

## Fix

Write the name of the class, or None for no RNN.

## Sources

pufferlib 3.0.0 pufferl.py load_config, load_policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Fix, Severity, Stage
from profilecheck.layers import Value
from profilecheck.profiles.misread import class_error
from profilecheck.rules import Hit, Rule
from profilecheck.rules.reading._shared import word_fix

INSTEAD = {
    "policy_name": "write the name of the policy's class, such as Policy",
    "rnn_name": "write the name of a class, or None for no RNN",
}

NOTHING = frozenset({"none", "null", "nil", "no", "false"})

LOST = "\ufffd"
"""What a byte that is not UTF-8 was read as: another rule tells of it."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """Each of the two that no class can have."""
    if not experiment.trained:
        return
    for key, instead in INSTEAD.items():
        value = experiment.get("base", key)
        if value is None or value.value is UNKNOWN:
            continue
        error = class_error(key, value.value)
        if error is None or LOST in str(value.value):
            continue
        level, notes = experiment.in_fork(Severity.ERROR)
        no_class = "is empty, which" if value.value == "" else f"= {value.value} is text that"
        what = no_class if isinstance(value.value, str) else f"= {value.value!r}"
        text = isinstance(value.value, str) and value.value != ""
        hit = Hit(
            f"[base] {key} {what} names no class: load_policy raises {error}; {instead}",
            value,
            notes=notes,
            severity=level,
            fix=_no_rnn(value) if key == "rnn_name" and text else None,
        )
        yield hit.if_read(experiment, "base")


def _no_rnn(value: Value) -> Fix | None:
    """None in place of a text: what a word for nothing means, and a guess for any other."""
    return word_fix(value, "None", safe=str(value.value).lower() in NOTHING)


RULE = Rule(
    code="PC018",
    name="class-name",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
