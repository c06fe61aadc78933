"""From a launch line of 3.0 to one of 4.0: modes, the launcher's own flags, and processes.

Flags that set keys of the INIs are settings, and go the way of settings (``v3_to_v4``).

Sources: pufferlib 3.0.0 pufferl.py main, load_config, load_policy, train; PufferLib 8e3e754 pufferlib/pufferl.py
main, load_config, train; torch.distributed.run's arguments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from profilecheck.document import Word
from profilecheck.findings import Span
from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_lines import Launch
from profilecheck.profiles.launch_programs import LAUNCHERS, TORCH, instead_of_flag
from profilecheck.profiles.migration import Choice
from profilecheck.profiles.v3_to_v4_agents import ENVS, GAMES
from profilecheck.profiles.v4_bindings import binding

TO: Final = "4.0"
GPUS: Final = ("train", "gpus")
STEPS: Final = ("train", "total_timesteps")
DEVICE: Final = ("train", "device")
CPU: Final = "cpu"
SLOWLY: Final = f"--{TORCH}"
SLOWLY_REASON: Final = "4.0 trains on a CPU under --slowly alone, built with build.sh --cpu"
DEVICE_ASKS: Final = (
    "4.0 trains on what it was built for: on a CPU under --slowly alone, built with build.sh --cpu."
)
DEVICES: Final = (Choice("drop", "on GPUs"), Choice(CPU, "--slowly in its place"))
"""What a device that is not known may be."""
STRANGE: Final = (
    Choice("keep", "an INI of your own holds it"),
    Choice("drop", "leave the flag out"),
)
NOWHERE: Final = "no INI that the line reads holds {name}, and the launchers of 3.0 and of 4.0 refuse a flag without one."
PERHAPS: Final = "neither 3.0 nor 4.0 has {name}, and 4.0 takes the flag only where the environment's INI holds that, which is not here."
NO_VALUE: Final = (
    "{flag} has no value, and the launchers of 3.0 and of 4.0 refuse it without one: give it one."
)
GONE: Final = "4.0 has nothing in its place"
SWITCH: Final = (
    Choice("keep", "the variable holds a number"),
    Choice("1", "on, as 3.0 takes it"),
    Choice("0", "off"),
)
"""What may be meant by a switch that a variable holds."""

_INSTEAD_OF_MODE: Final[Mapping[str, str]] = {
    "export": "4.0 writes flat float32 .bin files by itself, in checkpoint_dir: leave the command out",
    "autotune": "it raises TypeError in 3.0 as well; 4.0 has no such mode: leave the command out",
    "profile": "it raises TypeError in 3.0 as well; 4.0 profiles what build.sh ENV --profile builds",
}


def lost_mode(mode: str) -> str | None:
    """What to do in place of a mode that 4.0 lacks; None of one that it has."""
    return None if mode in LAUNCHERS[TO].modes else _INSTEAD_OF_MODE.get(mode)


# The launcher's own flags


@dataclass(frozen=True, slots=True)
class Own:
    """What becomes of a flag of 3.0's launcher: its flag in 4.0 (None: it goes), and why."""

    to: str | None
    reason: str


def own_flag(flag: str) -> Own | None:
    """What becomes of a flag of the launcher's own (without dashes); None where it stays."""
    if flag == "max-runs":
        return Own("sweep.max-runs", "it is a setting of [sweep] in 4.0")
    if flag not in LAUNCHERS[TO].fixed:
        return Own(None, instead_of_flag(flag, TO))
    return None


