"""What each generation's launcher takes: its modes, the flags of its own, and the words of others.

Sources: pufferlib 3.0.0 pufferl.py main, load_config; 8e3e754 and 052f0f5 pufferlib/pufferl.py main,
load_config; 64da1a6 src/pufferl.cu, src/ini.h; 2.0.6 demo.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Final

from profilecheck.profiles.releases import FIRST_4

PROGRAM: Final = "puffer"
MODULE: Final = "pufferlib.pufferl"
FILE: Final = "pufferl.py"
OLDER_FILE: Final = "demo.py"
"""The launcher of 2.0 and before, which users copied into their projects."""
WORDS: Final = (PROGRAM, OLDER_FILE)
"""What a command line holds that launches PufferLib, in one way or another."""

RENDER_MODES: Final = ("auto", "human", "ansi", "rgb_array", "raylib", "None")


@dataclass(frozen=True, slots=True)
class Launcher:
    """The command line of one generation.

    ``modes`` are those it knows; ``failing`` says of those that never work why; ``fixed`` are the flags
    of its own with the type of their value (None for a switch, which takes none). ``auto`` is true where
    every flag takes the word ``auto``. ``loose``: a mode is any word that holds a known one. ``twice``: it
    reads its own flags by themselves first, before it knows those of the INIs.
    """

    modes: tuple[str, ...]
    fixed: Mapping[str, type | None]
    failing: Mapping[str, str]
    auto: bool = False
    loose: bool = False
    twice: bool = False


_SHARED: Final[Mapping[str, type | None]] = {
    "load-model-path": str,
    "load-id": str,
    "render-mode": str,
    "save-frames": int,
    "gif-path": str,
    "fps": float,
    "wandb": None,
    "wandb-project": str,
    "wandb-group": str,
    "tag": str,
    "help": None,
}

_LATER_4: Final[Mapping[str, type | None]] = {
    "load-enemy-model-path": str,
    "num-games": int,
    "enemy-hidden-size": int,
    "enemy-num-layers": int,
}
"""Flags that came with 4.0's later revision, for its mode match."""
_LATER_MODES_4: Final = ("match",)

LAUNCHERS: Final[Mapping[str, Launcher]] = {
    "3.0": Launcher(
        modes=("train", "eval", "sweep", "autotune", "profile", "export"),
        fixed={
            **_SHARED,
            "max-runs": int,
            "neptune": None,
            "neptune-name": str,
            "neptune-project": str,
            "local-rank": int,
        },
        failing={
            "autotune": "it raises TypeError before it loads a config",
            "profile": "it raises TypeError before it loads a config",
        },
        twice=True,
    ),
    "4.0": Launcher(
        modes=("train", "eval", "sweep", "paretosweep", "match"),
        fixed={
            **_SHARED,
            "slowly": None,
            **_LATER_4,
        },
        failing={},
        auto=True,
        loose=True,
    ),
}
FIXED_3: Final = frozenset(LAUNCHERS["3.0"].fixed)
FIXED_4: Final = frozenset(LAUNCHERS["4.0"].fixed) - _LATER_4.keys()
"""The flags of the launchers' own, as released."""

TORCH: Final = "slowly"
"""The flag of 4.0 that trains with torch: what its native trainer makes of a value does not hold then.
Source: 8e3e754 pufferlib/pufferl.py _resolve_backend, torch_pufferl.py."""
HELP: Final = "help"
LOGGERS: Final = ("wandb", "neptune")
"""The flags of 3.0 of which its sweeps want one. Source: pufferlib 3.0.0 pufferl.py sweep."""
NATIVE: Final = "5.0"
"""The generation whose launcher is a program of its own, ``./puffer``."""

MODES: Final = tuple(dict.fromkeys(m for known in LAUNCHERS.values() for m in known.modes))

_INSTEAD: Final[Mapping[tuple[str, str], str]] = {
    ("max-runs", "4.0"): "use --sweep.max-runs",
    ("neptune", "4.0"): "4.0 logs to Weights & Biases alone: --wandb",
    (
        "neptune-name",
        "4.0",
    ): "4.0 logs to Weights & Biases alone, whose workspace WANDB_ENTITY names",
    ("neptune-project", "4.0"): "4.0 logs to Weights & Biases alone: --wandb-project",
    ("local-rank", "4.0"): "4.0 starts its own processes: use --train.gpus",
    ("slowly", "3.0"): "3.0 always trains with torch",
    ("load-enemy-model-path", "3.0"): "3.0 has no match",
    ("num-games", "3.0"): "3.0 has no match",
    ("enemy-hidden-size", "3.0"): "3.0 has no match",
    ("enemy-num-layers", "3.0"): "3.0 has no match",
}

_INSTEAD_OF_MODES: Final[Mapping[tuple[str, str], str]] = {
    ("export", "4.0"): "4.0 writes its weights as flat float32 .bin files by itself",
    ("paretosweep", "3.0"): "use sweep",
}


def modes_of(target: str, release: str = "") -> tuple[str, ...]:
    """The modes of a generation's launcher, or of that of one release or commit."""
    modes = LAUNCHERS[target].modes
    return tuple(m for m in modes if release != FIRST_4 or m not in _LATER_MODES_4)


def is_later(flag: str, release: str) -> bool:
    """Whether a launcher's own flag came only after the release or commit."""
    return release == FIRST_4 and flag.lstrip("-") in _LATER_4


def fixed_in(flag: str) -> tuple[str, ...]:
    """The generations whose launcher has a flag of its own by that name (without its dashes)."""
    return tuple(
        name for name, launcher in LAUNCHERS.items() if flag.replace("_", "-") in launcher.fixed
    )


def instead_of_flag(flag: str, target: str) -> str:
    """What takes the place of a launcher's own flag in another generation, in words."""
    return _INSTEAD.get((flag, target), "nothing takes its place")


def instead_of_mode(mode: str, target: str) -> str | None:
    """What takes the place of a mode in another generation, in words; None where nothing does."""
    return _INSTEAD_OF_MODES.get((mode, target))


def mode_of(word: str, target: str) -> str | None:
    """The mode that a word means to a generation's launcher; None where it refuses the word."""
    launcher = LAUNCHERS.get(target)
    if launcher is None or word in launcher.modes:
        return word
    if launcher.loose:
        return next((mode for mode in ("train", "eval", "sweep", "match") if mode in word), None)
    return None


def type_of(value: object) -> type:
    """The type by which a launcher reads a flag whose setting has that value."""
    return NoneType if value is None else type(value)
