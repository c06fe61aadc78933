"""What the INIs that 3.0.0 ships say of the agents of its environments.

They lie below a launch line where the project has no INI of its own.

Source: pufferlib 3.0.0 config/ocean/*.ini, config/default.ini.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from profilecheck.profiles.base import Name
from profilecheck.profiles.v3_environments import ENVIRONMENTS, OCEAN, PREFIX

VEC_NUM_ENVS: Final = 2
"""default.ini's [vec] num_envs."""

_COUNTS: Final[Mapping[str, tuple[int | None, int | None, int | None]]] = {
    "blastar": (None, 4096, None),
    "boids": (2, 64, 64),
    "breakout": (8, 1024, None),
    "cartpole": (None, 4096, None),
    "checkers": (8, 4096, None),
    "connect4": (8, 1024, None),
    "convert": (16, 1, 1024),
    "drone": (8, 1024, None),
    "enduro": (1, 1024, None),
    "freeway": (8, 1024, None),
    "go": (8, 1024, None),
    "grid": (1, 1024, None),
    "impulse_wars": (16, 256, 1),
    "moba": (8, 128, None),
    "nmmo3": (8, 1, None),
    "pacman": (8, 1024, None),
    "pong": (4, 1024, None),
    "rware": (8, 128, 8),
    "school": (16, 2, 512),
    "snake": (16, 4, 256),
    "squared": (None, 4096, None),
    "target": (None, 512, 8),
    "template": (None, 4096, None),
    "terraform": (8, 1024, 1),
    "tetris": (8, 1024, None),
    "tower_climb": (8, 1024, None),
    "trash_pickup": (8, 128, 8),
    "tripletriad": (8, 1024, None),
}
"""[vec] num_envs, [env] num_envs and the argument that counts the agents of one game; None where it is not set."""


_BATCHES: Final[Mapping[str, int]] = {"impulse_wars": 4}
"""[vec] batch_size, where it is not default.ini's auto."""


def counts(environment: str) -> Mapping[Name, object]:
    """What the shipped INI of an environment sets of that which its agents are counted by; nothing where
    none is shipped for it, or its agents are not known."""
    bare = environment.removeprefix(PREFIX)
    if bare == environment or bare not in _COUNTS:
        return {}
    envs, games, agents = _COUNTS[bare]
    made = ENVIRONMENTS[bare]
    found: dict[Name, object] = {
        ("base", "package"): OCEAN,
        ("base", "env_name"): environment,
        ("vec", "num_envs"): VEC_NUM_ENVS if envs is None else envs,
        ("vec", "num_workers"): "auto",
        ("vec", "batch_size"): _BATCHES.get(bare, "auto"),
    }
    if games is not None:
        found["env", "num_envs"] = games
    if made.switch is not None:
        found["env", made.switch.key] = True  # the constructor's default
    elif made.key is not None:
        found["env", made.key] = made.agents if agents is None else agents
    return found
