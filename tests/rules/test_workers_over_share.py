"""PC229 and PC230: workers against this machine and what bounds this process on it."""

from __future__ import annotations

import pytest

from profilecheck.engine import check_bytes
from profilecheck.findings import Severity
from profilecheck.hosts import Host
from profilecheck.limits import Limit
from profilecheck.options import Options

QUOTA = Limit("cgroup", 4.0, "/sys/fs/cgroup/cpu.max")
CONFIG = b"[base]\nenv_name = a\n[vec]\nnum_envs = 16\n"


def codes(text: bytes, host: Host) -> dict[str, Severity]:
    found = check_bytes(text, "a.ini", Options(target="3.0", host=host)).findings
    return {finding.code: finding.severity for finding in found}


def test_fires_above_the_quota() -> None:
    found = codes(CONFIG, Host("this machine", False, 64, 128, (QUOTA,)))
    assert found == {"PC229": Severity.WARNING}


def test_advises_above_this_machines_cores() -> None:
    assert codes(CONFIG, Host("this machine", False, 8, 16)) == {"PC230": Severity.INFO}


@pytest.mark.parametrize(
    "text",
    [
        b"[vec]\nnum_envs = 4\n",
        b"[vec]\nnum_envs = 16\nnum_workers = 4\n",
        b"[vec]\nnum_envs = 16\noverwork = True\n",
        b"[vec]\nbackend = Serial\nnum_envs = 16\nbatch_size = 16\n",
    ],
)
def test_is_silent_within_the_quota(text: bytes) -> None:
    assert not {"PC229", "PC230"} & set(codes(text, Host("this machine", False, 8, 16, (QUOTA,))))


def test_limits_of_this_machine_say_nothing_of_a_declared_one() -> None:
    assert codes(CONFIG, Host("cluster", True, 64, 128)) == {}
