"""What 3.0's ``vector.make`` asks of the program that calls it: worker processes and creators.

Source of every fact: pufferlib 3.0.0, vector.py make and the constructors of Serial, Multiprocessing
and Ray, run; tests/oracle/test_processes.py repeats the runs.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, Literal

from profilecheck.document import Argument, Call, Definition
from profilecheck.profiles.python_calls import PARAMETERS
from profilecheck.profiles.v3_call import CREATORS

BACKEND: Final = ("vec", "backend")
"""The setting that chooses how environments are vectorized."""
NOT_CALLABLE: Final = frozenset({"pufferlib.PufferEnv", "gymnasium.Env"})
"""Classes of environments whose instances are no callables, by themselves."""
STARTS_PROCESSES: Final = "Multiprocessing"
"""The backend whose constructor starts processes, by Python's own start method; they are no daemons.
Ray's actors are started by ray itself, which pickles by value."""
FORK: Final = "fork"
"""The start method under which a worker has what this process has, and nothing is pickled."""
SENT: Final = (CREATORS, "env_args", "env_kwargs")
"""The arguments that are pickled for a worker that is not forked."""
ADDED: Final = ("buf", "seed")
"""The keywords with which a worker calls its creator, besides env_kwargs. The driver environment, which
is built first in the program itself, gets neither."""
ADDS: Final = ("Serial", "Multiprocessing", "Ray")
"""The backends that add them."""
_ENDS: Final = {
    "Serial": "make raises TypeError",
    "Ray": "its actors die, and the first recv raises",
    STARTS_PROCESSES: "its workers die, and the first recv waits for ever",
}
"""What comes of a creator that does not take them."""
BUFFER: Final = "buf"
"""Where an environment is to write its observations: nothing else of it is read."""

HAVE_INFOS: Final = frozenset(
    {"pufferlib.emulation.GymnasiumPufferEnv", "pufferlib.emulation.PettingZooPufferEnv"}
)
"""The classes of environments that return infos at each reset."""

RESETS: Final = frozenset({"reset", "async_reset", "pufferlib.pufferl.PuffeRL"})
"""The methods of a vecenv that reset it, and the trainer, which does so as soon as it is made."""

ONLY_READ: Final = frozenset(
    {
        *("action_space", "agents_per_batch", "driver_env", "emulated", "num_agents", "num_envs"),
        *("observation_space", "single_action_space", "single_observation_space"),
    }
)
"""Attributes of a vecenv that change nothing when they are read."""

# fmt: off
_LEAVES_RUNNING: Final = frozenset(
    {
        "action_space", "actions", "agent_ids", "agents_per_batch", "async_reset", "driver_env", "emulated",
        "envs_per_worker", "flag", "infos", "initialized", "notify", "num_agents", "num_environments",
        "num_envs", "num_workers", "observation_space", "observations", "recv", "reset", "rewards", "send",
        "single_action_space", "single_observation_space", "step", "workers_per_batch", "zero_copy",
    }
)
# fmt: on
"""The attributes of a Multiprocessing with which nobody ends its processes."""


def leaves_running(attributes: Collection[str]) -> bool:
    """Whether the workers outlive the program if these are all attributes that it reads of them."""
    return _LEAVES_RUNNING.issuperset(attributes)


def argument(call: Call, name: str) -> Argument | None:
    """The argument that a parameter of ``make`` gets, by keyword or by position."""
    place = PARAMETERS.index(name)
    return next((given for given in call.arguments if given.key in (name, place)), None)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What a creator's signature does not go with.

    ``kind``: it does not take names that are passed to it (``added`` where only the workers pass them),
    or needs names that are not. ``near`` is what may have been meant.
    """

    kind: Literal["added", "refused", "needed"]
    names: tuple[str, ...]
    near: str | None = None

    def told(self, backend: str) -> str:
        """What the creator does, and what comes of it, in words."""
        names = " and ".join(self.names)
        if self.kind == "added":
            return f"does not take {names}, which {backend} passes to every environment: {_ENDS[backend]}"
        if self.kind == "refused":
            guess = f" (did you mean {self.near}?)" if self.near else ""
            return f"does not take {names} of env_kwargs{guess}: make raises TypeError"
        return f"needs {names}, which make does not pass to the first environment: make raises TypeError"


def mismatches(
    creator: Definition, backend: str, env_args: object, env_kwargs: object
) -> list[Mismatch]:
    """All of a creator's, in the order in which ``make`` meets them. What env_args and env_kwargs are is
    judged where they are known: a list or tuple, a mapping, or None where they are not given."""
    if creator.parameters is None:
        return []
    found = []
    args = [] if env_args is None else env_args
    kwargs = {} if env_kwargs is None else env_kwargs
    if isinstance(args, list | tuple) and isinstance(kwargs, dict):
        placed = creator.positional[: len(args)]
        needed = sorted(creator.required - set(placed) - set(kwargs))
        refused = [n for n in kwargs if n in placed or not _takes(creator, n)]
        if refused:
            free = creator.parameters - {*placed, *kwargs, *ADDED}
            near = get_close_matches(str(refused[0]), sorted(free), 1)
            found.append(Mismatch("refused", tuple(map(str, refused)), next(iter(near), None)))
        if needed:
            found.append(Mismatch("needed", tuple(needed)))
    if backend in ADDS:
        added = tuple(name for name in ADDED if not _takes(creator, name))
        if added:
            found.append(Mismatch("added", added))
    return found


def _takes(creator: Definition, name: object) -> bool:
    return creator.rest or (creator.parameters is not None and name in creator.parameters)


def drops_buffer(creator: Definition) -> bool:
    """Whether a creator takes the buffer and never looks at it, so that its environment has its own."""
    if creator.parameters is None:
        return False
    return (BUFFER if BUFFER in creator.parameters else "**") in creator.unused
