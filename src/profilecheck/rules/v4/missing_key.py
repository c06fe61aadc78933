"""A default.ini lacks a key that the trainer reads.

## What it checks

The keys that `puffer train` and the native trainer read, where the checked file is a project's own default.ini, below which
nothing lies. A default.ini with less than half of [train], and any other file, may be completed elsewhere, and is not judged.

## Why it matters

The native trainer knows no defaults. "Missing config key: X" is caught and printed as a warning; nothing is trained, and the
process exits with 0. Keys that Python's part reads raise KeyError, some of them only after training.

## Example

```ini target=4.0 name=default.ini
[base]
env_name = None
[vec]
total_agents = 4096
num_buffers = 2
[train]
total_timesteps = 10_000_000
learning_rate = 0.015
anneal_lr = 1
min_lr_ratio = 0.0
gamma = 0.995
gae_lambda = 0.90
replay_ratio = 1.0
clip_coef = 0.2
vf_coef = 2.0
max_grad_norm = 1.5
ent_coef = 0.001
minibatch_size = 8192
horizon = 64
```

## Use instead

```text
a copy of config/default.ini of the revision in use, with the values changed
```

## Fix

Add the keys that the message names.

## Sources

PufferLib 754d725 src/bindings.cu get_config, create_pufferl; 8e3e754 pufferlib/pufferl.py train, _train.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.revisions import is_development
from profilecheck.profiles.v4_required import required
from profilecheck.rules import Hit, Rule


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hit for each section that lacks keys."""
    missing: dict[str, list[str]] = {}
    for section, key in _wanted(experiment):
        if experiment.get(section, key) is None:
            missing.setdefault(section, []).append(key)
    headers = {section.name: section for section in experiment.block.sections}
    level, notes = experiment.in_fork(Severity.ERROR)
    for section, keys in missing.items():
        yield Hit(
            f"[{section}] lacks {', '.join(keys)}: the trainer has no default of its own and ends "
            "without training",
            headers.get(section),
            notes=notes,
            severity=level,
        )


def _wanted(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """Only a default.ini must be whole: any other file has defaults below it that may not be known."""
    names = ((setting.section, setting.key) for setting in experiment.block.settings)
    if experiment.is_default_ini and not is_development(names):
        yield from required(experiment.mode)


RULE = Rule(
    code="PC301",
    name="missing-key",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
