"""Ask the real ``pufferlib.vector`` of 3.0.0 what its vecenvs hand over, and of which length.

    PYTHON tools/oracle/shapes.py < cases.jsonl > shapes.jsonl

PYTHON is the interpreter of an environment made by ``env.py`` (with ray in it, where a case needs
that). A case is the keyword arguments of ``make``, one a line; the environments have three agents.
Workers really start; with ``overwork`` the number of cores does not matter.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
from functools import partial
from typing import Any

AGENTS = 3
FIELDS = ("observations", "rewards", "terminals", "truncations", "infos", "agent_ids", "masks")


def shapes(make: Any, environment: Any, zeros: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
    """The lengths of what reset, step and recv hand over, and what the vecenv says of itself."""
    vecenv = make(environment, **kwargs)
    try:
        reset = vecenv.reset(1)
        # a PufferEnv has no agents_per_batch: 3.0 misspells it
        taken = getattr(vecenv, "agents_per_batch", vecenv.num_agents)
        step = vecenv.step(zeros(taken))
        vecenv.async_reset(1)
        recv = vecenv.recv()
        told = {
            name: getattr(vecenv, name, None)
            for name in ("num_agents", "agents_per_batch", "num_envs", "num_workers")
        }
        told["workers_per_batch"] = getattr(vecenv, "workers_per_batch", None)
        return {
            "reset": _lengths(reset[:1]),
            "step": _lengths(step[:4]),
            "recv": _lengths(recv),
            "vecenv": told,
        }
    finally:
        vecenv.close()


def _lengths(arrays: Any) -> dict[str, int]:
    named = zip(FIELDS, arrays)  # noqa: B905 - a call may hand over fewer
    return {name: len(array) for name, array in named if name != "infos"}


def main() -> int:
    """Answer each case on a line of its own."""
    cases = [json.loads(line) for line in sys.stdin]
    os.chdir(tempfile.mkdtemp())  # the import leaves a symlink in its directory
    gymnasium: Any = importlib.import_module("gymnasium")
    np: Any = importlib.import_module("numpy")
    pufferlib: Any = importlib.import_module("pufferlib")
    make = importlib.import_module("pufferlib.vector").make

    class Environment(pufferlib.PufferEnv):  # type: ignore[misc]
        """An environment that does nothing."""

        def __init__(self, buf: Any = None, seed: int = 0) -> None:
            self.single_observation_space = gymnasium.spaces.Box(0, 1, (2,), np.float32)
            self.single_action_space = gymnasium.spaces.Discrete(2)
            self.num_agents = AGENTS
            super().__init__(buf)

        def reset(self, seed: int | None = None) -> tuple[Any, list[Any]]:
            return self.observations, []

        def step(self, actions: Any) -> tuple[Any, ...]:
            return (self.observations, self.rewards, self.terminals, self.truncations, [])

        def close(self) -> None:
            return None

    for kwargs in cases:
        answer = shapes(make, Environment, partial(np.zeros, dtype=np.int32), kwargs)
        print(json.dumps({"kwargs": kwargs, **answer}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
