"""batch_size does not divide num_envs while zero_copy is off.

## What it checks

Without zero_copy batches may be any multiple of the environments per worker; they then rotate over the workers. PuffeRL cannot
collect such batches.

## Why it matters

As a bare vecenv it works (a warning, in YAML, TOML, JSON and Python values); in `puffer train`, which reads an INI, the second batch raises
in PuffeRL.evaluate (an error).

## Example

```ini target=3.0 cores=64
[base]
env_name = my_env

[vec]
num_envs = 4
batch_size = 3
zero_copy = False
```

## Use instead

```ini
[base]
env_name = my_env

[vec]
num_envs = 4
batch_size = 2
zero_copy = False
```

## Fix

Choose a divisor of num_envs.

## Sources

pufferlib 3.0.0, vector.py Multiprocessing.recv; pufferl.py PuffeRL.evaluate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.rules import Hit, Rule
from profilecheck.rules.v3._shared import faults, hit

SENTENCE = (
    "batch_size = {batch_size} does not divide num_envs = {num_envs}: make accepts that while zero_copy "
    "is off, and each batch then comes from other environments than the one before"
)


def check(experiment: Experiment) -> Iterator[Hit]:
    """A warning for a bare vecenv, an error where PuffeRL is to collect the batches."""
    for fault in faults(experiment):
        if fault.cause != "batches-rotate" or experiment.mode == "eval":
            continue
        if experiment.launched:
            found = hit(experiment, fault, SENTENCE + "; the trainer fails at the second one")
            yield replace(
                found, severity=Severity.ERROR, effect=Effect.RAISES, stage=Stage.FIRST_STEP
            )
        else:
            yield hit(experiment, fault, SENTENCE)


RULE = Rule(
    code="PC223",
    name="batches-rotate",
    severity=Severity.WARNING,
    effect=Effect.DIFFERENT,
    stage=Stage.FIRST_STEP,
    profiles=("3.0",),
    check=check,
)
