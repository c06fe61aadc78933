"""The same work on many items, in several processes: the results are in the order of the items.

Which process does what, and when, cannot be seen in the results. A process that dies takes nothing
with it: what it had in hand is done here.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

from profilecheck.hosts import this_machine
from profilecheck.signals import interrupts_blocked

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
R = TypeVar("R")
Start: TypeAlias = Callable[[], Callable[[T], R]]

CHUNK: Final = 32
"""Items that a process is given at once."""
LEAST: Final = 1000
"""Items for which processes are started, at least. As measured, a process costs what judging 25 files does
where it is forked, and 75 where it is started anew; what several gain, benchmarks/jobs.py measures."""
EACH: Final = 250
"""Items for each process, at least."""


def cores() -> int:
    """How many processes may run at the same time, by all that bounds this one."""
    allowed = (limit.cpus for limit in this_machine().limits)
    return max(1, int(min([os.cpu_count() or 1, *allowed])))


def spread(start: Start[T, R], items: Sequence[T], jobs: int | None) -> list[R]:
    """What the work makes of each item. ``start`` gives it, once for each process, and can be pickled.

    At most ``jobs`` processes work, None: as many as there are cores. Few items are worked on here.
    """
    work = start()
    wanted = min(jobs or cores(), len(items) // EACH)
    if len(items) < LEAST or wanted == 1:
        return list(map(work, items))
    # What is done here first loads what all need: processes that are forked have it then.
    chunks = [items[begin : begin + CHUNK] for begin in range(0, len(items), CHUNK)]
    done = {0: list(map(work, chunks[0]))}
    done |= _elsewhere(start, chunks, wanted)
    lost = (place for place in range(len(chunks)) if place not in done)
    done |= {place: list(map(work, chunks[place])) for place in lost}
    return [result for place in range(len(chunks)) for result in done[place]]


def _elsewhere(start: Start[T, R], chunks: Sequence[Sequence[T]], jobs: int) -> dict[int, list[R]]:
    """The results of other processes on all chunks but the first, by the place of each."""
    from multiprocessing.connection import wait

    done: dict[int, list[R]] = {}
    places = iter(range(1, len(chunks)))
    with _workers(start, jobs) as workers:
        busy: dict[Connection, int] = {}
        for worker in workers:
            with suppress(OSError):
                _hand_over(worker, chunks, places, busy)
        while busy:
            for ready in wait(list(busy)):
                worker = cast("Connection", ready)
                place = busy.pop(worker)
                with suppress(EOFError, OSError):  # it died
                    done[place] = worker.recv()
                    _hand_over(worker, chunks, places, busy)
    return done


def _hand_over(
    worker: Connection,
    chunks: Sequence[Sequence[T]],
    places: Iterator[int],
    busy: dict[Connection, int],
) -> None:
    """Give a process its next chunk, where there is one."""
    for place in places:
        worker.send(chunks[place])
        busy[worker] = place
        break


@contextmanager
def _workers(start: Start[T, R], jobs: int) -> Iterator[list[Connection]]:
    """Processes that work, as the connections to them. None of them is left afterwards."""
    import multiprocessing  # takes its time, which few files are not worth

    forked = _may_fork()
    methods = multiprocessing.get_context()
    context = methods.get_context("fork") if forked else methods.get_context("spawn")
    started: list[tuple[Connection, BaseProcess]] = []
    try:
        with interrupts_blocked():
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                # A process that is forked has what was open here, and would keep it open.
                others = [ours, *(one for one, _ in started)] if forked else []
                process: BaseProcess = context.Process(
                    target=_work, args=(theirs, others, start), daemon=True
                )
                with suppress(OSError):  # no further process can be had
                    process.start()
                    started.append((ours, process))
                theirs.close()
        yield [ours for ours, _ in started]
    finally:
        for ours, process in started:
            ours.close()
            process.terminate()
        for _, process in started:
            process.join()


def _may_fork() -> bool:
    """Whether a process may be forked: only where no other thread may hold a lock just then."""
    try:
        return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208
    except OSError:
        return False


def _work(own: Connection, others: Sequence[Connection], start: Start[T, R]) -> None:
    """What a process does: work on chunks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        other.close()
    with suppress(
        Exception
    ):  # there is no more to do; or what fails here fails again where it is told
        work = start()
        while True:
            own.send(list(map(work, own.recv())))
