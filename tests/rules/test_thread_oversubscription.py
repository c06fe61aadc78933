"""PC308 thread-oversubscription."""

from __future__ import annotations

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.engine import check_bytes
from profilecheck.findings import Finding
from profilecheck.hosts import Host
from profilecheck.limits import Limit
from profilecheck.options import Options
from tests.rules.helpers import finds, quiet


def vec(threads: object, buffers: object) -> str:
    return f"[vec]\ntotal_agents = 4096\nnum_buffers = {buffers}\nnum_threads = {threads}\n"


def found_on(host: Host, text: str) -> list[Finding]:
    verdict = check_bytes(text.encode(), "experiment.ini", Options(target="4.0", host=host))
    return [finding for finding in verdict.findings if finding.code == "PC308"]


def test_more_threads_than_a_declared_host_has() -> None:
    found = finds(
        vec(64, 8), "PC308", at=(4, 1), severity="warning", target="4.0", cores=8, threads=16
    )
    assert "starts 72 threads (8 to step and 1 to manage each buffer)" in found.message
    assert "more than the 16 hardware threads of tests" in found.message


def test_the_buffers_are_to_blame_where_each_has_one_thread() -> None:
    finds(vec(1, 8), "PC308", at=(3, 1), target="4.0", cores=8, threads=8)


def test_this_machine_is_told_of_as_advice() -> None:
    (found,) = found_on(Host("this machine", False, 4, 8), vec(16, 2))
    assert found.severity == "info"
    assert "--threads or --host" in found.message


def test_what_bounds_this_machine_below_its_hardware() -> None:
    host = Host("this machine", False, 32, 64, (Limit("cgroup", 2.5, "cpu.max"),))
    (found,) = found_on(host, vec(16, 2))
    assert "2.5 CPUs that cpu.max allows on this machine" in found.message


@pytest.mark.parametrize(("threads", "buffers"), [(14, 2), (0, 8), (12, 4), (8, 8)])
def test_as_many_threads_as_the_host_has(threads: int, buffers: int) -> None:
    quiet(vec(threads, buffers), "PC308", target="4.0", cores=8, threads=16)


def test_threads_that_nobody_declared() -> None:
    quiet(vec(512, 8), "PC308", target="4.0", cores=8, threads=None)
    assert found_on(Host("this machine", False, UNKNOWN, UNKNOWN), vec(512, 8)) == []


def test_defaults_alone_are_nobodys_fault() -> None:
    assert found_on(Host("this machine", False, 1, 2), "[vec]\ntotal_agents = 4096\n") == []


@pytest.mark.parametrize(("threads", "buffers"), [("auto", 4), (512, 0), (512, "auto")])
def test_what_fails_otherwise_is_reported_otherwise(threads: object, buffers: object) -> None:
    quiet(vec(threads, buffers), "PC308", target="4.0", cores=8, threads=16)
