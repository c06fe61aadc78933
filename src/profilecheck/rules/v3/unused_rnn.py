"""[rnn] is given and rnn_name is None.

## What it checks

Settings under [rnn] while no rnn_name is in force: the launcher builds no recurrent wrapper.

## Why it matters

The settings are ignored in silence, and the policy is not recurrent.

## Example

```ini target=3.0
[base]
env_name = my_env

[vec]
num_envs = 2

[rnn]
hidden_size = 256
```

## Use instead

```ini
[base]
env_name = my_env
rnn_name = Recurrent

[vec]
num_envs = 2

[rnn]
hidden_size = 256
```

## Fix

Set rnn_name under [base], or remove [rnn].

## Sources

pufferlib 3.0.0, pufferl.py load_policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Settings of [rnn] that no wrapper will read."""
    recurrent = experiment.get("base", "rnn_name")
    if not experiment.trained or recurrent is None or recurrent.value is not None:
        return
    given = [
        value
        for value in experiment.config.section("rnn").values()
        if value.layer.kind != "defaults"
        and not (value.setting and value.setting.section == "DEFAULT")  # it enters every section
    ]
    if given:
        names = ", ".join(value.key for value in given)
        hit = Hit(
            f"[rnn] {names}: nothing reads it, because rnn_name is None and no recurrent wrapper is built",
            given[0],
            takes=(*given[1:], recurrent),
        )
        yield hit.if_read(experiment, "rnn")


RULE = Rule(
    code="PC232",
    name="unused-rnn",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("3.0",),
    check=check,
)
