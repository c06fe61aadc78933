"""Where observations, rewards and actions lie: arrays over one stretch of memory, which processes may share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.heap import Arena
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from profilecheck.bench.workload import MOST_BYTES, Refused, Workload

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Actions = npt.NDArray[np.int32]

_ALIGNED: Final = 64
SHARED_MOUNT: Final = Path("/dev/shm")
"""Where Linux keeps memory that processes share by name."""


@dataclass(frozen=True, slots=True)
class Buffers:
    """What agents see and do, one row an agent, environment after environment.

    ``observations`` is (rows, observation_size) of float32, ``rewards`` float32, ``terminals``, ``truncations`` and
    ``masks`` bool, ``actions`` int32, each (rows,). A mask is false where an agent takes no part.
    """

    observations: Floats
    rewards: Floats
    terminals: Flags
    truncations: Flags
    masks: Flags
    actions: Actions

    def rows(self, start: int, stop: int) -> Buffers:
        """Views of some rows."""
        return Buffers(
            self.observations[start:stop],
            self.rewards[start:stop],
            self.terminals[start:stop],
            self.truncations[start:stop],
            self.masks[start:stop],
            self.actions[start:stop],
        )


def bytes_needed(workload: Workload) -> int:
    """The bytes that the buffers of a workload take. Raises Refused where that is too much."""
    size = max(stop for *_, stop in _placed(workload))
    if size > MOST_BYTES:
        raise Refused(
            f"--envs {workload.envs} x --agents {workload.agents} x --obs-size "
            f"{workload.observation_size} takes {size:,} bytes: at most {MOST_BYTES:,}"
        )
    return size


def buffers(workload: Workload, memory: Any) -> Buffers:
    """The arrays of a workload over ``memory``, which has ``bytes_needed``."""
    return Buffers(
        *(
            np.frombuffer(memory, dtype, int(np.prod(shape)), start).reshape(shape)
            for dtype, shape, start, _ in _placed(workload)
        )
    )


def _placed(workload: Workload) -> Iterator[tuple[Any, tuple[int, ...], int, int]]:
    """Type, shape, first byte and end of each array, in the order of ``Buffers``."""
    rows = workload.rows
    start = 0
    for dtype, shape in (
        (np.float32, (rows, workload.observation_size)),
        (np.float32, (rows,)),
        *[(np.bool_, (rows,))] * 3,
        (np.int32, (rows,)),
    ):
        stop = start + int(np.prod(shape)) * np.dtype(dtype).itemsize
        yield dtype, shape, start, stop
        start = -(-stop // _ALIGNED) * _ALIGNED


def shared_memory(size: int) -> Arena:
    """Memory for this process and those it starts. Raises Refused where there is none to be had.

    It has no name in any folder, so that however processes end, nothing stays behind. All of it is reserved here: else a full mount
    would kill whoever first writes to a page that it cannot give.
    """
    mounted = sys.platform == "linux" and SHARED_MOUNT.is_dir()
    if mounted:
        status = os.statvfs(SHARED_MOUNT)
        _refuse_full(size, status.f_bavail * status.f_frsize)
    try:
        arena = Arena(size)
        if mounted and os.fstat(arena.fd).st_dev != SHARED_MOUNT.stat().st_dev:
            _refuse_full(size, 0)  # it filled up just now, and this is a file on a disk
        if sys.platform == "linux":
            os.posix_fallocate(arena.fd, 0, size)
    except OSError as error:
        raise Refused(f"{size:,} bytes of shared memory: {error.strerror or error}") from error
    return arena


def _refuse_full(size: int, free: int) -> None:
    if free < size:
        raise Refused(
            f"{SHARED_MOUNT} has {free:,} bytes free, and the buffers take {size:,}: free some, mount it "
            "larger (docker run --shm-size), or ask for fewer environments, agents or observations"
        )
