"""The agents of the environments that 3.0.0 ships in pufferlib.ocean.

One environment of [vec] is an object that runs ``num_envs`` of [env] games of its own. Only those
are listed whose number of agents is a product of plain arguments.

Source: pufferlib 3.0.0 ocean/NAME/NAME.py, the constructors' num_agents and defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.profiles.known_agents import KnownAgents


@dataclass(frozen=True, slots=True)
class Environment:
    """``num_envs`` is the constructor's default; ``key`` names the argument that holds the agents of
    one game and ``agents`` is that argument's default, or the number itself where there is no key."""

    num_envs: int = 1
    agents: int = 1
    key: str | None = None


ENVIRONMENTS: Final[Mapping[str, Environment]] = {
    **dict.fromkeys(
        (
            *("blastar", "breakout", "cartpole", "checkers", "connect4", "enduro", "freeway"),
            *("go", "pacman", "pong", "squared", "template", "tetris", "tripletriad"),
        ),
        Environment(),
    ),
    "boids": Environment(key="num_boids"),
    "convert": Environment(agents=1024, key="num_agents"),
    "drone": Environment(num_envs=16),
    "grid": Environment(num_envs=4096),
    "impulse_wars": Environment(key="num_agents"),
    "nmmo3": Environment(num_envs=4, agents=1024, key="num_players"),
    "rware": Environment(agents=4, key="num_agents"),
    "school": Environment(agents=1024, key="num_agents"),
    "snake": Environment(num_envs=16, agents=256, key="num_snakes"),
    "target": Environment(agents=8, key="num_agents"),
    "terraform": Environment(agents=8, key="num_agents"),
    "tower_climb": Environment(num_envs=4096),
    "trash_pickup": Environment(agents=3, key="num_agents"),
}
PREFIX: Final = "puffer_"


def known_agents(values: Mapping[tuple[str, str], object]) -> KnownAgents | None:
    """The agents of one environment of [vec], from the effective values.

    None where the environment is not upstream's, where the file names several, or where a value is
    no positive whole number.
    """
    name = values.get(("base", "env_name"))
    env = {key: value for (section, key), value in values.items() if section == "env"}
    if values.get(("base", "package")) != "ocean" or not isinstance(name, str):
        return None
    known = ENVIRONMENTS.get(name.strip().removeprefix(PREFIX))
    if known is None:
        return None
    games = _count(env.get("num_envs", known.num_envs))
    each = _count(env.get(known.key, known.agents) if known.key else known.agents)
    if games is None or each is None:
        return None
    read = ("num_envs", known.key) if known.key else ("num_envs",)
    given = tuple((key, env[key]) for key in read if key in env)
    return KnownAgents(name.strip(), games * each, given)


def _count(value: object) -> int | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and value > 0 else None  # type: ignore[operator,return-value]
