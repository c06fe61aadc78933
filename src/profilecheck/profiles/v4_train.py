"""Relations between the training values of 4.0, each in the numbers of the layer that checks it.

Python's part of the trainer calculates with the values as they are, fractions included; the
native part with C integers and floats. Every function answers None where the layer itself would
raise or the result is not defined.

Sources: PufferLib 8e3e754 pufferlib/pufferl.py validate_config, train, _train; 754d725
src/pufferlib.cu train_impl.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from profilecheck.profiles.v4_numbers import INT, single

Number = int | float


def remainder(minibatch_size: Number, horizon: Number) -> Number | None:
    """What is left of a minibatch that is cut into segments of the horizon, in Python."""
    try:
        return minibatch_size % horizon
    except (ZeroDivisionError, OverflowError):
        return None


def exceeds(minibatch_size: Number, horizon: Number, total_agents: Number) -> bool:
    """Whether a minibatch holds more agent steps than one rollout collects, in Python."""
    try:
        return not minibatch_size <= horizon * total_agents
    except OverflowError:
        return False


def epochs(total_timesteps: Number, gpus: int, total_agents: Number, horizon: Number) -> int | None:
    """Updates that one process trains for. total_timesteps is divided among the GPUs, total_agents
    is not."""
    try:
        return int((total_timesteps // gpus) // (total_agents * horizon))
    except (ZeroDivisionError, OverflowError, ValueError):
        return None


def least_timesteps(gpus: int, total_agents: Number, horizon: Number) -> int | None:
    """The total_timesteps of a single epoch; None where there is no such number."""
    try:
        least = math.ceil(gpus * total_agents * horizon)
    except (OverflowError, ValueError):
        return None
    return least if least > 0 else None


def batch_size(total_agents: int, horizon: int) -> int | None:
    """Agent steps of one rollout; None where a C int cannot hold them."""
    batch = total_agents * horizon
    return batch if batch in INT else None


def minibatches(replay_ratio: float, batch: int, minibatch_size: int) -> int | None:
    """Minibatches in one update: calculated in floats, the fraction cut off."""
    if not minibatch_size:
        return None
    samples = single(single(replay_ratio) * single(batch))
    try:
        count = int(single(samples / single(minibatch_size)))
    except (OverflowError, ValueError):
        return None
    return count if count in INT else None


def segments(minibatch_size: int, horizon: int) -> int | None:
    """Segments of one minibatch."""
    return int(minibatch_size / horizon) if horizon else None


def multiples_near(minibatch_size: Number, horizon: Number) -> Iterator[int]:
    """Multiples of the horizon around a minibatch's size, nearest first."""
    if not isinstance(horizon, int) or horizon < 1 or not math.isfinite(minibatch_size):
        return
    below = int(minibatch_size // horizon) * horizon
    near = [n for n in (below, below + horizon) if n > 0]
    yield from sorted(near, key=lambda n: abs(n - minibatch_size))


def horizons_that_divide(minibatch_size: Number, horizon: Number) -> Iterator[int]:
    """Multiples of 8 that divide a minibatch's size, nearest to a horizon first."""
    if not isinstance(minibatch_size, int) or not math.isfinite(horizon):
        return
    dividing = [n for n in range(8, 1025, 8) if minibatch_size % n == 0]
    yield from sorted(dividing, key=lambda n: abs(n - horizon))[:3]
