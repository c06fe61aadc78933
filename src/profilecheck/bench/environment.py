"""The synthetic environment: deterministic, of a fixed cost, and depending on every action it is given.

All of it is whole numbers, so that it comes to the same on every machine: float32 holds what it hands out exactly.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from profilecheck.bench.buffers import Buffers
from profilecheck.bench.workload import EPISODE, Workload

NAME: Final = "profilecheck-synthetic"
REVISION: Final = "1"
"""Changes with whatever an environment computes, so that reports of two revisions are not compared."""
PRECISION: Final = "float32"
ACTIONS: Final = 16
"""Actions are 0 to 15."""

Words = npt.NDArray[np.uint64]

_GOLDEN: Final = 0x9E3779B97F4A7C15
_MULTIPLIER: Final = np.uint64(6364136223846793005)
_OF_ACTION: Final = np.uint64(0xD1342543DE82EF95)
_TO_16_BITS: Final = np.uint64(48)
_TO_8_BITS: Final = np.uint64(56)
_MASK: Final = 0xFFFFFFFF


class Environment(Protocol):
    """What is vectorized: it writes what its agents see into the buffers that it was made with."""

    def reset(self, seed: int) -> None:
        """Begin anew; the same seed begins the same."""

    def step(self) -> None:
        """Take the actions that stand in the buffers."""


class Make(Protocol):
    """Makes environment ``index`` of a workload; ``own`` are the rows of its agents."""

    def __call__(self, workload: Workload, index: int, own: Buffers) -> Environment: ...


def mixed(words: Words) -> Words:
    """Words in which every bit depends on every bit of the words given (the end of splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    end: Words = words ^ (words >> np.uint64(31))
    return end


def numbered(start: int, count: int) -> Words:
    """Well-mixed words, each by its number alone."""
    numbers = np.arange(start + 1, start + count + 1, dtype=np.uint64)
    return mixed(numbers * np.uint64(_GOLDEN))


class Synthetic:
    """One environment. A step is ``work`` units of Python, then a few operations of numpy on its agents.

    An episode ends at its 64th step for all: every fourth one truncated, the others terminated. Of several agents, each but the first
    leaves a step before the one ahead of it: until the next episode its mask is false, and what it observes is 0.
    """

    def __init__(self, workload: Workload, index: int, own: Buffers) -> None:
        self._own = own
        self._work = workload.work
        self._first = index * workload.agents
        self._columns = numbered(0, workload.observation_size) | np.uint64(1)
        ahead = np.arange(workload.agents)
        self._leaves = np.maximum(EPISODE - ahead, 1)

    def reset(self, seed: int) -> None:
        self._words = mixed(
            numbered(self._first, len(self._leaves)) + np.uint64(seed * _GOLDEN % 2**64)
        )
        self._unit = seed & _MASK
        self._at = self._episodes = 0
        self._hand_over(ended=False)

    def step(self) -> None:
        unit = self._unit
        for _ in range(self._work):
            unit = (unit * 1664525 + 1013904223) & _MASK
        self._unit = unit
        moved = self._own.actions.astype(np.uint64) * _OF_ACTION + np.uint64(unit)
        self._words = self._words * _MULTIPLIER + moved
        self._at += 1
        ended = self._at == EPISODE
        if ended:
            self._at = 0
            self._episodes += 1
        self._hand_over(ended)

    def _hand_over(self, ended: bool) -> None:
        own, words = self._own, mixed(self._words)
        truncated = ended and self._episodes % 4 == 0
        own.terminals[:] = ended and not truncated
        own.truncations[:] = truncated
        np.less(self._at, self._leaves, out=own.masks)
        seen = words[:, None] * self._columns >> _TO_16_BITS
        seen *= own.masks[:, None]
        own.observations[:] = seen
        own.rewards[:] = words >> _TO_8_BITS
