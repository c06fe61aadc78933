"""All environments in this process, one after another."""

from __future__ import annotations

from types import TracebackType

from profilecheck.bench.buffers import Actions, buffers, bytes_needed
from profilecheck.bench.environment import Make, Synthetic
from profilecheck.bench.group import Group
from profilecheck.bench.vector import Batch, Usage, batch
from profilecheck.bench.workload import Workload


class Serial:
    """One batch, stepped when its actions are sent. Raises BenchError where an environment raises."""

    batches = 1

    def __init__(self, workload: Workload, make: Make = Synthetic) -> None:
        self._all = buffers(workload, bytearray(bytes_needed(workload)))
        self._batch = batch(0, 0, self._all)
        self._group = Group(workload, range(workload.envs), self._all, make)

    def reset(self, seed: int) -> Batch:
        self.async_reset(seed)
        return self.recv()

    def step(self, actions: Actions) -> Batch:
        self.send(0, actions)
        return self.recv()

    def async_reset(self, seed: int) -> None:
        self._group.reset(seed)

    def recv(self) -> Batch:
        return self._batch

    def send(self, number: int, actions: Actions) -> None:
        self._all.actions[:] = actions
        self._group.step()

    def usage(self) -> list[Usage]:
        return []

    def close(self) -> None:
        """There is nothing to end."""

    def __enter__(self) -> Serial:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
