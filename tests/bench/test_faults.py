"""Whatever goes wrong in a run: a clear error, and nothing left behind."""

from __future__ import annotations

import ast
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from profilecheck.bench.buffers import Actions
from profilecheck.bench.environment import Make, Synthetic
from profilecheck.bench.measure import Interrupted, measure
from profilecheck.bench.rollout import Digests
from profilecheck.bench.vector import Batch
from profilecheck.bench.workload import Layout, Refused
from profilecheck.signals import one_end
from tests.bench import environments
from tests.bench.helpers import (
    METHODS,
    SERIAL,
    SMALL,
    children,
    forks,
    memory_left,
    named_memory,
    needs_linux,
    nothing_left,
    running,
    workers,
)
from tests.cli.helpers import SOURCE, command, environment

RAISED = "environment 3 raised in step 7: RuntimeError: out of cheese"


def failure(make: Make, layout: Layout) -> tuple[str, str]:
    with nothing_left():
        measured = measure(replace(SMALL, warmup=0), layout, make=make)
    assert measured.failed_in and measured.failure
    return measured.failed_in, measured.failure


@forks
@pytest.mark.parametrize("layout", [SERIAL, *map(workers, METHODS)], ids=str)
def test_an_environment_that_raises(layout: Layout) -> None:
    stage, message = failure(environments.Raising, layout)
    assert stage == "repeat 1"
    assert RAISED in message and "environments.py:" in message
    assert message.startswith("environment 3" if layout is SERIAL else "worker 1: environment 3")


@forks
@pytest.mark.parametrize("layout", [SERIAL, workers(METHODS[-1])], ids=["serial", "workers"])
@pytest.mark.parametrize(
    ("make", "stage", "told"),
    [
        (environments.RaisingInReset, "warm-up", "raised in its reset: ValueError: no seed 11"),
        (environments.Starved, "repeat 1", "MemoryError: no room for the next level"),
        (environments.NotMade, "start", "raised when it was made: OSError: no such level"),
        (environments.Drifting, "repeat 2", "the environments are not deterministic"),
    ],
)
def test_other_ways_to_raise(make: Make, stage: str, told: str, layout: Layout) -> None:
    found, message = failure(make, layout)
    assert found == stage
    assert told in message


