"""What a 3.0 vecenv hands over, by the call.

Source: pufferlib 3.0.0, vector.py (reset, step; Serial, Multiprocessing, Ray: recv) and pufferlib.py
(set_buffers; PufferEnv: recv).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Handing = Literal["reset", "step", "recv"]
"""The calls that hand a batch over."""

OBSERVATIONS: Final = "observations"
AGENT_IDS: Final = "agent ids"
_STEP: Final = (OBSERVATIONS, "rewards", "terminals", "truncations", "infos")
HANDED: Final[Mapping[Handing, tuple[str, ...]]] = {
    "reset": (OBSERVATIONS, "infos"),
    "step": _STEP,
    "recv": (*_STEP, AGENT_IDS, "masks"),
}
"""What each call hands over, in this order: ``recv`` two more than ``step``."""

REWARDS: Final = "rewards"
WRITTEN: Final = _STEP[:4]
"""What an environment is to write into ``buf``: its keys, and the attributes that environment and vecenv have it by.
Serial and worker processes hand that over, and drop what the environment's own ``reset`` and ``step`` return."""
PER_ENV: Final = "agents_per_env"
"""The attribute of Serial that has how many rows of the arrays are each environment's."""
DRIVER: Final = ("num_agents", "single_observation_space", "single_action_space")
"""What Serial and Multiprocessing ask of the first environment that they make, which gets no ``buf``."""

DTYPES: Final[Mapping[str, str]] = {
    "rewards": "float32",
    "terminals": "bool",
    "truncations": "bool",
    "masks": "bool",
}
"""The dtypes that are the same for every environment: observations have that of their space."""

PER_BATCH: Final = "agents_per_batch"
"""The attribute that has the leading dimension; a PufferEnv has it misspelt, and is one batch itself."""
IN_ALL: Final = "num_agents"
SPACE: Final = "single_observation_space"
STRUCTURED: Final = "emulated_observation_dtype"
"""In ``emulated``: the dtype by which the bytes of one agent's observation are read again."""
