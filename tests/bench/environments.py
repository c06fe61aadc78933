"""Environments that fail, and one that looks for what it must not find. They pickle, so that workers can make them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time

from profilecheck.bench.buffers import Buffers
from profilecheck.bench.environment import Synthetic
from profilecheck.bench.workload import Workload


class _Counting(Synthetic):
    def __init__(self, workload: Workload, index: int, own: Buffers) -> None:
        super().__init__(workload, index, own)
        self.index = index
        self.steps = 0

    def step(self) -> None:
        super().step()
        self.steps += 1
        if (self.index, self.steps) == (3, 7):
            self.seventh_step()

    def seventh_step(self) -> None:
        """Of environment 3."""


class Raising(_Counting):
    def seventh_step(self) -> None:
        raise RuntimeError("out of cheese")


class Starved(_Counting):
    def seventh_step(self) -> None:
        raise MemoryError("no room for the next level")


class Exiting(_Counting):
    def seventh_step(self) -> None:
        sys.exit(5)


class Unplugged(_Counting):
    def seventh_step(self) -> None:
        raise EOFError("no more levels")


class Killed(_Counting):
    def seventh_step(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class _InTheThird(_Counting):
    """Fails once two repeats of ``helpers.SMALL`` are done, without a warm-up."""

    def step(self) -> None:
        super().step()
        if (self.index, self.steps) == (3, 307):
            self.in_the_third()

    def in_the_third(self) -> None:
        """Of environment 3."""


class RaisingLate(_InTheThird):
    def in_the_third(self) -> None:
        raise RuntimeError("out of cheese")


class KilledLate(_InTheThird):
    def in_the_third(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Interrupting(_InTheThird):
    """Presses Ctrl-C for whoever started the run, and never comes to the end of its step."""

    number = signal.SIGINT

    def in_the_third(self) -> None:
        parent = multiprocessing.parent_process()
        os.kill(parent.pid if parent and parent.pid else os.getpid(), self.number)
        time.sleep(600)


class Terminating(Interrupting):
    """Does as a time limit does."""

    number = signal.SIGTERM


class Hanging(_Counting):
    def seventh_step(self) -> None:
        time.sleep(600)


class Stopped(_Counting):
    def seventh_step(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class RaisingInReset(_Counting):
    def reset(self, seed: int) -> None:
        if self.index == 3:
            raise ValueError(f"no seed {seed}")
        super().reset(seed)


class NotMade(_Counting):
    def __init__(self, workload: Workload, index: int, own: Buffers) -> None:
        super().__init__(workload, index, own)
        if index == 3:
            raise OSError("no such level")


class Drifting(Synthetic):
    """Not the same after the same seed."""

    def reset(self, seed: int) -> None:
        super().reset(seed + time.time_ns() % 2**30)


class WithoutPufferlib(Synthetic):
    """Fails where a worker has it loaded, or anything of ours that a worker does not need."""

    def reset(self, seed: int) -> None:
        heavy = {"pufferlib", "pydantic", "rich", "torch"} & set(sys.modules)
        assert not heavy, heavy
        super().reset(seed)


class Late(Synthetic):
    """Its first environments are the slowest, so that batches arrive in another order."""

    def __init__(self, workload: Workload, index: int, own: Buffers) -> None:
        super().__init__(workload, index, own)
        self.delay = 0.002 * (workload.envs - index)

    def step(self) -> None:
        time.sleep(self.delay)
        super().step()
