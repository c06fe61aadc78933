"""Several processes give what one gives, in its order, and none of them is left."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from profilecheck import workers
from profilecheck.workers import LEAST, spread
from tests.cli.helpers import BAD, TARGET, command, environment

STARTS = ["spawn", pytest.param("fork", marks=pytest.mark.skipif(os.name != "posix", reason="no"))]
ITEMS = list(range(1003))


def squares() -> Callable[[int], int]:
    return square


def square(number: int) -> int:
    return number * number


def places() -> Callable[[int], int]:
    """Which process worked on an item."""
    return lambda number: os.getpid()


def deadly(here: int) -> Callable[[int], int]:
    """Work that one process alone survives."""
    return partial(dies, here)


def dies(here: int, number: int) -> int:
    if os.getpid() != here and number > 500:
        os._exit(9)
    return number * number


@pytest.fixture(params=STARTS)
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How processes start."""
    method: str = request.param
    monkeypatch.setattr(workers, "_may_fork", lambda: method == "fork")
    return method


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_results_are_in_the_order_of_the_items(jobs: int, start: str) -> None:
    assert spread(squares, ITEMS, jobs) == [number * number for number in ITEMS]
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("jobs", [1, None, 4])
def test_few_items_start_no_process(jobs: int | None) -> None:
    assert set(spread(places, ITEMS[: LEAST - 1], jobs)) == {os.getpid()}
    assert set(spread(places, ITEMS, 1)) == {os.getpid()}
    assert spread(places, [], jobs) == []


@pytest.mark.skipif(os.name != "posix", reason="forks")
def test_many_items_are_worked_on_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_may_fork", lambda: True)
    found = set(spread(places, ITEMS, 3))
    assert os.getpid() in found and 2 <= len(found) <= 4


def test_what_a_process_that_dies_had_in_hand_is_done_here(start: str) -> None:
    found = spread(partial(deadly, os.getpid()), ITEMS, 2)
    assert found == [number * number for number in ITEMS]
    assert not multiprocessing.active_children()


def test_a_failure_is_told_where_one_process_would_tell_it(start: str) -> None:
    with pytest.raises(ZeroDivisionError):
        spread(partial(partial, divide), [*ITEMS, 0], 2)
    assert not multiprocessing.active_children()


def divide(number: int) -> float:
    return 1 / (number - 700)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="tells children by /proc")
def test_ctrl_c_leaves_no_process_and_no_traceback(tmp_path: Path) -> None:
    for number in range(1200):
        (tmp_path / f"{number}.ini").write_text(BAD + f"seed = {number}\n" * 20)
    with subprocess.Popen(
        command("check", ".", "--jobs", "3", *TARGET),
        cwd=tmp_path,
        env=environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        until = time.monotonic() + 60
        while len(children(process.pid)) < 3 and time.monotonic() < until:
            time.sleep(0.005)
        started = children(process.pid)
        assert len(started) >= 3
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]


def children(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
