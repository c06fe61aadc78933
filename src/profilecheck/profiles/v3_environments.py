"""The environments that 3.0.0 ships: their packages, the names of pufferlib.ocean, and the agents of these.

One environment of [vec] is an object that runs ``num_envs`` of [env] games of its own. Only those
are listed whose number of agents plain arguments decide.

Sources: pufferlib 3.0.0 ocean/environment.py, environments/*; ocean/NAME/NAME.py, the constructors' num_agents and
defaults; pufferl.py load_env.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from profilecheck.document import UNKNOWN
from profilecheck.profiles.known_agents import KnownAgents, Switch


@dataclass(frozen=True, slots=True)
class Environment:
    """``num_envs`` is the constructor's default; ``key`` names the argument that holds the agents of
    one game and ``agents`` is that argument's default, or the number itself where there is no key. Where an argument
    that is on by default decides between two numbers, ``switch`` has them."""

    num_envs: int = 1
    agents: int = 1
    key: str | None = None
    switch: Switch | None = None

    @property
    def decides(self) -> str | None:
        """The argument that decides how many agents one game has."""
        return self.switch.key if self.switch is not None else self.key

    def each(self, given: Mapping[str, object]) -> int | None:
        """The agents of one game with these arguments; None where that is not known."""
        if self.switch is None:
            return _count(given.get(self.key, self.agents) if self.key else self.agents)
        value = given.get(self.switch.key, True)
        return None if value is UNKNOWN else self.switch.on if value else self.switch.off


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
    "moba": Environment(num_envs=4, switch=Switch("script_opponents", on=5, off=10)),
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
OCEAN: Final = "ocean"
PACKAGES: Final = frozenset(
    (
        *("atari", "box2d", "bsuite", "butterfly", "classic_control", "classic_control_continuous"),
        *("craftax", "crafter", "dm_control", "dm_lab", "gpudrive", "griddly", "gvgai", "kinetix"),
        *(
            "links_awaken",
            "magent",
            "metta",
            "microrts",
            "minerl",
            "minigrid",
            "minihack",
            "mujoco",
        ),
        *("nethack", "nmmo", "open_spiel", "pokemon_red", "procgen", "slimevolley", "smac"),
        *("stable_retro", "test", "trade_sim", "vizdoom", OCEAN),
    )
)
"""What ``[base] package`` may name: the folders of pufferlib.environments, and ocean."""
MADE: Final = frozenset(
    (
        *(
            "breakout",
            "blastar",
            "convert",
            "pong",
            "freeway",
            "enduro",
            "tetris",
            "cartpole",
            "moba",
        ),
        *("boids", "drone", "nmmo3", "snake", "squared", "school", "pysquared", "connect4"),
        *("terraform", "template", "tripletriad", "tactical", "target", "go", "rware"),
        *("trash_pickup", "tower_climb", "grid", "cpr", "impulse_wars", "gpudrive", "pacman"),
        *("checkers", "spaces", "multiagent"),
    )
)
"""The names of pufferlib.ocean's MAKE_FUNCTIONS."""
LEFT_OUT: Final = frozenset(
    (
        *("bandit", "continuous", "foraging", "group", "memory", "password", "performance"),
        *("performance_empiric", "predator_prey", "stochastic", "oldgrid"),
    )
)
"""Environments of 3.0.0's source, or of the INIs that it ships, that MAKE_FUNCTIONS lacks."""


def bare_of(name: str) -> str:
    """An environment's name as pufferlib.ocean looks it up: it takes every puffer_ out."""
    return name.strip().replace(PREFIX, "")


Refusal = Literal["no-prefix", "left-out", "unknown"]


def refusal(name: str) -> tuple[Refusal, str] | None:
    """Why pufferlib.ocean makes no environment of a name, and what it raises; None where it makes one."""
    if PREFIX not in name:
        return "no-prefix", f"APIUsageError 'Invalid environment name: {name}'"
    bare = bare_of(name)
    if bare in MADE:
        return None
    return ("left-out" if bare in LEFT_OUT else "unknown"), f"KeyError {bare!r}"


def known_agents(values: Mapping[tuple[str, str], object]) -> KnownAgents | None:
    """The agents of one environment of [vec], from the effective values.

    None where the environment is not upstream's, where the file names several, or where a value is
    no positive whole number.
    """
    name = values.get(("base", "env_name"))
    env = {key: value for (section, key), value in values.items() if section == "env"}
    if values.get(("base", "package")) != "ocean" or not isinstance(name, str):
        return None
    known = ENVIRONMENTS.get(bare_of(name))
    if known is None:
        return None
    games = _count(env.get("num_envs", known.num_envs))
    each = known.each(env)
    if games is None or each is None:
        return None
    read = ("num_envs", known.decides) if known.decides else ("num_envs",)
    given = tuple((key, env[key]) for key in read if key in env)
    return KnownAgents(name.strip(), games * each, given)


def agents_of_one(each: int, values: Mapping[tuple[str, str], object]) -> int | None:
    """The agents of one environment of [vec], which runs [env] num_envs games of ``each`` agents; None where
    their number is not known. By default it runs one, or as many as upstream's environment of that name does.

    Where ``make`` is called by hand the arguments of an environment stand in env_kwargs.
    """
    games = values.get(("env", "num_envs"))
    if games is None and ("vec", "env_kwargs") in values:
        passed = values["vec", "env_kwargs"]
        games = passed.get("num_envs", 1) if isinstance(passed, dict) else passed
    if games is None:
        name = values.get(("base", "env_name"))
        shipped = ENVIRONMENTS.get(bare_of(name)) if isinstance(name, str) else None
        games = shipped.num_envs if shipped and values.get(("base", "package")) == OCEAN else 1
    number = _count(games)
    return None if number is None else number * each


def _count(value: object) -> int | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and value > 0 else None  # type: ignore[operator,return-value]
