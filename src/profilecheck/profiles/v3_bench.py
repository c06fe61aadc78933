"""What a synthetic benchmark asks for, in the words of 3.0's ``vector.make``.

So the rules that judge a call of it judge the benchmark too.
"""

from __future__ import annotations

from typing import Final

GENERATION: Final = "3.0"
"""The generation whose vectorization the benchmark's has the layout of: workers with equal shares of the
environments, batches of whole workers (pufferlib 3.0.0, vector.py)."""
SERIAL: Final = "Serial"
MULTIPROCESSING: Final = "Multiprocessing"
OPTIONS: Final = {
    "num_envs": "envs",
    "num_workers": "workers",
    "batch_size": "batch_size",
    "overwork": "overwork",
}
"""What the benchmark calls the arguments."""


def make_arguments(
    *, processes: bool, envs: int, workers: int, batch_size: int, overwork: bool
) -> dict[str, object]:
    """The arguments of the call that would lay out the same environments. Serial reads none but the number."""
    if not processes:
        return {"backend": SERIAL, "num_envs": envs}
    asked = {"overwork": True} if overwork else {}
    return {
        "backend": MULTIPROCESSING,
        "num_envs": envs,
        "num_workers": workers,
        "batch_size": batch_size,
        "zero_copy": True,
        **asked,
    }
