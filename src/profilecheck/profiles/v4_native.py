"""How 4.0 lays agents, environments and threads out over its buffers.

Sources: PufferLib 8e3e754 src/vecenv.h my_vec_init, create_static_vec, static_omp_threadmanager;
754d725 src/pufferlib.cu create_pufferl_impl.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from profilecheck.profiles import v4_train
from profilecheck.profiles.v4_numbers import Get, real, whole

COUNTED: Final = 65_536
"""Buffers whose slots are counted one by one, at most."""


@dataclass(frozen=True, slots=True)
class Slots:
    """What becomes of the agents' slots: how many belong to several environments at once, how many
    an environment uses outside the share of the buffer that steps it, how many past the end of the
    arrays, and how many belong to none."""

    shared: int
    strayed: int
    beyond: int
    empty: int

    @property
    def safe(self) -> bool:
        """True where each environment has slots of its own within its buffer's share."""
        return not (self.shared or self.strayed or self.beyond)

    @property
    def told(self) -> str:
        """What is wrong in words: ``1 slot shared by two environments, 2 slots left empty``."""
        counted = (
            (self.shared, "shared by two environments"),
            (self.beyond, "written past the end of the arrays"),
            (self.empty, "left empty"),
        )
        parts = [f"{_slots(count)} {what}" for count, what in counted if count]
        return (
            ", ".join(parts) or f"{_slots(self.strayed)} used by an environment of another buffer"
        )


def _slots(count: int) -> str:
    return f"{count} slot{'s' if count > 1 else ''}"


@dataclass(frozen=True, slots=True)
class Layout:
    """A 4.0 config as the native side carries it out; None is what cannot be known.

    The first group are the values as C reads them. ``unserved_agents`` are stepped and never get
    an action; ``idle_threads`` no buffer uses; ``threads`` are all that are started for the
    buffers. ``environments`` and what follows need the agents of each environment.
    """

    total_agents: int | None = None
    num_buffers: int | None = None
    num_threads: int | None = None
    agents_per_env: int | None = None

    agents_per_buffer: int | None = None
    unserved_agents: int | None = None
    threads_per_buffer: int | None = None
    idle_threads: int | None = None
    threads: int | None = None
    environments: int | None = None
    environments_per_buffer: int | None = None
    slots: Slots | None = None

    batch_size: int | None = None
    minibatches: int | None = None
    epochs: int | None = None


def layout(get: Get, agents_per_env: int | None = None) -> Layout:
    """The layout of a config, given a getter of effective values.

    ``agents_per_env`` is what the user declared; None leaves the environments out.
    """
    agents, buffers = whole(get("vec", "total_agents")), whole(get("vec", "num_buffers"))
    threads = whole(get("vec", "num_threads"))
    each = agents_per_buffer(agents, buffers)
    batch = _batch(get)
    return Layout(
        total_agents=agents,
        num_buffers=buffers,
        num_threads=threads,
        agents_per_env=agents_per_env,
        agents_per_buffer=each,
        unserved_agents=unserved_agents(agents, buffers),
        threads_per_buffer=threads_per_buffer(threads, buffers),
        idle_threads=idle_threads(threads, buffers),
        threads=started_threads(threads, buffers),
        environments=environments(agents, agents_per_env),
        environments_per_buffer=environments_per_buffer(each, agents_per_env),
        slots=slots(agents, buffers, agents_per_env),
        batch_size=batch,
        minibatches=_minibatches(get, batch),
        epochs=_epochs(get),
    )


def agents_per_buffer(agents: int | None, buffers: int | None) -> int | None:
    """Agents that one buffer serves."""
    if agents is None or buffers is None or agents < 1 or buffers < 1:
        return None
    return agents // buffers


def unserved_agents(agents: int | None, buffers: int | None) -> int | None:
    """Agents that are left over: the last buffer steps them, no policy acts for them."""
    each = agents_per_buffer(agents, buffers)
    return None if each is None or agents is None or buffers is None else agents - each * buffers


