"""A function of PufferLib is given an argument that only another generation's takes.

## What it checks

Calls of `train`, `eval` and `sweep` of `pufferlib.pufferl`, and of the trainer `PuffeRL`, which 3.0 and 4.0 both have with other parameters: `vecenv`, `policy` and `logger`
of 3.0, `gpus`, `load_path` and `pareto` of 4.0; more arguments by position than the target's takes; a vectorized environment where 4.0 takes a list of GPUs or a path;
and `sweep`, whose first argument is the config in 3.0 and the environment's name in 4.0. Calls that the file guards by a test of the version or of the signature, or expects to fail, are left
alone, and what the tree's own `pufferlib/` takes.

## Why it matters

The call raises TypeError; but `train` of 4.0 takes any keyword and drops it where one GPU trains: the environments and the policy that were made are not those that train.

## Example

```py target=4.0
from pufferlib import pufferl

args = pufferl.load_config("breakout")
pufferl.train("breakout", args=args, vecenv=my_vecenv, policy=my_policy)
```

## Use instead

```py target=4.0
from pufferlib import pufferl

args = pufferl.load_config("breakout")
args["vec"]["total_agents"] = 4096
pufferl.train("breakout", args=args)
```

## Fix

Give what the target takes. 4.0 makes its own environments of [vec] and [env], and its network of [policy].

## Sources

pufferlib 3.0.0 pufferl.py train, eval, sweep, PuffeRL; PufferLib 8e3e754 and 052f0f5 pufferlib/pufferl.py train, eval, sweep; pufferlib/torch_pufferl.py PuffeRL.
"""

from __future__ import annotations

from collections.abc import Iterator

from profilecheck.document import Argument, Call, Possible
from profilecheck.experiment import Experiment
from profilecheck.findings import Effect, Severity, Span, Stage
from profilecheck.profiles.python_trainers import Signature, signature
from profilecheck.profiles.v3_to_v4_python import LAUNCHERS, LOAD_CONFIG, SWEEP
from profilecheck.rules import Hit, Rule
from profilecheck.rules.imports._shared import listed

MAKERS = ("pufferlib.vector.make", "pufferlib.pufferl.load_env")
"""What makes environments, whose result is no list of GPUs and no path."""
DROPPED = "where one GPU trains (with more, the other processes raise TypeError)"
OTHER = {"3.0": "4.0", "4.0": "3.0"}


def check(experiment: Experiment) -> Iterator[Hit]:
    """One finding for each call."""
    document = experiment.document
    if document.format != "python" or experiment.block.call is not None:
        return
    if experiment.block.launch is not None:
        return
    for call in document.calls:
        taken = signature(call.name, experiment.profile.name)
        if taken is None or call.guard is not None or call.expected or call.versioned:
            continue
        own = experiment.target.own_package
        if own is not None and own.has(call.name):
            found = own.parameters(call.name)
            if found is None:
                continue
            taken = Signature(found, taken.others, taken.swallows)
        yield from _told(experiment, call, taken)


def _told(experiment: Experiment, call: Call, taken: Signature) -> Iterator[Hit]:
    target = experiment.profile.name
    function = call.name.rpartition(".")[2]
    lost = [one for one in call.arguments if one.key in taken.foreign and _matters(one, taken)]
    if lost:
        names = listed([f"{one.key}=" for one in lost])
        are, them = ("is", "it") if len(lost) == 1 else ("are", "them")
        then = f"and drops {them} {DROPPED}" if taken.swallows else "and raises TypeError"
        yield _hit(
            experiment,
            f"{names} {are} of {OTHER[target]}'s {function}: {target}'s does not take {them}, {then}: {_instead(call, taken, target)}",
            lost[0].key_span,
            Effect.IGNORED if taken.swallows else Effect.RAISES,
            Stage.SILENT if taken.swallows else Stage.LOAD,
        )
        return
    for argument in call.arguments:
        why = _misplaced(argument, call, taken, target)
        if why:
            text = f"{target}'s {function} {why}: it takes {', '.join(taken.parameters)}"
            yield _hit(experiment, text, argument.value_span, Effect.RAISES, Stage.LOAD)
            return


def _matters(argument: Argument, taken: Signature) -> bool:
    """Whether it makes a difference that an argument is dropped: None stands for what is made without it."""
    return not (taken.swallows and argument.value is None)


def _misplaced(argument: Argument, call: Call, taken: Signature, target: str) -> str:
    """What is wrong with an argument that is given by position; nothing where none is certain to be."""
    at = argument.key
    if isinstance(at, str):
        return ""
    if at >= len(taken.parameters):
        return f"takes {len(taken.parameters)} arguments, and here is one more"
    name = taken.parameters[at]
    value = argument.value.value if isinstance(argument.value, Possible) else argument.value
    made = argument.made.name if argument.made is not None else ""
    if name in ("gpus", "load_path") and made in MAKERS:
        return f"has {name} in this place, and here is what {made} made"
    if name == "vecenv" and isinstance(value, (str, int, float, list, tuple)) and value:
        return f"has {name} in this place, and no vectorized environment is here"
    if call.name == SWEEP and name == "env_name" and made == LOAD_CONFIG:
        return "has the environment's name in this place, and here is the config"
    if call.name == SWEEP and name == "args" and isinstance(value, str) and value:
        return "has the config in this place, and here is a name"
    return ""


def _instead(call: Call, taken: Signature, target: str) -> str:
    if target == "4.0" and call.name in LAUNCHERS:
        return "it makes its own of [vec], [env] and [policy]"
    return f"it takes {', '.join(taken.parameters)}"


def _hit(experiment: Experiment, text: str, span: Span, effect: Effect, stage: Stage) -> Hit:
    level, notes = experiment.in_fork(Severity.ERROR)
    return Hit(text, span, notes=notes, severity=level, effect=effect, stage=stage)


RULE = Rule(
    code="PC405",
    name="launcher-argument",
    severity=Severity.ERROR,
    effect=Effect.RAISES,
    stage=Stage.LOAD,
    profiles=("3.0", "4.0"),
    check=check,
)
