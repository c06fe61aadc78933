"""``profilecheck bench`` beside the plainest code that does the same work: a loop, and a ``multiprocessing.Pool``.

All do the same environment steps with the same actions, and have to come to the same checksum. They are timed in turns, so that what else the
machine does falls on all of them; told is each one's time by that of the loop, the median over all turns, and the extremes.

``python benchmarks/harness.py --work 0 200 2000 --envs 8 --workers 2`` needs numpy.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from statistics import median

import numpy as np

from profilecheck.bench.buffers import Actions, Buffers, buffers, bytes_needed
from profilecheck.bench.environment import Synthetic
from profilecheck.bench.processes import Processes
from profilecheck.bench.rollout import Digests, Rollout
from profilecheck.bench.serial import Serial
from profilecheck.bench.vector import Vector, batch
from profilecheck.bench.workload import Layout, StartMethod, Workload

Timed = Callable[[], tuple[float, str]]
"""Does the work once; its seconds and its checksum."""


@contextmanager
def plain_loop(workload: Workload) -> Iterator[Timed]:
    """No vectorization at all: the environments in a list, stepped one after another."""
    everything, environments = made(workload, range(workload.envs))

    def timed() -> tuple[float, str]:
        digests = Digests(workload)
        for environment in environments:
            environment.reset(workload.seed)
        actions = digests.take(batch(0, 0, everything))
        began = time.perf_counter()
        for _ in range(workload.steps_per_env):
            everything.actions[:] = actions
            for environment in environments:
                environment.step()
            actions = digests.take(batch(0, 0, everything))
        return time.perf_counter() - began, digests.checksum()

    yield timed


def made(workload: Workload, numbers: range) -> tuple[Buffers, list[Synthetic]]:
    """Some environments with buffers of their own."""
    everything = buffers(workload, bytearray(bytes_needed(workload)))
    agents = workload.agents
    return everything, [
        Synthetic(workload, n, everything.rows(n * agents, (n + 1) * agents)) for n in numbers
    ]


class Shard:
    """The environments of one process of a pool. Pools have no state: each process keeps its own here."""

    own: Shard

    def __init__(self, workload: Workload, numbers: range) -> None:
        everything, self.environments = made(workload, numbers)
        agents = workload.agents
        self.rows = everything.rows(numbers.start * agents, numbers.stop * agents)
        self.seed = workload.seed

    def step(self, actions: Actions | None) -> Buffers:
        if actions is None:
            for environment in self.environments:
                environment.reset(self.seed)
        else:
            self.rows.actions[:] = actions
            for environment in self.environments:
                environment.step()
        return self.rows


def start_shard(workload: Workload, numbers: range) -> None:
    Shard.own = Shard(workload, numbers)


def step_shard(actions: Actions | None) -> Buffers:
    return Shard.own.step(actions)


@contextmanager
def plain_pool(workload: Workload, workers: int, start_method: StartMethod) -> Iterator[Timed]:
    """Pools of one process each, since a pool does not say which of its processes takes a task; arrays go through pipes."""
    context = multiprocessing.get_context(start_method)
    each = workload.envs // workers
    with ExitStack() as stack:
        pools = [
            stack.enter_context(
                context.Pool(1, start_shard, (workload, range(n * each, (n + 1) * each)))
            )
            for n in range(workers)
        ]
        size = each * workload.agents

        def stepped(actions: Actions | None) -> Buffers:
            parts = [
                pool.apply_async(
                    step_shard, (None if actions is None else actions[n * size : (n + 1) * size],)
                )
                for n, pool in enumerate(pools)
            ]
            shards = [part.get() for part in parts]
            names = Buffers.__dataclass_fields__
            return Buffers(*(np.concatenate([getattr(s, name) for s in shards]) for name in names))

        def timed() -> tuple[float, str]:
            digests = Digests(workload)
            actions = digests.take(batch(0, 0, stepped(None)))
            began = time.perf_counter()
            for _ in range(workload.steps_per_env):
                actions = digests.take(batch(0, 0, stepped(actions)))
            return time.perf_counter() - began, digests.checksum()

        yield timed


@contextmanager
def harness(workload: Workload, layout: Layout) -> Iterator[Timed]:
    """What ``profilecheck bench`` does."""
    vector: Vector
    if layout.backend == "serial":
        vector = Serial(workload)
    else:
        vector = Processes(workload, layout)
    with vector:

        def timed() -> tuple[float, str]:
            rollout = Rollout(vector, workload, layout.mode, workload.steps_per_env)
            began = time.perf_counter()
            rollout.run()
            return time.perf_counter() - began, rollout.digests.checksum()

        yield timed


def in_turns(workload: Workload, workers: int, start_method: StartMethod) -> None:
    """Time all of them, and print each one's time by that of the loop."""
    each = workload.envs // workers
    layouts = {
        "harness, serial": Layout("serial", "sync", None, 1, workload.envs),
        "harness, workers, sync": Layout(
            "multiprocessing", "sync", start_method, workers, workload.envs
        ),
        "harness, workers, async": Layout("multiprocessing", "async", start_method, workers, each),
    }
    ways = {
        "plain loop": partial(plain_loop, workload),
        **{name: partial(harness, workload, layout) for name, layout in layouts.items()},
        "plain Pool": partial(plain_pool, workload, workers, start_method),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    checksums = set()
    with ExitStack() as stack:
        timed = {name: stack.enter_context(way()) for name, way in ways.items()}
        for turn in range(workload.repeats + 1):
            for name, once in timed.items():
                took, checksum = once()
                checksums.add(checksum)
                if turn:  # the first one warms up
                    seconds[name].append(took)
    assert len(checksums) == 1, "they did not do the same work"
    base = seconds["plain loop"]
    print(f"\nwork {workload.work}: {median(base) * 1e6 / workload.steps_per_env:.0f} us a step")
    for name, own in seconds.items():
        ratios = sorted(mine / loop for mine, loop in zip(own, base, strict=True))
        print(
            f"  {name:<24} {median(ratios):6.2f} x the loop's time  "
            f"({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


def main() -> None:
    """Time each amount of work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=int, nargs="+", default=[0, 200, 2000])
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--agents", type=int, default=1)
    parser.add_argument("--obs-size", type=int, default=64)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--steps-per-env", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--start-method", choices=("spawn", "forkserver", "fork"), default="spawn")
    given = parser.parse_args()
    print(
        f"{given.envs} environments of {given.agents} agents, {given.workers} workers "
        f"({given.start_method}), {given.repeats} turns; load {os.getloadavg()[0]:.1f} on "
        f"{os.cpu_count()} CPUs"
    )
    for work in given.work:
        workload = Workload(
            envs=given.envs,
            agents=given.agents,
            observation_size=given.obs_size,
            work=work,
            steps_per_env=given.steps_per_env,
            repeats=given.repeats,
        )
        in_turns(workload, given.workers, given.start_method)


if __name__ == "__main__":
    main()
