"""A checkpoint is named that the mode does not load.

## What it checks

`--load-model-path` and `--load-id` of 4.0 beside a mode whose native trainer reads neither: `train`, `sweep` and `paretosweep`; `--load-id` beside `eval` and `match` too; and
`--load-model-path` with a file of torch's (`.pt`, `.pth`) beside `eval` and `match`. Under `--slowly` torch loads both. Silent where a word of the line is not known that may come to
`--slowly`, of a `pufferl.py` of one's own, and where the trainer of the tree's own `pufferlib/` reads them.

## Why it matters

Training starts anew, from random weights, and says nothing of it: 3.0's did load the checkpoint. `eval` refuses a file that is not of its own
flat float32 weights, by its size.

## Example

```sh target=4.0
puffer train breakout --load-model-path checkpoints/breakout/1700000000000/0000000200000000.bin
```

## Use instead

```sh
puffer eval breakout --load-model-path checkpoints/breakout/1700000000000/0000000200000000.bin
```

## Fix

Leave the flag out. 4.0's native trainer cannot go on from a checkpoint.

## Sources

PufferLib 8e3e754 and 052f0f5 pufferlib/pufferl.py _train, train, sweep, eval, match; 754d725 src/bindings.cu create_pufferl; 8e3e754 pufferlib/torch_pufferl.py load_policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Stage
from profilecheck.profiles.launch_flags import Given
from profilecheck.profiles.launch_lines import Launch, mode_told
from profilecheck.profiles.launch_programs import HELP, TORCH
from profilecheck.rules import Hit, Rule
from profilecheck.rules.launch._shared import flags, launch_of, level

PATH = "--load-model-path"
RUN = "--load-id"
TRAINERS = ("pufferlib.pufferl._train", "pufferlib.pufferl.train")
"""The functions that train, by dotted name: upstream's read neither flag."""
TRAINING = ("train", "sweep", "paretosweep")
OF_TORCH = (".pt", ".pth")
"""How the files end that torch wrote: 3.0's checkpoints."""


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each such flag."""
    launch = launch_of(experiment)
    mode = mode_told(launch, experiment.profile.name) if launch is not None else None
    if launch is None or mode is None:
        return
    given = [one for one in flags(experiment) if one.outcome == "set" and one.option is not None]
    named = {one.option.flag for one in given if one.option is not None}
    if named & {f"--{TORCH}", f"--{HELP}"} or _is_hidden(launch, given):
        return
    for one in given:
        told = _told(experiment, one, mode)
        if told is not None:
            message, effect, stage = told
            severity, notes = level(experiment, Severity.WARNING)
            place = one.key_span
            yield Hit(message, place, notes=notes, severity=severity, effect=effect, stage=stage)


def _told(
    experiment: Experiment, given: Given, mode: str | None
) -> tuple[str, Effect, Stage] | None:
    flag = given.option.flag if given.option is not None else ""
    if flag not in (PATH, RUN) or mode is None:
        return None
    target = experiment.profile.name
    if mode in TRAINING:
        if _is_read(experiment, flag):
            return None
        told = f"{target}'s native {mode} does not read {flag}, and starts from random weights: leave it out"
        return told, Effect.IGNORED, Stage.SILENT
    if flag == RUN:
        if experiment.target.own_package is not None:
            return None
        told = (
            f"{target}'s native {mode} does not read {flag}: name the file of weights with {PATH}"
        )
        return told, Effect.IGNORED, Stage.SILENT
    if isinstance(given.text, str) and given.text.endswith(OF_TORCH):
        told = (
            f"{flag} {given.text}: torch writes such files, and {target}'s native {mode} loads flat float32 .bin files of its "
            "own alone and raises over another size: name one of those"
        )
        return told, Effect.RAISES, Stage.INIT
    return None


def _is_read(experiment: Experiment, flag: str) -> bool:
    """Whether the tree's own trainer may read what a flag gives."""
    own = experiment.target.own_package
    if own is None:
        return False
    key = flag.lstrip("-").replace("-", "_")
    return any((found := own.texts_in(name)) is None or key in found for name in TRAINERS)


def _is_hidden(launch: Launch, given: list[Given]) -> bool:
    """Whether a word that is not known may come to a flag."""
    values = {one.value_span for one in given}
    return any(
        word.several or not (word.whole or word.text or word.span in values)
        for word in launch.arguments
    )


RULE = Rule(
    code="PC713",
    name="checkpoint-not-loaded",
    severity=Severity.WARNING,
    effect=Effect.IGNORED,
    stage=Stage.SILENT,
    profiles=("4.0",),
    check=check,
)
