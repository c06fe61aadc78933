"""Steps of all environments, driven by a policy that reads everything it is handed, and what they add up to."""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np

from profilecheck.bench.buffers import Actions
from profilecheck.bench.environment import Words, mixed, numbered
from profilecheck.bench.vector import Batch, Vector
from profilecheck.bench.workload import Mode, Workload

_MULTIPLIER: Final = np.uint64(6364136223846793005)
_OF_REWARD, _OF_TERMINAL, _OF_TRUNCATION, _OF_MASK = numbered(1 << 32, 4) | np.uint64(1)
_TO_4_BITS: Final = np.uint64(60)


class Digests:
    """What each agent has seen until now, as one word. It does not depend on the order in which batches arrive.

    The digest chooses the agent's action, which the environment's next state depends on: an observation or an action that
    goes astray changes all that follows.
    """

    def __init__(self, workload: Workload) -> None:
        self._words = np.zeros(workload.rows, np.uint64)
        self._columns = numbered(2 << 32, workload.observation_size) | np.uint64(1)
        self.live = 0
        """Rows whose mask was true."""

    def take(self, batch: Batch) -> Actions:
        """Add a batch, and choose the actions for it."""
        seen: Words = batch.observations.view(np.uint32) * self._columns
        added = seen.sum(axis=1, dtype=np.uint64)
        added += batch.rewards.view(np.uint32) * _OF_REWARD
        added += batch.terminals * _OF_TERMINAL
        added += batch.truncations * _OF_TRUNCATION
        added += batch.masks * _OF_MASK
        words: Words = mixed(self._words[batch.agent_ids] * _MULTIPLIER + added)
        self._words[batch.agent_ids] = words
        self.live += int(np.count_nonzero(batch.masks))
        actions: Actions = (words >> _TO_4_BITS).astype(np.int32)
        return actions

    def checksum(self) -> str:
        """The digest of all agents, in the order of their ids."""
        return hashlib.sha256(self._words.astype("<u8").tobytes()).hexdigest()


class Rollout:
    """A reset, which is not part of ``run``, then ``steps`` steps of every environment."""

    def __init__(self, vector: Vector, workload: Workload, mode: Mode, steps: int) -> None:
        self._vector, self._mode, self._steps = vector, mode, steps
        self.digests = Digests(workload)
        self._actions: dict[int, Actions] = {}
        if mode == "sync":
            first = [vector.reset(workload.seed)]
        else:
            vector.async_reset(workload.seed)
            first = [vector.recv() for _ in range(vector.batches)]
        for batch in first:
            self._actions[batch.number] = self.digests.take(batch)
        self.digests.live = 0

    def run(self) -> None:
        """Make the steps. May be called once."""
        if self._steps == 0:
            return
        if self._mode == "sync":
            self._sync()
        else:
            self._async()

    def _sync(self) -> None:
        vector, take = self._vector, self.digests.take
        actions = self._actions[0]
        for _ in range(self._steps):
            actions = take(vector.step(actions))

    def _async(self) -> None:
        """Send to whichever batch is ready; each batch gets its number of steps and no more."""
        vector, take = self._vector, self.digests.take
        left = dict.fromkeys(self._actions, self._steps)
        for number, actions in self._actions.items():
            vector.send(number, actions)
        while left:
            batch = vector.recv()
            actions = take(batch)
            left[batch.number] -= 1
            if left[batch.number]:
                vector.send(batch.number, actions)
            else:
                del left[batch.number]
