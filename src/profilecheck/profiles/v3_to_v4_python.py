"""What a person has to do with Python written for 3.0, and the little of it that 4.0 has under another name.

A name is moved only where 4.0 has the same thing: ``sample_logits`` is in 4.0's torch_pufferl, but gives
actions of another shape, so it is not.

Sources: pufferlib 3.0.0 pufferlib.py, pufferl.py, pytorch.py, models.py; PufferLib 8e3e754 pufferlib/pufferl.py,
sweep.py, torch_pufferl.py, models.py; ocean/*/binding.c.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.profiles import profiles
from profilecheck.profiles.api_names import Missing
from profilecheck.profiles.names import change

MOVED: Final[Mapping[str, str]] = {
    "pufferlib.unroll_nested_dict": "pufferlib.sweep",
    "pufferlib.pufferlib.unroll_nested_dict": "pufferlib.sweep",
}
"""Names that 4.0 has, unchanged, in another module: that module. pufferl has unroll_nested_dict too, but asks for a
compiled environment, ends the program on Ctrl-C and makes errors of warnings as soon as it is imported."""

_BINDING: Final = (
    "port the environment to C: ocean/NAME/NAME.h, and ocean/NAME/binding.c, which declares observations and "
    "actions and reads its arguments from [env]; ./build.sh NAME compiles it"
)
_POLICY: Final = (
    "the native network is MinGRU ([policy] hidden_size, num_layers); one of your own is a "
    "pufferlib.models.Policy(encoder, decoder, network) and trains under --slowly"
)
_TRAINING: Final = (
    "train with `puffer train NAME`, or under --slowly with pufferlib.torch_pufferl.PuffeRL(args, vec, policy), "
    "whose vec is pufferlib._C.create_vec(args, pufferlib._C.gpu)"
)
_LOGGED: Final = "give --wandb to `puffer train NAME`: it is the only logger, and logs by itself"
_WRAPPED: Final = "4.0 wraps no environment of Gymnasium or PettingZoo: "

_HOW: Final[Mapping[str, str]] = {
    "pufferlib.vector": (
        "nothing in Python steps environments any more: [vec] total_agents, num_buffers and num_threads configure "
        "the native ones, `puffer train NAME` steps them"
    ),
    "pufferlib.emulation": _WRAPPED + _BINDING,
    "pufferlib.environments": _WRAPPED + _BINDING,
    "pufferlib.PufferEnv": _BINDING,
    "pufferlib.set_buffers": _BINDING,
    "pufferlib.spaces": "ocean/NAME/binding.c declares the sizes of observations and actions",
    "pufferlib.ocean": (
        "4.0's environments are C: ./build.sh NAME compiles ocean/NAME, `puffer train NAME` trains it; names lost puffer_"
    ),
    "pufferlib.ocean.torch": _POLICY,
    "pufferlib.pytorch": _POLICY,
    "pufferlib.pytorch.sample_logits": (
        "pufferlib.torch_pufferl.sample_logits, in a --float build; the actions of one discrete space have the shape "
        "(batch, 1) there, where 3.0 gave (batch,)"
    ),
    **dict.fromkeys(
        (
            "pufferlib.models.Default",
            "pufferlib.models.LSTMWrapper",
            "pufferlib.models.Convolutional",
            "pufferlib.models.ProcgenResnet",
        ),
        _POLICY,
    ),
    **dict.fromkeys(
        (
            "pufferlib.pufferl.PuffeRL",
            "pufferlib.pufferl.load_env",
            "pufferlib.pufferl.load_policy",
        ),
        _TRAINING,
    ),
    **dict.fromkeys(
        (
            "pufferlib.pufferl.WandbLogger",
            "pufferlib.pufferl.NeptuneLogger",
            "pufferlib.pufferl.NoLogger",
        ),
        _LOGGED,
    ),
}
_WRAPPERS: Final = (
    "ClipAction EpisodeStats GymToGymnasium MeanOverAgents MultiagentEpisodeStats PettingZooTruncatedWrapper "
    "PettingZooWrapper ResizeObservation"
)


def cause(name: str, part: str) -> str:
    """What of a missing name decides how its use is ported: ``part``, which 4.0 lacks, or more of the name."""
    row = _row(name)
    return row if row.startswith(f"{part}.") else part


def how(name: str, missing: Missing) -> str:
    """How to port the uses of a missing name, whose cause is ``name``."""
    if name.rpartition(".")[2] in _WRAPPERS.split():
        return _WRAPPED + _BINDING
    told = _HOW.get(_row(name), "")
    instead = missing.instead.instead if missing.instead else ""
    if told is _POLICY and missing.instead is not None and missing.instead.name:
        return f"{instead}; {told}"
    return told or instead or "4.0 has nothing in its place"


def _row(name: str) -> str:
    """The longest name with a row that is ``name`` or holds it; nothing where none has."""
    while name and name not in _HOW:
        name = name.rpartition(".")[0]
    return name


# Functions that 4.0 has too

LOAD_CONFIG: Final = "pufferlib.pufferl.load_config"
SWEEP: Final = "pufferlib.pufferl.sweep"


@dataclass(frozen=True, slots=True)
class Launcher:
    """A function of pufferl that both generations have: its parameters in each, in their order."""

    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def lost(self) -> tuple[str, ...]:
        """The parameters that 4.0 lacks."""
        return tuple(name for name in self.before if name not in self.after)


LAUNCHERS: Final[Mapping[str, Launcher]] = {
    LOAD_CONFIG: Launcher(("env_name",), ("env_name",)),
    "pufferlib.pufferl.train": Launcher(
        ("env_name", "args", "vecenv", "policy", "logger"), ("env_name", "args", "gpus")
    ),
    "pufferlib.pufferl.eval": Launcher(
        ("env_name", "args", "vecenv", "policy"), ("env_name", "args", "load_path")
    ),
    SWEEP: Launcher(("args", "env_name"), ("env_name", "args", "pareto")),
}
ENV_NAME: Final = "env_name"


def lost(parameters: tuple[str, ...]) -> str:
    """How to port a call that gives 3.0's launcher something that 4.0's does not take."""
    told = " and ".join(parameters)
    return f"4.0's takes no {told} and makes its own of [vec], [env] and [policy]: {_TRAINING}"


def became(keys: tuple[str, ...]) -> tuple[str, str] | None:
    """What became of a value of load_config's result that only 3.0 has: how it is called, and what to do; None
    where 4.0 has it, or no table tells."""
    section, key = keys[:2] if len(keys) > 1 else ("base", keys[0])
    target = profiles()["4.0"]
    row = change(section, key, "4.0")
    if row is None or row.generation != "3.0" or target.spec(section, key) is not None:
        return None
    to = " and ".join(f"[{there}] {name}" for there, name in row.to)
    told = f"in 4.0 it is {to}" if to else "4.0 has nothing in its place"
    return f"[{section}] {key}", f"{told}: {row.note}" if row.note else told