WANDB: Final = "wandb"
WANDB_PROJECT: Final = "wandb-project"
OTHER_PROJECT: Final = "without --wandb-project, 3.0 logs to the project pufferlib of Weights & Biases and 4.0 to puffer4"
RUNS: Final = "max-runs"
OTHER_RUNS: Final = (
    "without --max-runs, 3.0's sweep makes 200 runs; 4.0's makes as many as [sweep] max_runs says, 1200 in upstream's "
    "default.ini"
)
EVAL: Final[Mapping[Name, str]] = {
    ENVS: "3.0's eval runs one environment, whatever it says",
    GAMES: "4.0 counts agents: those of eval are the INI's total_agents",
}
"""The flags of 3.0's eval that count what 4.0's counts otherwise (3.0.0 pufferl.py eval: [vec] becomes one Serial environment)."""
EVAL_RUNS: Final = (
    "3.0's eval runs one environment; 4.0's runs the total_agents of the INI, as training does: "
    "--vec.total-agents is for another number"
)
UNREAD_NAME: Final = "the environment is the one behind the mode, in 3.0 and in 4.0"
"""Why --env-name goes (3.0.0 pufferl.py train, eval, sweep take the name behind the mode; 8e3e754 load_config sets env_name to it)."""
OTHER_NAME: Final = "line {place}: {flag} {value} goes: 3.0 runs {name}, whatever that flag says"
BOTH: Final = "both"
FOLDERS: Final = {
    "anew": "{flag} {raw}: 4.0 has a folder for checkpoints and one for logs, and each would be worked out anew. "
    "A variable set before makes them one.",
    "never": "{flag}: 4.0 has a folder for checkpoints and one for logs, and the value cannot be written twice as it "
    "stands here.",
}
"""What is asked of a folder that cannot be the same in two flags."""
FOLDER_CHOICES: Final = (
    Choice("checkpoints", "--checkpoint-dir alone; logs go where the INI says"),
    Choice(BOTH, "for both, each worked out by itself"),
)
FOLDER_MEANWHILE: Final = "it is --checkpoint-dir alone"
LATEST: Final = "latest"
_CHECKPOINT: Final = (
    "3.0's checkpoints are torch's (.pt) of another network: 4.0 loads the flat float32 .bin files of its own. "
    "Train anew, and name one of those"
)
CHECKPOINTS: Final[Mapping[str, str]] = {
    "load-model-path": _CHECKPOINT,
    "load-id": f"a run of 3.0 holds a checkpoint of 3.0. {_CHECKPOINT}",
}
"""What to do about a checkpoint that a flag names, by flag."""
_UNPREFIXED: Final = "names of upstream's environments have no puffer_ in 4.0"
PUT_IN: Final = f"{_UNPREFIXED}: rename what is put in here, {{names}}"
PUT_IN_UNKNOWN: Final = f"{_UNPREFIXED}: mend what is put in here"
BARE: Final = (
    "3.0's {name} is its binding to another package; 4.0's {name} is upstream's own environment of that name. "
    "Another environment has to be ported to a C binding (ocean/NAME/binding.c)"
)


NO_INI: Final = (
    "total_agents = vec.num_envs x env.num_envs x agents per environment, and no INI of the environment is here that "
    "tells the last two: give the total itself"
)


def is_held(environment: str, key: str) -> bool:
    """Whether upstream's 4.0 INI of an environment holds an argument: its binding reads it."""
    known = binding(environment)
    return known is not None and key in known.needs


# Processes

_TORCHRUN: Final = re.compile(r"(?P<folder>(?:.*/)?)torchrun")
_MODULES: Final = ("torch.distributed.run", "torch.distributed.launch")
_PROCESSES: Final = re.compile(r"--nproc[-_]per[-_]node")
_NODES: Final = re.compile(r"--nnodes")
_SWITCHES: Final = frozenset({"--standalone", "--use-env", "--use_env"})
_HARMLESS: Final = re.compile(
    r"--(?:rdzv[-_](?:backend|endpoint|id|conf)|master[-_](?:addr|port)|max[-_]restarts|node[-_]rank|log[-_]dir"
    r"|monitor[-_]interval|start[-_]method|role|redirects|tee|local[-_]addr)|-[rt]"
)
"""Options of torchrun on which nothing of what is trained depends, each with its value."""
_OTHERS: Final = frozenset({"accelerate", "deepspeed", "mpirun", "mpiexec", "horovodrun"})
"""Other programs that start several processes of a command."""


