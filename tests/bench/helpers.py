"""What is left behind by a run, and the layouts that runs come in."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from profilecheck.bench.workload import Layout, StartMethod, Workload

needs_linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
needs_fork = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="this platform cannot fork"
)
forks = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
"""Python 3.12 and later warn of forking a process with threads, which numpy has."""
SMALL = Workload(
    envs=4, agents=3, observation_size=5, work=2, steps_per_env=150, warmup=3, repeats=3, seed=11
)
METHODS: list[StartMethod] = [
    name
    for name in ("spawn", "forkserver", "fork")
    if name in multiprocessing.get_all_start_methods()
]
SERIAL = Layout("serial", "sync", None, 1, SMALL.envs)


def workers(method: StartMethod = "spawn", count: int = 2, batch: int = 2) -> Layout:
    """Worker processes with batches as they are ready."""
    return Layout("multiprocessing", "async", method, count, batch)


def named_memory() -> set[str]:
    """What of Python's shares memory or semaphores by name on this machine."""
    mount = Path("/dev/shm")
    names = {path.name for path in mount.iterdir()} if mount.is_dir() else set()
    return {name for name in names if name.startswith(("pym-", "psm_", "sem."))}


def memory_left(before: set[str]) -> set[str]:
    """What shares memory by a name that was not there before. Other programs' may come and go meanwhile."""
    left = named_memory() - before
    end = time.monotonic() + 5
    while left and time.monotonic() < end:
        time.sleep(0.05)
        left &= named_memory()
    return left


def shared_maps(pid: int | str = "self") -> list[str]:
    """The shared memory without a name that a process has mapped."""
    text = Path(f"/proc/{pid}/maps").read_text()
    return [line for line in text.splitlines() if "/pym-" in line]


def children(pid: int) -> list[int]:
    """The processes that a process has started and that are there, its zombies too."""
    tasks = Path(f"/proc/{pid}/task")
    texts = [(task / "children").read_text() for task in tasks.iterdir()]
    return [int(word) for text in texts for word in text.split()]


def running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


@contextmanager
def nothing_left() -> Iterator[None]:
    """No process of ours and no shared memory is left behind by what is done inside.

    The helpers of multiprocessing itself stay until this process ends: the resource tracker and the fork server.
    """
    memory = named_memory()
    yield
    assert not multiprocessing.active_children()
    assert not memory_left(memory)
    if Path("/proc/self/task").exists():
        commands = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children(os.getpid())]
        helpers = (b"resource_tracker", b"forkserver")
        assert not [c for c in commands if not any(helper in c for helper in helpers)]
