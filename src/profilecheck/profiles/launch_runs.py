"""What of a config a launched run reads, and where its launcher looks for INIs.

Sources: pufferlib 3.0.0 pufferl.py load_config, train, eval, sweep, export; 8e3e754 pufferlib/pufferl.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from profilecheck.profiles.base import Name
from profilecheck.profiles.launch_programs import LAUNCHERS

CONFIGS: Final[Mapping[str, str]] = {"3.0": "pufferlib/config", "4.0": "config"}
"""Where a generation's launcher looks for INIs, from the folder that holds its package."""
FILE: Final = "pufferlib/pufferl.py"
"""The launcher's file, from the same folder."""
ENVIRONMENT: Final[Name] = ("base", "env_name")
"""What names the environments of an INI: a run takes the name that it was launched with."""
PACKAGE: Final[Name] = ("base", "package")
"""What names the package of an environment in 3.0."""
_BY_POSITION: Final[Mapping[str, tuple[str, ...]]] = {
    "3.0": ("train", "eval", "sweep"),
    "4.0": LAUNCHERS["4.0"].modes,
}
"""The modes that take the environment's name from the word behind them alone. Of 3.0's others export names its file
of weights by the config's, and autotune and profile end before; 4.0's load_config puts the word into the config."""
_DERIVED: Final[Mapping[str, frozenset[Name]]] = {"3.0": frozenset({("train", "use_rnn")})}
"""What the loader sets itself once it has read all flags."""
COMPILED_NAME: Final = "_C"
"""The compiled part of a package."""
COMPILED: Final = (f"pufferlib/{COMPILED_NAME}*.so", f"pufferlib/{COMPILED_NAME}*.pyd")
"""Its file, from the same folder, as patterns."""
ENVIRONMENTS: Final = "pufferlib/environments"
"""The packages of 3.0's environments, from the same folder."""
OCEAN: Final = "pufferlib/ocean"
"""3.0's own environments, from the same folder."""
MAKERS: Final = ("environment.py", "MAKE_FUNCTIONS")
"""The file in that which makes one, and its table: a text is the class in the module NAME.NAME."""
BINDING: Final = "binding"
"""What such a module imports of its folder, compiled. Source: 3.0.0 ocean/environment.py env_creator, ocean/NAME/NAME.py."""
INSTALLED_AS: Final[Mapping[str, str]] = {
    "PIL": "pillow",
    "cv2": "opencv-python",
    "pyro": "pyro-ppl",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}
"""The distributions of packages that have another name."""
BUILT: Final = ("build/libstatic_", ".a")
"""What 4.0's build.sh leaves of the environment that it compiles, around its name. Source: 0170aa5 build.sh."""


def by_position(target: str, mode: str | None) -> bool:
    """Whether a mode reads nothing of what the flag ``--env-name`` gives."""
    return mode in _BY_POSITION.get(target, ())


def reads(target: str, mode: str, name: Name) -> bool:
    """Whether a run in that mode takes a setting from the config that its loader made."""
    section = name[0]
    swept = section == "sweep" or section.startswith("sweep.")
    if name == ENVIRONMENT or name in _DERIVED.get(target, ()):
        return False
    return mode == "sweep" or not swept