@dataclass(frozen=True, slots=True)
class Processes:
    """torchrun in a launch: its words from ``first`` to ``last``, what takes their place (``python``, or nothing
    where that stands before), and how many processes it starts (empty where that is not known). ``word`` holds the
    number of its ``flag``, at ``place``. ``lost`` says why 4.0 cannot do the same."""

    first: Word
    last: Word
    instead: str
    number: str = "1"
    word: Word | None = None
    flag: str = ""
    place: Span | None = None
    lost: str = ""


def processes(launch: Launch) -> Processes | None:
    """What starts several processes of a launch; None where nothing does."""
    words = launch.command.words
    end = next(at for at, word in enumerate(words) if word is launch.program)
    for at, word in enumerate(words[:end]):
        name = word.text.rpartition("/")[2]
        if word.whole and name in _OTHERS:
            lost = f"{name} starts 3.0's processes; 4.0 starts its own: python -m pufferlib.pufferl ... --train.gpus N"
            return Processes(word, word, "", lost=lost)
        if match := _TORCHRUN.fullmatch(word.text) if word.whole else None:
            return _read(word, words[at + 1 : end], f"{match['folder']}python")
        if word.text in _MODULES and at and words[at - 1].text == "-m":
            return _read(words[at - 1], words[at + 1 : end], "")
    return None


def _read(first: Word, rest: Sequence[Word], instead: str) -> Processes:
    lost = "4.0 starts the processes of one machine itself (--train.gpus N), and "
    number, of, by, place, at = "1", None, "", None, 0
    while at < len(rest) and rest[at].text not in ("-m", "--module") and rest[at].text[:1] == "-":
        word = rest[at]
        flag, equals, value = word.text.partition("=")
        following = rest[at + 1] if at + 1 < len(rest) else None
        at += 1
        if flag in _SWITCHES:
            continue
        holder = word if equals else following
        if holder is None:
            break
        at += 0 if equals else 1
        text = value if equals else holder.text
        if _PROCESSES.fullmatch(flag):
            number, of = text if holder.whole else "", holder
            by, place = flag, holder.after if equals else holder.span
            if holder.whole and not text.isdecimal():
                return Processes(
                    first, first, instead, lost=f"{lost}torchrun's {text} is no number"
                )
        elif _NODES.fullmatch(flag):
            if not holder.whole or text not in ("1", "1:1"):
                return Processes(first, first, instead, lost=f"{lost}has none of several machines")
        elif not _HARMLESS.fullmatch(flag):
            return Processes(
                first, first, instead, lost=f"{lost}nothing is known of torchrun's {flag}"
            )
    last = rest[at - 1] if at else first
    return Processes(first, last, instead, number, of, by, place)


KEEP: Final = "keep"
"""The answer with which total_timesteps stay as they are."""


def steps_asked(
    steps: object, raw: str, processes: str, number: int | None, product: str | None
) -> tuple[str, tuple[Choice, ...]]:
    """The question on total_timesteps where several processes ran, with its answers. ``raw`` is the text of their flag,
    ``product`` shell text for the steps of all."""
    asks = f"each of torchrun's {processes} processes takes total_timesteps steps in 3.0; 4.0 divides them among its GPUs"
    known = isinstance(steps, int) and not isinstance(steps, bool)
    told = (
        f"{steps:_} steps" if known else f"{raw} steps" if raw else "the steps that the INI tells"
    )
    choices = [Choice(KEEP, f"{told} for all GPUs")]
    each = f"{told} for each of {processes} GPUs, as 3.0 does"
    if product is not None:
        choices.append(Choice(product, each))
    elif isinstance(steps, int) and known and number is not None:
        choices.append(Choice(str(steps * number), each))
    return f"{asks}.", tuple(choices)
