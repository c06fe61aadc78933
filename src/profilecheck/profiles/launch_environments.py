"""Names by which upstream's own environments are launched in 3.0 and in 4.0.

Sources: pufferlib 3.0.0 config/**/*.ini; 8e3e754 config/*.ini: env_name in [base].
"""

from __future__ import annotations

from typing import Final

PREFIX: Final = "puffer_"
"""What 3.0 puts before the names of its own environments."""

_OF_3: Final = """
    bandit blastar boids breakout cartpole checkers connect4 continuous convert cpr drone enduro freeway go
    gpudrive grid impulse_wars memory moba multiagent nmmo3 oldgrid pacman password pong pysquared rware
    school snake spaces squared stochastic tactical target template terraform tetris tower_climb
    trash_pickup tripletriad
"""
_ALSO_OTHERS_IN_3: Final = "breakout cartpole enduro freeway gpudrive pacman pong tetris"
"""Names that are also those of 3.0's bindings to other packages: ``breakout`` is Atari's."""
_OF_4: Final = """
    asteroids benchmark blastar boids boxoban breakout cartpole chain_mdp checkers connect4 continuous
    convert convert_circle drive drone enduro freeway g2048 go impulse_wars maze memory moba nmmo3
    onestateworld pacman pong rware shared_pool slimevolley snake squared squared_continuous target template
    tetris tower_climb whisker_racer
"""

OF_3: Final = frozenset(_OF_3.split())
OF_4: Final = frozenset(_OF_4.split())
BARE_IN_3: Final = frozenset(_ALSO_OTHERS_IN_3.split())


def is_shipped(environment: str, target: str) -> bool:
    """Whether a generation ships an INI for one of upstream's own environments, by its name in any of them."""
    bare = environment.removeprefix(PREFIX)
    return bare in OF_4 if target == "4.0" else bare != environment and bare in OF_3


def misnamed(environment: str, target: str) -> str | None:
    """What the target calls one of upstream's environments that is named as another generation does: its
    name there, or nothing (an empty text) where it has none. None for every other name."""
    bare = environment.removeprefix(PREFIX)
    if target == "4.0" and bare != environment and bare in OF_3:
        return bare if bare in OF_4 else ""
    if target == "3.0" and bare == environment and bare in OF_3 - BARE_IN_3:
        return f"{PREFIX}{bare}"
    return None