@forks
@pytest.mark.parametrize(
    ("make", "told"),
    [
        (environments.Exiting, "environment 3 raised in step 7: SystemExit: 5"),
        (environments.Unplugged, "environment 3 raised in step 7: EOFError: no more levels"),
        (environments.Killed, "was killed by SIGKILL: did the machine run out of memory?"),
        (environments.Hanging, "no answer within 3 s from worker 1"),
        (environments.Stopped, "no answer within 3 s from worker 1"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_worker_that_is_lost(make: Make, told: str) -> None:
    stage, message = failure(make, replace(workers(METHODS[-1]), timeout=3))
    assert stage == "repeat 1"
    assert told in message


@forks
@pytest.mark.parametrize("layout", [SERIAL, *map(workers, METHODS)], ids=str)
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize(
    ("make", "told"),
    [
        (environments.Interrupting, "interrupted by Ctrl-C"),
        (environments.Terminating, "ended by SIGTERM"),
    ],
)
def test_what_asks_to_end_leaves_the_repeats_that_are_done(
    make: type[environments.Interrupting], told: str, layout: Layout
) -> None:
    workload = replace(SMALL, warmup=0)
    with nothing_left(), one_end(), pytest.raises(Interrupted) as raised:
        measure(workload, layout, make=make)
    assert raised.value.number == make.number
    measured = raised.value.measured
    whole = measure(workload, SERIAL)
    assert [one.checksum for one in measured.samples] == [whole.samples[0].checksum] * 2
    assert (measured.failed_in, measured.failure) == ("repeat 3", told)


@forks
@pytest.mark.parametrize("make", [environments.RaisingLate, environments.KilledLate])
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_failure_leaves_the_repeats_that_are_done(make: Make) -> None:
    with nothing_left():
        measured = measure(replace(SMALL, warmup=0), workers(METHODS[-1]), make=make)
    assert (measured.failed_in, len(measured.samples)) == ("repeat 3", 2)


def test_a_worker_has_loaded_nothing_that_it_does_not_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "pufferlib" / "__init__.py"
    package.parent.mkdir()
    package.write_text("raise SystemExit('pufferlib was imported')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    measured = measure(SMALL, workers("spawn"), make=environments.WithoutPufferlib)
    assert measured.failure is None
    assert "pufferlib" not in sys.modules


@pytest.mark.parametrize("method", METHODS)
def test_a_run_never_imports_pufferlib(method: str, tmp_path: Path) -> None:
    package = tmp_path / "pufferlib" / "__init__.py"
    package.parent.mkdir()
    package.write_text(f"open({str(tmp_path / 'imported')!r}, 'w').close()\n")
    done = subprocess.run(
        [*command("bench", "--steps-per-env", "5", "--overwork"), "--start-method", method],
        cwd=tmp_path,
        env=environment({"PYTHONPATH": os.pathsep.join([str(SOURCE), str(tmp_path)])}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert not (tmp_path / "imported").exists()


def test_no_module_of_the_benchmark_imports_pufferlib() -> None:
    for path in (SOURCE / "profilecheck" / "bench").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"import_module|__import__|exec\(|eval\(", text), path
        for node in ast.walk(ast.parse(text)):
            names = [one.name for one in getattr(node, "names", []) if isinstance(one, ast.alias)]
            names.append(getattr(node, "module", None) or "")
            assert not [name for name in names if name.partition(".")[0] == "pufferlib"], path


LONG = (
    *("bench", "--envs", "512", "--workers", "2", "--work", "10000000", "--steps-per-env", "100"),
    *("--warmup", "0", "--overwork"),
)
"""One step of a worker takes minutes: what waits for its end is told from what does not."""


@pytest.fixture(params=METHODS)
def long_run(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run that would take hours, a process of its own with workers that step."""
    with subprocess.Popen(
        [*command(*LONG), "--start-method", request.param],
        cwd=tmp_path,
        env=environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        yield process
        process.kill()


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """Its workers, waited for until both have used a CPU for a while."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = [pid for pid in _below(process.pid) if _steps(pid)]
        if len(found) == 2:
            return found
        time.sleep(0.05)
    raise AssertionError(f"no workers: {_below(process.pid)}, {process.poll()}")


def _below(pid: int) -> list[int]:
    try:
        own = children(pid)
    except OSError:
        return []
    return own + [further for one in own for further in _below(one)]


def _steps(pid: int) -> bool:
    """Whether a process has the buffers mapped and has worked for half a second."""
    try:
        used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        mapped = "/pym-" in Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return False
    return mapped and int(used[11]) / os.sysconf("SC_CLK_TCK") > 0.5


def gone(pids: list[int]) -> bool:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if not any(map(running, pids)):
            return True
        time.sleep(0.05)
    return False


@needs_linux
def test_a_worker_killed_in_the_middle(long_run: subprocess.Popen[bytes]) -> None:
    memory = named_memory()
    found = workers_of(long_run)
    everything = _below(long_run.pid)
    os.kill(found[1], signal.SIGKILL)
    out, err = long_run.communicate(timeout=60)
    assert out == b""
    assert b"profilecheck bench: failed in repeat 1: worker " in err
    assert f"(process {found[1]}) was killed by SIGKILL".encode() in err
    assert b"Traceback" not in err
    assert long_run.returncode == 1
    assert gone(everything)
    assert not memory_left(memory)


@needs_linux
@pytest.mark.parametrize(
    ("number", "how"),
    [
        (signal.SIGINT, b"interrupted by Ctrl-C"),
        (signal.SIGTERM, b"ended by SIGTERM"),
        (signal.SIGHUP, b"ended by SIGHUP"),
    ],
)
def test_asked_to_end_in_the_middle(
    number: int, how: bytes, long_run: subprocess.Popen[bytes]
) -> None:
    memory = named_memory()
    workers_of(long_run)
    everything = _below(long_run.pid)
    os.killpg(long_run.pid, number)  # as a terminal and `timeout` do: to all of them
    out, err = long_run.communicate(timeout=60)
    told = b"profilecheck bench: " + how + b" after 0 of 5 repeats: no report is made\n"
    assert (out, err) == (b"", told)
    assert long_run.returncode == 128 + number
    assert gone(everything)
    assert not memory_left(memory)


@needs_linux
def test_killed_itself_it_leaves_nothing(long_run: subprocess.Popen[bytes]) -> None:
    memory = named_memory()
    workers_of(long_run)
    everything = _below(long_run.pid)
    long_run.kill()
    long_run.wait(60)
    assert gone(everything)
    assert not memory_left(memory)


@needs_linux
def test_a_full_mount_of_shared_memory(tmp_path: Path) -> None:
    inside = "mount -t tmpfs -o size=64k none /dev/shm && exec "
    mounted = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    try:
        tried = subprocess.run([*mounted, inside + "true"], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare")
    if tried.returncode:
        pytest.skip("no file system may be mounted here")
    run = command("bench", "--obs-size", "10000", "--output", "a.json")
    done = subprocess.run(
        [*mounted, inside + '"$@"', "sh", *run],
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert b"/dev/shm has 65,536 bytes free, and the buffers take 160," in done.stderr
    assert b"--shm-size" in done.stderr
    assert not list(tmp_path.iterdir())


@needs_linux
def test_a_worker_that_cannot_be_started(tmp_path: Path) -> None:
    run = command(
        "bench", "--envs", "64", "--workers", "64", "--overwork", "--start-method", "fork"
    )
    done = subprocess.run(
        ["sh", "-c", 'ulimit -n 40 && exec "$@"', "sh", *run],
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert re.fullmatch(
        rb"profilecheck bench: failed in start: worker \d+ could not be started: Too many open files\n",
        done.stderr,
    )


@forks
def test_environments_that_cannot_be_handed_to_a_worker() -> None:
    with nothing_left(), pytest.raises((AttributeError, pickle.PicklingError)):
        measure(SMALL, workers("spawn"), make=lambda *own: Synthetic(*own))


def test_memory_that_runs_out_in_the_policy_is_a_failure_with_a_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def take(self: Digests, batch: Batch) -> Actions:
        raise MemoryError("unable to allocate 5 GiB")

    monkeypatch.setattr(Digests, "take", take)
    told = ("warm-up", "the memory ran out: unable to allocate 5 GiB")
    assert failure(environments.Raising, SERIAL) == told


def test_a_start_method_that_the_platform_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    with pytest.raises(Refused, match="--start-method fork: this platform has spawn"):
        measure(SMALL, workers("fork"))
