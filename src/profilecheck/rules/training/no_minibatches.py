"""replay_ratio is so small that an update has no minibatch (4.0).

## What it checks

replay_ratio x total_agents x horizon / minibatch_size, in C's float arithmetic and with its fraction cut off, as the native
trainer has it. Not applied to eval.

## Why it matters

The loop over minibatches runs zero times: environments are stepped to the end of the run and nothing is ever learned. With
--slowly it raises UnboundLocalError.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 1024

[train]
horizon = 64
minibatch_size = 65536
replay_ratio = 0.5
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 1024

[train]
horizon = 64
minibatch_size = 32768
replay_ratio = 0.5
```

## Fix

Use a smaller minibatch or a larger replay_ratio.

## Sources

PufferLib 754d725 src/pufferlib.cu train_impl; 8e3e754 pufferlib/torch_pufferl.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.v4_numbers import real, whole
from profilecheck.profiles.v4_train import batch_size, minibatches
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """An update that learns nothing."""
    ratio, minibatch = (
        experiment.get("train", "replay_ratio"),
        experiment.get("train", "minibatch_size"),
    )
    horizon, agents = experiment.get("train", "horizon"), experiment.get("vec", "total_agents")
    if experiment.mode == "eval" or not (ratio and minibatch and horizon and agents):
        return
    size, steps, count = whole(minibatch.value), whole(horizon.value), whole(agents.value)
    share = real(ratio.value)
    if share is None or size is None or steps is None or count is None:
        return
    batch = batch_size(count, steps)
    if batch is None or batch < 1 or size < 1:
        return
    number = minibatches(share, batch, size)
    if number is None or number > 0:
        return
    options = (
        {ratio.name: round(size / batch + 0.0005, 3)},
        {minibatch.name: _fitting(share, batch, steps)},
    )
    yield Hit(
        f"replay_ratio = {share} of a batch of {batch} agent steps is less than one minibatch of {size}: "
        "nothing is ever learned",
        ratio,
        takes=(minibatch, horizon, agents),
        options=tuple(change for change in options if all(n > 0 for n in change.values())),
    )


def _fitting(ratio: float, batch: int, horizon: int) -> int:
    """The largest multiple of horizon that the replayed part of a batch still holds."""
    return int(ratio * batch) // horizon * horizon


RULE = Rule(
    code="PC656",
    name="no-minibatches",
    severity=Severity.ERROR,
    effect=Effect.IGNORED,
    stage=Stage.TRAIN,
    profiles=("4.0",),
    check=check,
)
