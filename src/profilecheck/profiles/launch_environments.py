"""Names by which upstream's own environments are launched in 3.0 and in 4.0.

Sources: pufferlib 3.0.0 config/**/*.ini; 8e3e754 config/*.ini: env_name in [base].
"""

from __future__ import annotations

from collections.abc import Collection
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

_SHORTEST: Final = 5
"""How long a name is, at least, of which another is taken for a slip."""
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


def under_other_prefix(environment: str, names: Collection[str]) -> str | None:
    """The name of one's own environment that is launched with 3.0's prefix, or without it; None where there is none."""
    bare = environment.removeprefix(PREFIX)
    other = bare if bare != environment else f"{PREFIX}{bare}"
    return other if other in names else None


def meant(environment: str, target: str) -> str | None:
    """The one environment of upstream's, by its name in the target, of whose name this is a slip; None where it is
    none, or may well be the name of another."""
    if environment.removeprefix(PREFIX) in OF_3 | OF_4:
        return None
    names = {f"{PREFIX}{bare}": f"{PREFIX}{bare}" for bare in OF_3} | {n: n for n in BARE_IN_3}
    if target == "4.0":
        names = {name: bare for bare in OF_4 for name in (bare, f"{PREFIX}{bare}")}
    found = {right for name, right in names.items() if _is_slip(environment, name)}
    return found.pop() if len(found) == 1 else None


def _is_slip(written: str, name: str) -> bool:
    """Whether one name differs from another in its case, or in one place within it: a letter too many, too few,
    another, or two that changed places. A digit or another end may tell an environment of its own (``snake2``)."""
    if written.lower() == name.lower():
        return True
    if len(name.removeprefix(PREFIX)) < _SHORTEST:
        return False
    start = _alike(written, name)
    end = _alike(written[start:][::-1], name[start:][::-1])
    more, fewer = written[start : len(written) - end], name[start : len(name) - end]
    swapped = len(more) == 2 and more == fewer[::-1]
    one = len(more) <= 1 and len(fewer) <= 1
    return end > 0 and (one or swapped) and not any(map(str.isdigit, more + fewer))


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common from their start."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
