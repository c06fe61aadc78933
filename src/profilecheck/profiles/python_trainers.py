"""The functions and classes of Python that train and evaluate, and what they take in each generation.

Sources: pufferlib 3.0.0 pufferl.py; PufferLib 8e3e754 and 052f0f5 pufferlib/pufferl.py, torch_pufferl.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from profilecheck.profiles.v3_to_v4_python import LAUNCHERS, LOAD_CONFIG

_TORCH: Final = "pufferlib.torch_pufferl.PuffeRL"
_NATIVE: Final = ("pufferlib._C.create_pufferl", "pufferlib._C.create_vec")
_TRAINER: Final = "pufferlib.pufferl.PuffeRL"
_PARTS: Final = ("pufferlib.pufferl.load_env", "pufferlib.pufferl.load_policy")

TRAINS: Final = frozenset({*LAUNCHERS, _TORCH, _TRAINER, *_NATIVE, *_PARTS} - {LOAD_CONFIG})
"""What is given a loaded config, or a part of it, and reads it."""

_BEFORE: Final = ("config", "vecenv", "policy", "logger")
_AFTER: Final = ("args", "vec", "policy", "verbose")


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a function in one generation, in their order, and those of the other generation's.

    ``swallows``: it takes any keyword, and does nothing with it where one process trains.
    """

    parameters: tuple[str, ...]
    others: tuple[str, ...]
    swallows: bool = False

    @property
    def foreign(self) -> tuple[str, ...]:
        """The parameters that only the other generation has."""
        return tuple(name for name in self.others if name not in self.parameters)


def signature(name: str, generation: str) -> Signature | None:
    """What a function of PufferLib that both generations have takes in one of them; None of any other."""
    launcher = LAUNCHERS.get(name)
    if launcher is not None and generation == "3.0":
        return Signature(launcher.before, launcher.after)
    if launcher is not None and generation == "4.0":
        return Signature(launcher.after, launcher.before, name == "pufferlib.pufferl.train")
    return _TRAINERS.get((name, generation))


_TRAINERS: Final[Mapping[tuple[str, str], Signature]] = {
    (_TRAINER, "3.0"): Signature(_BEFORE, _AFTER),
    (_TORCH, "4.0"): Signature(_AFTER, _BEFORE),
}
