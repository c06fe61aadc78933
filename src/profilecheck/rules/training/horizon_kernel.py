"""horizon is no multiple of 8, which changes the algorithm in silence (4.0).

## What it checks

horizon as C reads it. Not applied to eval, which sets it to 1.

## Why it matters

The fast kernel for advantages needs a multiple of 8 (of 4 in a build with --float). Otherwise another kernel takes its place,
and its formula differs: the importance ratio weighs only the reward instead of the whole difference. Where horizon is above 4
and no multiple of 4, the backward pass of the recurrent network also reads checkpoints that the forward pass never wrote, so
its gradients are wrong. Both were read in the source, not measured.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
horizon = 50
minibatch_size = 8000
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096

[train]
horizon = 64
minibatch_size = 8192
```

## Fix

Use a multiple of 8.

## Sources

PufferLib 754d725 src/bindings.cu py_puff_advantage; 8e3e754 src/models.cu mingru_scan_forward, mingru_scan_backward.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import real, whole
from profilecheck.rules import Hit, Rule

VECTOR = 8
CHECKPOINT = 4


def check(experiment: Experiment) -> Iterator[Hit]:
    """A horizon for which the fast kernel is not used."""
    horizon = experiment.get("train", "horizon")
    steps = whole(horizon.value) if horizon else None
    if experiment.mode == "eval" or horizon is None or steps is None or steps < 1:
        return
    if steps % VECTOR == 0:
        return
    told = f"horizon = {horizon.value!r}"
    if steps > CHECKPOINT and steps % CHECKPOINT:
        message = (
            f"{told} is no multiple of {CHECKPOINT}: the network's backward pass reads memory that was "
            f"never written, and advantages come from another formula; use a multiple of {VECTOR}"
        )
    else:
        message = (
            f"{told} is no multiple of {VECTOR}: advantages come from a slower kernel with another "
            "formula, unless the build is --float"
            if steps % CHECKPOINT == 0
            else f"{told} is no multiple of {VECTOR}: advantages come from a slower kernel with "
            "another formula"
        )
    yield Hit(message, horizon, options=_options(experiment, steps))


def _options(experiment: Experiment, steps: int) -> tuple[dict[tuple[str, str], object], ...]:
    """The nearest multiples of 8 that divide the minibatch."""
    minibatch = real(experiment.value("train", "minibatch_size"))
    below = max(VECTOR, steps - steps % VECTOR)
    near = [n for k in range(8) for n in (below - k * VECTOR, below + (k + 1) * VECTOR) if n > 0]
    fitting = [n for n in near if minibatch is None or minibatch % n == 0]
    fitting.sort(key=lambda n: abs(n - steps))
    return tuple({("train", "horizon"): n} for n in fitting[:2])


RULE = Rule(
    code="PC657",
    name="horizon-kernel",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
