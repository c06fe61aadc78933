"""A worker of a Multiprocessing vecenv that ends later on: whoever waits for its answer is told.

Source: pufferlib 3.0.0, vector.py Multiprocessing: ``recv`` looks for ``buf["semaphores"]`` anew each time that it asks
whether a worker has answered, and ``send`` and ``async_reset`` when they write there. What stands in its place can
raise, and costs nothing while all workers live.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator, Sequence
from multiprocessing.process import BaseProcess
from typing import Any, Final, NoReturn

from profilecheck.launch.ends import ended, first_gone

SEMAPHORES: Final = "semaphores"


class Gone:
    """What stands in the place of the semaphores once a worker has ended: each use raises WorkerError."""

    def __init__(self, processes: Sequence[BaseProcess], gone: Sequence[BaseProcess]) -> None:
        self._processes = processes
        self._gone = gone

    def _tell(self) -> NoReturn:
        raise ended(self._processes, self._gone)

    def __getitem__(self, worker: object) -> NoReturn:
        self._tell()

    def __setitem__(self, workers: object, value: object) -> None:
        self._tell()

    def __iter__(self) -> Iterator[int]:
        self._tell()


def watch(vecenv: Any, processes: Sequence[BaseProcess]) -> None:
    """Look after the workers of a vecenv until the first one ends, in a thread that keeps nothing alive but them."""
    seen = (weakref.ref(vecenv), processes)
    threading.Thread(target=_watch, args=seen, name="profilecheck.make", daemon=True).start()


def _watch(vecenv: weakref.ref[Any], processes: Sequence[BaseProcess]) -> None:
    gone = first_gone(processes)
    left = vecenv()
    if left is not None:
        left.buf[SEMAPHORES] = Gone(processes, gone)
