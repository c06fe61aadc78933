"""The same seed is the same work, whoever does it and in whatever order it arrives."""

from __future__ import annotations

import gc
from dataclasses import replace

import numpy as np
import pytest

from profilecheck.bench.environment import Make, Synthetic
from profilecheck.bench.measure import measure
from profilecheck.bench.processes import Processes
from profilecheck.bench.serial import Serial
from profilecheck.bench.workload import EPISODE, Layout, Workload
from tests.bench.environments import Late
from tests.bench.helpers import (
    METHODS,
    SERIAL,
    SMALL,
    forks,
    needs_linux,
    nothing_left,
    shared_maps,
    workers,
)

CHECKSUM = "d238811423c04c6d4ccd2438c9737ceac8c0c91feb00708063e49779c115d35a"
"""Of SMALL. It changes with the environment's REVISION and never otherwise."""
LAYOUTS = [
    SERIAL,
    replace(SERIAL, mode="async"),
    *(Layout("multiprocessing", "sync", method, 2, 4) for method in METHODS),
    *(workers(method, 4, 1) for method in METHODS),
    workers(METHODS[-1], 2, 2),
    workers(METHODS[-1], 4, 2),
    workers(METHODS[-1], 1, 4),
]


def checksums(workload: Workload, layout: Layout, make: Make = Synthetic) -> set[str]:
    measured = measure(workload, layout, make=make)
    assert measured.failure is None
    assert len(measured.samples) == workload.repeats
    return {sample.checksum for sample in measured.samples}


@forks
@pytest.mark.parametrize(
    "layout",
    LAYOUTS,
    ids=lambda one: f"{one.start_method or one.backend}-{one.mode}-{one.workers}-{one.batch_size}",
)
def test_every_layout_does_the_same_work(layout: Layout) -> None:
    with nothing_left():
        assert checksums(SMALL, layout) == {CHECKSUM}


@forks
def test_the_order_in_which_batches_arrive_does_not_matter() -> None:
    few = replace(SMALL, steps_per_env=8)
    assert checksums(few, workers(METHODS[-1], 4, 1), Late) == checksums(few, SERIAL)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 12},
        {"work": 3},
        {"steps_per_env": 151},
        {"envs": 5},
        {"agents": 4},
        {"observation_size": 6},
    ],
    ids=str,
)
def test_other_work_has_another_checksum(change: dict[str, int]) -> None:
    other = replace(SMALL, **change)
    (checksum,) = checksums(other, replace(SERIAL, batch_size=other.envs))
    assert checksum != CHECKSUM


def test_an_action_that_goes_astray_changes_what_follows() -> None:
    seen = []
    for wrong in (False, True):
        with Serial(SMALL) as vector:
            vector.reset(1)
            actions = np.zeros(SMALL.rows, np.int32)
            actions[5] = wrong
            seen.append(vector.step(actions).observations.copy())
    differing = (seen[0] != seen[1]).any(axis=1)
    assert differing.tolist() == [row == 5 for row in range(SMALL.rows)]


@forks
def test_batches_have_their_agents_and_shapes() -> None:
    with Processes(SMALL, workers(METHODS[-1])) as vector:
        vector.async_reset(1)
        batches = sorted((vector.recv() for _ in range(vector.batches)), key=lambda b: b.number)
        assert [one.agent_ids.tolist() for one in batches] == [[*range(6)], [*range(6, 12)]]
        for one in batches:
            assert one.observations.shape == (6, 5) and one.observations.dtype == np.float32
            assert one.rewards.shape == one.terminals.shape == one.masks.shape == (6,)
            vector.send(one.number, np.zeros(6, np.int32))


def test_episodes_end_and_agents_leave_one_after_another() -> None:
    with Serial(SMALL) as vector:
        vector.reset(1)
        ends, left = [], []
        for step in range(1, 4 * EPISODE + 1):
            batch = vector.step(np.zeros(SMALL.rows, np.int32))
            assert not batch.observations[~batch.masks].any()
            if batch.terminals.any() or batch.truncations.any():
                ends.append((step, bool(batch.terminals.all()), bool(batch.truncations.all())))
            if step < EPISODE and not batch.masks.all():
                left.append((step, batch.masks[:3].tolist()))
    assert ends == [(64, True, False), (128, True, False), (192, True, False), (256, False, True)]
    assert left == [(62, [True, True, False]), (63, [True, False, False])]


@needs_linux
@forks
def test_closing_twice_is_closing_and_gives_the_memory_back() -> None:
    with nothing_left():
        vector = Processes(SMALL, workers(METHODS[-1]))
        vector.reset(1)
        assert shared_maps()
        vector.close()
        vector.close()
        del vector
        gc.collect()
        assert not shared_maps()
