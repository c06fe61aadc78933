"""Worker processes of a Multiprocessing vecenv: none is waited for in vain, none is left behind.

Source: pufferlib 3.0.0, vector.py Multiprocessing: a worker says by its semaphore that it has answered; ``recv``
asks for nothing else, so it waits for ever where a worker has ended. ``processes`` are no daemons.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable
from multiprocessing.process import BaseProcess
from typing import Any, Final

from profilecheck.launch.ends import ended
from profilecheck.telling import told

_PAUSE: Final = 0.001
_PATIENCE: Final = 5.0
"""Seconds for which a worker may end by itself once it is asked to."""


def build(backend: type[Any]) -> Callable[..., Any]:
    """A class of workers as a function that leaves no process behind where its constructor raises."""

    def built(*args: Any, **kwargs: Any) -> Any:
        made: Any = object.__new__(backend)
        try:
            made.__init__(*args, **kwargs)
        except BaseException:
            end(getattr(made, "processes", ()), os.getpid())
            with contextlib.suppress(
                Exception
            ):  # it raised already, and may have no environment yet
                made.driver_env.close()
            raise
        return made

    return built


def wait(vecenv: Any, answered: int) -> None:
    """Until every worker has answered. Raises WorkerError where one has ended before."""
    while busy := [
        number for number, state in enumerate(vecenv.buf["semaphores"]) if state < answered
    ]:
        gone = [number for number in busy if not vecenv.processes[number].is_alive()]
        # one that answered and ended between the two looks is no longer busy
        gone = [number for number in gone if vecenv.buf["semaphores"][number] < answered]
        if gone:
            raise ended(vecenv.processes, [vecenv.processes[number] for number in gone])
        time.sleep(_PAUSE)


def refuse_seed(seed: Any) -> None:
    """Raise TypeError for a seed that cannot be added to: ``async_reset`` would tell the workers to reset first, and
    they would wait for their seeds for ever.

    Source: pufferlib 3.0.0, vector.py Multiprocessing.async_reset.
    """
    try:
        seed + 0
    except TypeError as error:
        raise TypeError(
            f"seed = {told(seed)}: Multiprocessing adds a number to it: {error}"
        ) from None


def forget_infos(vecenv: Any, module: Any) -> None:
    """Note that infos were received, where nothing was sent since: ``async_reset`` waits for them once more, for ever.

    Source: pufferlib 3.0.0, vector.py Multiprocessing.recv, which leaves the semaphore at INFO, and async_reset.
    """
    if vecenv.flag == module.SEND:
        vecenv.buf["semaphores"][vecenv.w_slice] = module.MAIN


def end(processes: Iterable[BaseProcess], owner: int) -> None:
    """End what is left of workers, in the process that started them (``owner``); in a copy of it, nothing."""
    if os.getpid() != owner:
        return
    left = [process for process in processes if process.is_alive()]
    for process in left:
        process.terminate()
    until = time.monotonic() + _PATIENCE
    for process in left:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()
