"""Every number has bounds, and nothing that was asked for is ignored."""

from __future__ import annotations

from typing import Any

import pytest

from profilecheck.bench.buffers import bytes_needed
from profilecheck.bench.judged import judge, oversubscribed
from profilecheck.bench.workload import BOUNDS, Layout, Refused, Workload, option, refuse_astray
from profilecheck.hosts import Host
from profilecheck.limits import Limit
from tests.bench.helpers import SERIAL, workers

HOST = Host("here", declared=False, cores=8, threads=16)


@pytest.mark.parametrize("name", BOUNDS)
def test_numbers_have_bounds(name: str) -> None:
    made: Any = Layout if name in ("workers", "batch_size", "timeout") else Workload
    least, most = BOUNDS[name]
    for good in (least, most):
        made(**{name: good})
    for bad in (least - 1, most + 1, 10**400):
        with pytest.raises(Refused, match=rf"{option(name)} .*: expected {least} to {most}"):
            made(**{name: bad})


def test_what_all_of_it_takes_has_a_bound() -> None:
    with pytest.raises(Refused, match=r"takes 4,4[0-9,]+ bytes: at most 1,073,741,824"):
        bytes_needed(Workload(envs=4096, agents=4096))


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        (Layout("serial", "sync", None, 2, 4), "--workers 2: serial has none"),
        (Layout("serial", "sync", "spawn", 1, 4), "--start-method spawn: serial starts nothing"),
        (Layout("serial", "sync", None, 1, 2), "--batch-size 2: serial hands over all 4"),
        (Layout("multiprocessing", "sync", "spawn", 2, 2), "--batch-size 2 with --mode sync"),
    ],
)
def test_what_would_be_ignored_is_refused(layout: Layout, told: str) -> None:
    with pytest.raises(Refused, match=told):
        refuse_astray(Workload(), layout)


@pytest.mark.parametrize(
    ("envs", "layout", "code"),
    [
        (100, workers(count=6, batch=100), "PC203"),
        (6, workers(count=2, batch=4), "PC205"),
        (12, workers(count=6, batch=8), "PC211"),
        (16, workers(count=16, batch=16), "PC210"),
    ],
)
def test_the_rules_of_check_judge(envs: int, layout: Layout, code: str) -> None:
    with pytest.raises(Refused, match=f"vector.make of 3.0 would not run this.*\nerror {code} "):
        judge(Workload(envs=envs), layout, HOST)


@pytest.mark.parametrize("layout", [SERIAL, workers(), workers(count=4, batch=1)], ids=str)
def test_the_rules_of_check_have_nothing_against_what_is_right(layout: Layout) -> None:
    assert not judge(Workload(), layout, HOST)


def test_more_workers_than_cores_are_run_where_that_is_wanted_and_told() -> None:
    layout = Layout("multiprocessing", "sync", "spawn", 16, 16, overwork=True)
    judge(Workload(envs=16), layout, HOST)
    assert oversubscribed(layout, HOST) is True
    assert oversubscribed(workers(), HOST) is False
    assert oversubscribed(SERIAL, HOST) is False
    assert oversubscribed(workers(), Host("here", declared=False)) is None
    limited = Host("here", False, 8, 16, (Limit("cgroup", 1.5, "cpu.max"),))
    assert oversubscribed(workers(), limited) is True
