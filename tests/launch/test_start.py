"""What was started, as a process of its own: its arguments, its exit code, its signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.helpers import command, environment, started
from tests.launch.helpers import THING, Installation, install

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs executable scripts and signals")


@pytest.fixture
def three(tmp_path: Path) -> Installation:
    (tmp_path / "thing.ini").write_text(THING)
    return install(tmp_path, "3.0")


def variables(three: Installation, **more: str) -> dict[str, str]:
    """profilecheck's own source stays in reach."""
    own = environment({})["PYTHONPATH"]
    path = os.pathsep.join([own, three.variables["PYTHONPATH"]])
    return {**three.variables, "PYTHONPATH": path, **more}


def test_the_command_that_a_dry_run_prints_is_what_starts(
    three: Installation, tmp_path: Path
) -> None:
    flags = ("--", "--tag", "a 'b'\n", "--wandb")
    dry = started("run", "thing.ini", "--dry-run", *flags, folder=tmp_path, env=variables(three))
    assert not three.started.exists()
    ran = started("run", "thing.ini", *flags, folder=tmp_path, env=variables(three, EXIT="0"))
    assert (ran.returncode, ran.stdout) == (0, b""), ran.stderr
    first = json.loads(three.started.read_text())["argv"]
    subprocess.run(
        dry.stdout.decode(), shell=True, check=True, env={**os.environ, **variables(three)}
    )
    assert json.loads(three.started.read_text())["argv"] == first
    assert first[:2] == ["train", "puffer_thing"] and first[-3:] == ["--tag", "a 'b'\n", "--wandb"]


@pytest.mark.parametrize("code", [0, 1, 2, 77])
def test_its_exit_code_is_ours(code: int, three: Installation, tmp_path: Path) -> None:
    ran = started("run", "thing.ini", folder=tmp_path, env=variables(three, EXIT=str(code)))
    assert ran.returncode == code and three.started.exists()


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_signals_reach_it(name: signal.Signals, three: Installation, tmp_path: Path) -> None:
    with subprocess.Popen(
        command("run", "thing.ini"),
        cwd=tmp_path,
        env=environment(variables(three, WAIT="1")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"waiting\n"
        process.send_signal(name)
        assert process.wait(60) == 40 + name


def test_a_killed_one_is_killed(three: Installation, tmp_path: Path) -> None:
    with subprocess.Popen(
        command("run", "thing.ini"),
        cwd=tmp_path,
        env=environment(variables(three, WAIT="1")),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
        assert process.wait(60) == -signal.SIGKILL


def test_a_closed_pipe_is_what_it_was(three: Installation, tmp_path: Path) -> None:
    """Python ignores SIGPIPE for itself; what it starts is not to."""
    three.program.write_text("#!/bin/sh\nyes\n")
    with subprocess.Popen(
        command("run", "thing.ini"),
        cwd=tmp_path,
        env=environment(variables(three)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert b"yes:" not in process.stderr.read()
        process.wait(60)


def test_a_program_that_is_none(three: Installation, tmp_path: Path) -> None:
    three.program.write_bytes(b"\0")
    ran = started("run", "thing.ini", "--record", "r.json", folder=tmp_path, env=variables(three))
    assert ran.returncode == 2 and b"puffer: " in ran.stderr and b"Traceback" not in ran.stderr


def test_a_record_of_what_starts(three: Installation, tmp_path: Path) -> None:
    ran = started(
        "run", "thing.ini", "--record", "r.json", folder=tmp_path, env=variables(three, EXIT="3")
    )
    assert ran.returncode == 3
    recorded = json.loads((tmp_path / "r.json").read_text())["command"]
    assert recorded[1:] == json.loads(three.started.read_text())["argv"]
