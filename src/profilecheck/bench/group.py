"""Some environments one after another: what one process steps. What one of them raises is told with its number."""

from __future__ import annotations

from profilecheck.bench.buffers import Buffers
from profilecheck.bench.environment import Environment, Make
from profilecheck.bench.faults import failed
from profilecheck.bench.workload import BenchError, Workload

_ANY = (Exception, SystemExit)
"""SystemExit too: a worker would end on it without a word."""


class Group:
    """The environments of some numbers, over the buffers of all. Raises BenchError where one of them raises."""

    def __init__(self, workload: Workload, numbers: range, everything: Buffers, make: Make) -> None:
        self._numbers = numbers
        self._environments: list[Environment] = []
        self._steps = 0
        agents = workload.agents
        for number in numbers:
            own = everything.rows(number * agents, (number + 1) * agents)
            try:
                self._environments.append(make(workload, number, own))
            except _ANY as error:
                raise BenchError(failed(number, "when it was made", error)) from error

    def reset(self, seed: int) -> None:
        """Have all begin anew."""
        self._steps = 0
        for number, environment in zip(self._numbers, self._environments, strict=True):
            try:
                environment.reset(seed)
            except _ANY as error:
                raise BenchError(failed(number, "in its reset", error)) from error

    def step(self) -> None:
        """Step all by the actions that stand in the buffers."""
        self._steps += 1
        number = 0
        try:
            for number, environment in enumerate(self._environments):  # noqa: B007 - told below
                environment.step()
        except _ANY as error:
            when = f"in step {self._steps}"
            raise BenchError(failed(self._numbers[number], when, error)) from error
