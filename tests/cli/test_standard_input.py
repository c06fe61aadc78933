"""Standard input that is closed or cannot be read is a failure, and no empty file."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.helpers import command, environment


@pytest.mark.parametrize("name", ["check", "explain"])
@pytest.mark.parametrize("how", ["<&-", "0>/dev/null"])
def test_it_cannot_be_read(tmp_path: Path, name: str, how: str) -> None:
    line = shlex.join(command(name, "-"))
    done = subprocess.run(
        f"{line} {how}",
        shell=True,
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert b"<stdin>" in done.stdout + done.stderr
    assert b"cannot be read: " in done.stdout + done.stderr


def test_an_empty_one_is_an_empty_file(tmp_path: Path) -> None:
    done = subprocess.run(
        command("check", "-"),
        input=b"",
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0 and b"it is empty" in done.stdout
