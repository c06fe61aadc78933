"""A number with which the native trainer cannot work.

## What it checks

Counts that are zero or negative as C reads them (total_agents, num_buffers, minibatch_size, hidden_size), more buffers than
agents, numbers that do not fit the C integer that holds them, a batch of total_agents x horizon agent steps beyond a C int,
and checkpoint_interval = 0. What only training meets is not applied to eval.

## Why it matters

Zero buffers end the process with SIGFPE, a hidden size of zero with an assertion; an overflow is undefined in C. None of them
says what is wrong with the config.

## Example

```ini target=4.0
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 0
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
total_agents = 4096
num_buffers = 1
```

## Fix

Use a number in the range that the message names.

## Sources

PufferLib 754d725 src/pufferlib.cu create_pufferl_impl, train_impl; 8e3e754 src/vecenv.h create_static_vec,
pufferlib/pufferl.py _train; 052f0f5 src/kernels.cu puf_kaiming_init.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.base import ABSENT
from profilecheck.profiles.v4_ranges import OutOfRange, out_of_range
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """Values out of range."""
    for fault in out_of_range(experiment.value, experiment.mode):
        value = experiment.get(*fault.name)
        if value is None:
            continue
        yield Hit(
            f"{value.key} = {value.value!r}{fault.reason}",
            value,
            takes=tuple(v for name in fault.others for v in experiment.values(name[0], name[1])),
            options=tuple({fault.name: number} for number in _legal(experiment, fault)),
        )


def _legal(experiment: Experiment, fault: OutOfRange) -> Sequence[object]:
    """The default where the value alone is wrong: the least that is allowed is rarely meant."""
    spec = experiment.profile.spec(fault.name[0], fault.name[1])
    alone = spec is not None and spec.default is not ABSENT and not fault.others
    return (spec.default,) if spec is not None and alone else fault.legal


RULE = Rule(
    code="PC304",
    name="out-of-range",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
