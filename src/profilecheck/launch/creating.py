"""A creator of environments as Serial and Multiprocessing are given it: what it returns is looked at where it is made.

It pickles where the creator does: a worker that is spawned imports nothing of ours but this and what it imports.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from profilecheck.launch.contract import ContractError
from profilecheck.launch.written import First
from profilecheck.profiles.v3_contract import DRIVER, WRITTEN
from profilecheck.profiles.v3_processes import BUFFER


@dataclass(frozen=True, slots=True)
class Creator:
    """A creator, of whose environments those in workers (``in_workers``) are looked at until their first step."""

    creator: Callable[..., Any]
    in_workers: bool
    strict: bool

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the creator returns. Raises ContractError where no vecenv could be made of it."""
        env = self.creator(*args, **kwargs)
        given = kwargs.get(BUFFER)
        if given is None:
            _refuse_others(self.creator, env)
        elif self.in_workers and isinstance(given, dict) and given.keys() >= set(WRITTEN):
            First(env, given, self.strict).arm()
        return env


def looked_at(given: Any, *, in_workers: bool, strict: bool) -> Any:
    """A creator, or each of a list of them, as one that looks at what it returns."""
    if isinstance(given, list | tuple):
        return [Creator(one, in_workers, strict) for one in given]
    return Creator(given, in_workers, strict)


def _refuse_others(creator: object, env: object) -> None:
    missing = [name for name in DRIVER if not hasattr(env, name)]
    if not missing:
        return
    name = getattr(creator, "__name__", type(creator).__name__)
    what = "None" if env is None else f"a {type(env).__name__}"
    raise ContractError(name, [f"it returns {what}, which has no {missing[0]}: {_instead(env)}"])


def _instead(env: object) -> str:
    wrapper = None
    gymnasium = sys.modules.get("gymnasium")
    if gymnasium is not None and isinstance(env, gymnasium.Env):
        wrapper = "Gymnasium"
    elif _has(env, ("possible_agents", "observation_space", "action_space")):
        wrapper = "PettingZoo"
    if wrapper is None:
        return "expected a PufferEnv, or an environment in pufferlib.emulation's GymnasiumPufferEnv or PettingZooPufferEnv"
    return f"wrap it, as pufferlib.emulation.{wrapper}PufferEnv(env=..., buf=buf, seed=seed)"


def _has(env: object, names: Iterable[str]) -> bool:
    return all(hasattr(env, name) for name in names)