def environments(agents: int | None, per_env: int | None) -> int | None:
    """Environments that are made: as many as it takes to have the agents."""
    if agents is None or per_env is None or agents < 1 or per_env < 1:
        return None
    return -(-agents // per_env)


def environments_per_buffer(each: int | None, per_env: int | None) -> int | None:
    """Environments of one buffer, where they fill it exactly."""
    if each is None or per_env is None or per_env < 1 or each % per_env:
        return None
    return each // per_env


def threads_per_buffer(threads: int | None, buffers: int | None) -> int | None:
    """Threads that step one buffer's environments: at least one, whatever num_threads is."""
    if threads is None or buffers is None or buffers < 1:
        return None
    return max(1, threads // buffers)


def idle_threads(threads: int | None, buffers: int | None) -> int | None:
    """Threads that were asked for and that no buffer uses."""
    each = threads_per_buffer(threads, buffers)
    if each is None or threads is None or buffers is None:
        return None
    return max(0, threads - each * buffers)


def started_threads(threads: int | None, buffers: int | None) -> int | None:
    """All threads that are started for the buffers: those that step, and one to manage each buffer."""
    each = threads_per_buffer(threads, buffers)
    return None if each is None or buffers is None else buffers * (each + 1)


def slots(agents: int | None, buffers: int | None, per_env: int | None) -> Slots | None:
    """Where the environments' slots come to lie; None where there are too many buffers to count.

    Environments are made until there are enough agents. A buffer starts at its own share of the
    arrays and takes environments until it has its share or more; the last one takes the rest.
    """
    share = agents_per_buffer(agents, buffers)
    if share is None or agents is None or buffers is None or per_env is None:
        return None
    if per_env < 1 or buffers > COUNTED:
        return None
    ends: Counter[int] = Counter()
    shared = strayed = used = beyond = depth = last = 0
    for start, end in _spans(agents, buffers, share, per_env):
        ends[start] += 1
        ends[end] -= 1
        strayed += max(0, min(end, agents) - start - share)
    for position in sorted(ends):
        length = position - last
        past = max(0, position - max(last, agents)) if depth else 0
        beyond += past
        used += length - past if depth else 0
        shared += length if depth > 1 else 0
        depth += ends[position]
        last = position
    return Slots(shared=shared, strayed=strayed, beyond=beyond, empty=agents - used)


def _spans(agents: int, buffers: int, share: int, per_env: int) -> Iterator[tuple[int, int]]:
    left = -(-agents // per_env)
    full = max(1, -(-share // per_env))
    for buffer in range(buffers):
        taken = left if buffer == buffers - 1 else min(left, full)
        if taken < 1:
            return
        start = buffer * share
        yield start, start + taken * per_env
        left -= taken


def fits(agents: int, buffers: int, per_env: int = 1) -> bool:
    """Whether every agent is served and no two environments share a slot."""
    return agents % (buffers * per_env) == 0


def agents_that_fit(agents: int, buffers: int, per_env: int = 1) -> Iterator[int]:
    """Counts of agents that fit the buffers, nearest first."""
    step = buffers * per_env
    below = agents // step
    for distance in range(4):
        near = [(below - distance) * step, (below + 1 + distance) * step]
        yield from sorted((n for n in near if n > 0), key=lambda n: abs(n - agents))


def buffers_that_fit(agents: int, buffers: int, per_env: int = 1) -> Iterator[int]:
    """Counts of buffers that the agents fit, nearest first."""
    if agents % per_env:
        return
    whole_envs = agents // per_env
    small = [d for d in range(1, math.isqrt(whole_envs) + 1) if whole_envs % d == 0]
    divisors = {*small, *(whole_envs // d for d in small)}
    yield from sorted(divisors, key=lambda d: (abs(d - buffers), d))[:4]


def _batch(get: Get) -> int | None:
    agents, horizon = whole(get("vec", "total_agents")), whole(get("train", "horizon"))
    return None if agents is None or horizon is None else v4_train.batch_size(agents, horizon)


def _minibatches(get: Get, batch: int | None) -> int | None:
    ratio = real(get("train", "replay_ratio"))
    minibatch = whole(get("train", "minibatch_size"))
    if ratio is None or batch is None or minibatch is None:
        return None
    return v4_train.minibatches(ratio, batch, minibatch)


def _epochs(get: Get) -> int | None:
    steps, agents = real(get("train", "total_timesteps")), real(get("vec", "total_agents"))
    gpus, horizon = get("train", "gpus"), real(get("train", "horizon"))
    if steps is None or agents is None or horizon is None or not isinstance(gpus, int):
        return None
    return v4_train.epochs(steps, int(gpus), agents, horizon)
