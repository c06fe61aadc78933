"""A recurrent policy with the native backend PufferEnv.

## What it checks

Whether rnn_name is set while the backend is PufferEnv. PuffeRL asks a vecenv for agents_per_batch where the policy is recurrent, and
the native environment's property is misspelt.

## Why it matters

PuffeRL raises AttributeError "agents_per_batch" after the environment was made.

## Example

```ini target=3.0
[base]
env_name = my_env
rnn_name = Recurrent

[vec]
backend = PufferEnv
num_envs = 1
```

## Use instead

```ini
[base]
env_name = my_env
rnn_name = Recurrent

[vec]
backend = Serial
num_envs = 1
```

## Fix

Use Serial with num_envs = 1, or no recurrence.

## Sources

pufferlib 3.0.0, pufferl.py PuffeRL.__init__; pufferlib.py PufferEnv.agent_per_batch.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import UNKNOWN
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """A recurrent policy over the native backend."""
    recurrent, backend = experiment.get("base", "rnn_name"), experiment.get("vec", "backend")
    if not experiment.trained or experiment.mode == "eval" or recurrent is None or backend is None:
        return
    if experiment.partial and not backend.layer.own:
        return
    if (
        backend.value == "PufferEnv"
        and recurrent.value is not UNKNOWN
        and recurrent.value is not None
    ):
        hit = Hit(
            f"rnn_name = {recurrent.value} with backend = PufferEnv: PuffeRL raises AttributeError "
            "(agents_per_batch); use Serial with num_envs = 1",
            backend,
            takes=(recurrent,),
        )
        yield hit.if_read(experiment, "base")


RULE = Rule(
    code="PC231",
    name="recurrent-pufferenv",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("3.0",),
    check=check,
)
