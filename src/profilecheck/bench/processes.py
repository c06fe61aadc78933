"""Environments in worker processes, which write what they see into shared memory.

Nothing outlives ``close``: the memory has no name, workers are ended and waited for, and each ends by itself
once this process is gone, whatever ended it.
"""

from __future__ import annotations

import atexit
import multiprocessing
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Final, cast

from profilecheck.bench.buffers import Actions, buffers, bytes_needed, shared_memory
from profilecheck.bench.environment import Make, Synthetic
from profilecheck.bench.faults import died
from profilecheck.bench.vector import Batch, Usage, batch
from profilecheck.bench.worker import CLOSE, FAILED, RESET, SEED, STEP, USAGE, USED, serve
from profilecheck.bench.workload import BenchError, Layout, Refused, Workload
from profilecheck.signals import held, interrupts_blocked

_PATIENCE: Final = 2.0
"""Seconds that a process is given to end when it is asked to, before it is made to."""


@dataclass(slots=True)
class _Worker:
    number: int
    connection: Connection
    process: BaseProcess
    batch: int


class Processes:
    """Batches of whole workers, each handed over when all of its workers are done.

    Every worker has the same number of environments, and every batch the same number of workers. Raises
    BenchError where a worker dies, does not answer in time, or has an environment that raises.
    """

    def __init__(self, workload: Workload, layout: Layout, make: Make = Synthetic) -> None:
        self._layout = layout
        self.batches = workload.envs // layout.batch_size
        self._workers: list[_Worker] = []
        self._closed = False
        self._memory = shared_memory(bytes_needed(workload))
        everything = buffers(workload, self._memory.buffer)
        size = layout.batch_size * workload.agents
        self._rows = [everything.rows(n * size, (n + 1) * size) for n in range(self.batches)]
        self._batches = [batch(n, n * size, rows) for n, rows in enumerate(self._rows)]
        self._missing = [0] * self.batches
        """Of each batch the workers that are not done."""
        self._ready: deque[int] = deque()
        self._busy: dict[Connection, _Worker] = {}
        try:
            self._start(workload, make)
            self._wait_for_all()
        except BaseException:
            self._end()
            raise

    def _start(self, workload: Workload, make: Make) -> None:
        layout = self._layout
        methods: Any = multiprocessing.get_context(layout.start_method)
        if layout.start_method != "fork":
            # As it starts, it unblocks the signals that are to stay blocked below.
            resource_tracker.ensure_running()
        atexit.register(self._end)  # at exit, multiprocessing would wait for what no signal ends
        with held(), interrupts_blocked(all_ends=True):
            for number in range(layout.workers):
                try:
                    self._start_worker(methods, number, workload, make)
                except OSError as error:
                    why = error.strerror or error
                    raise BenchError(f"worker {number} could not be started: {why}") from error

    def _start_worker(self, methods: Any, number: int, workload: Workload, make: Make) -> None:
        each = workload.envs // self._layout.workers
        ours, theirs = methods.Pipe()
        # A process that is forked has what was open here, and would keep it open.
        forked = self._layout.start_method == "fork"
        others = [ours, *(one.connection for one in self._workers)] if forked else []
        process = methods.Process(
            target=serve,
            args=(
                *(theirs, others, self._memory, workload),
                *(range(number * each, (number + 1) * each), make),
            ),
            name=f"profilecheck-bench-{number}",
            daemon=True,
        )
        try:
            process.start()
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        worker = _Worker(number, ours, process, number * self.batches // self._layout.workers)
        self._workers.append(worker)
        self._expect(worker)

    def reset(self, seed: int) -> Batch:
        self.async_reset(seed)
        return self.recv()

    def step(self, actions: Actions) -> Batch:
        self.send(0, actions)
        return self.recv()

    def async_reset(self, seed: int) -> None:
        self._wait_for_all()
        self._ready.clear()
        for worker in self._workers:
            self._tell(worker, RESET + SEED.pack(seed))

    def recv(self) -> Batch:
        while not self._ready:
            self._take_answers()
        return self._batches[self._ready.popleft()]

    def send(self, number: int, actions: Actions) -> None:
        self._rows[number].actions[:] = actions
        each = len(self._workers) // self.batches
        for worker in self._workers[number * each : (number + 1) * each]:
            self._tell(worker, STEP)

    def usage(self) -> list[Usage]:
        used = []
        for worker in self._workers:
            self._write(worker, USAGE)
            seconds, peak = USED.unpack(self._answer_within(worker))
            used.append(Usage(seconds, None if peak < 0 else peak))
        return used

    def _answer_within(self, worker: _Worker) -> bytes:
        if not worker.connection.poll(self._layout.timeout):
            raise self._silent([worker])
        return self._read(worker)

    def _tell(self, worker: _Worker, command: bytes) -> None:
        self._expect(worker)
        self._write(worker, command)

    def _expect(self, worker: _Worker) -> None:
        self._busy[worker.connection] = worker
        self._missing[worker.batch] += 1

    def _take_answers(self) -> None:
        """Wait for at least one worker that is under way."""
        answered = wait(list(self._busy), self._layout.timeout)
        if not answered:
            raise self._silent(self._busy.values())
        for connection in cast("list[Connection]", answered):
            worker = self._busy.pop(connection)
            answer = self._read(worker)
            if answer[:1] == FAILED:
                raise BenchError(f"worker {worker.number}: {answer[1:].decode()}")
            self._missing[worker.batch] -= 1
            if not self._missing[worker.batch]:
                self._ready.append(worker.batch)

    def _wait_for_all(self) -> None:
        while self._busy:
            self._take_answers()

    def _read(self, worker: _Worker) -> bytes:
        try:
            return worker.connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise self._lost(worker) from error

    def _write(self, worker: _Worker, command: bytes) -> None:
        try:
            worker.connection.send_bytes(command)
        except OSError as error:
            raise self._lost(worker) from error

    def _lost(self, worker: _Worker) -> BenchError:
        worker.process.join(_PATIENCE)
        how = died(worker.process.exitcode)
        return BenchError(f"worker {worker.number} (process {worker.process.pid}) {how}")

    def _silent(self, workers: Iterable[_Worker]) -> BenchError:
        who = ", ".join(str(worker.number) for worker in workers)
        return BenchError(f"no answer within {self._layout.timeout:g} s from worker {who}")

    def close(self) -> None:
        if self._closed:
            return
        try:
            for worker in self._workers:
                with suppress(OSError):  # it is gone
                    worker.connection.send_bytes(CLOSE)
            end = time.monotonic() + _PATIENCE
            for worker in self._workers:
                worker.process.join(max(0.0, end - time.monotonic()))
        finally:
            self._end()

    def _end(self) -> None:
        """End what is left, at once; what asks to end once more waits until it is done."""
        self._closed = True
        with held():
            self._end_workers()
        atexit.unregister(self._end)

    def _end_workers(self) -> None:
        for worker in self._workers:
            worker.connection.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.process.close()
        self._workers.clear()

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self._end()


def refuse_start_method(layout: Layout) -> None:
    """Raise Refused for a way to start processes that this platform has not."""
    known = multiprocessing.get_all_start_methods()
    if layout.start_method is not None and layout.start_method not in known:
        raise Refused(f"--start-method {layout.start_method}: this platform has {', '.join(known)}")
