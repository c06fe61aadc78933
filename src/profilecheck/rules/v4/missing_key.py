"""A default.ini lacks a key that the trainer reads.

## What it checks

The keys that `puffer train` and the native trainer read, where the checked file is a project's own default.ini, below which
nothing lies. A default.ini with less than half of [train], and any other file, may be completed elsewhere, and is not judged.
Over such a default.ini, and an INI of the environment that is there too, launch lines are judged by what `puffer eval`, `puffer sweep` and `--slowly` read besides.

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

PufferLib 754d725 src/bindings.cu get_config, create_pufferl; 8e3e754 pufferlib/pufferl.py train, _train, eval, sweep; pufferlib/sweep.py
Protein; pufferlib/torch_pufferl.py load_policy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from profilecheck.document import Document
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Span, Stage
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.revisions import is_development
from profilecheck.profiles.v4_required import TORCH, required
from profilecheck.rules import Hit, Rule

SLOWLY: Final = "--slowly"


def check(experiment: Experiment) -> Iterator[Hit]:
    """One hit for each section that lacks keys."""
    headers = {section.name: section for section in experiment.block.sections}
    level, notes = experiment.in_fork(Severity.ERROR)
    for section, keys in _missing(experiment, _wanted(experiment)).items():
        yield Hit(
            f"[{section}] lacks {', '.join(keys)}: the trainer has no default of its own and ends "
            "without training",
            headers.get(section),
            notes=notes,
            severity=level,
        )
    launch, tree = experiment.block.launch, experiment.tree
    if launch is None or tree is None or not experiment.config.complete or _is_older(tree):
        return
    for what, span, names in _of_line(experiment, launch):
        for section, keys in _missing(experiment, names).items():
            yield Hit(
                f"[{section}] of {tree.path} lacks {', '.join(keys)}: {what} has no default of its own and ends at once",
                span,
                notes=notes,
                severity=level,
            )


def _missing(experiment: Experiment, names: Iterable[Name]) -> dict[str, list[str]]:
    missing: dict[str, list[str]] = {}
    for section, key in names:
        if experiment.get(section, key) is None:
            missing.setdefault(section, []).append(key)
    return missing


def _is_older(tree: Document) -> bool:
    return is_development((one.section, one.key) for one in tree.settings)


def _of_line(experiment: Experiment, launch: Launch) -> Iterator[tuple[str, Span, Iterable[Name]]]:
    """What a line's mode and flags ask for besides what default.ini is asked for itself."""
    slow = next((one for one in experiment.config.flags if one.flag == SLOWLY), None)
    mode = experiment.mode
    if launch.mode is not None and mode != "train":
        always = set(required("train"))
        names = required(mode, experiment.value("sweep", "method"))
        wanted = [name for name in names if name not in always]
        if slow is not None:  # torch reads none of the keys of the native trainer alone
            wanted = [name for name in wanted if name[0] == "sweep"]
        yield mode, launch.mode.span, wanted
    if slow is not None:
        yield SLOWLY, slow.word.span, [("torch", key) for key in TORCH]


def _wanted(experiment: Experiment) -> Iterator[tuple[str, str]]:
    """Only a default.ini must be whole: any other file has defaults below it that may not be known."""
    names = ((setting.section, setting.key) for setting in experiment.block.settings)
    if experiment.is_default_ini and not is_development(names):
        yield from required(experiment.mode, experiment.value("sweep", "method"))


RULE = Rule(
    code="PC301",
    name="missing-key",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.INIT,
    profiles=("4.0",),
    check=check,
)
