"""What every vectorization gives: batches of what agents see, for actions."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from profilecheck.bench.buffers import Actions, Buffers, Flags, Floats


@dataclass(frozen=True, slots=True)
class Batch:
    """What some environments hand over at once, one row an agent; views that the next step overwrites.

    ``number`` says which of the batches it is; actions are sent for it. ``agent_ids`` are those of the rows
    among all agents; ``masks`` is false where an agent takes no part.
    """

    number: int
    observations: Floats
    rewards: Floats
    terminals: Flags
    truncations: Flags
    agent_ids: npt.NDArray[np.int64]
    masks: Flags


def batch(number: int, start: int, rows: Buffers) -> Batch:
    """The batch of some rows, the first of which is agent ``start``."""
    return Batch(
        number,
        rows.observations,
        rows.rewards,
        rows.terminals,
        rows.truncations,
        np.arange(start, start + len(rows.rewards)),
        rows.masks,
    )


@dataclass(frozen=True, slots=True)
class Usage:
    """What one process has used until now: seconds of CPU, and the most memory it held, in bytes where known."""

    cpu_seconds: float
    peak_bytes: int | None


class Vector(Protocol):
    """Vectorized environments: ``reset`` and ``step`` for all at once, or ``async_reset``, ``recv`` and ``send``
    for one batch after another, in the order in which they are ready. Closed at the end of its ``with``."""

    batches: int

    def reset(self, seed: int) -> Batch:
        """Begin anew, all environments at once."""

    def step(self, actions: Actions) -> Batch:
        """Step all environments at once."""

    def async_reset(self, seed: int) -> None:
        """Have all begin anew; ``recv`` then hands over each batch once."""

    def recv(self) -> Batch:
        """The next batch that is ready, waited for."""

    def send(self, number: int, actions: Actions) -> None:
        """Step the environments of a batch that was handed over."""

    def usage(self) -> list[Usage]:
        """What each worker has used until now; none where there are no workers. No step may be under way."""

    def close(self) -> None:
        """End all that was started. May be called again."""

    def __enter__(self) -> Vector: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
