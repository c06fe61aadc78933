"""Fixtures of a launch's tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.helpers import Cli, Ran
from tests.launch.helpers import THING, THING_4, Installation, compile_for, install


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line in this process, in a folder of its own."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return Cli(here, capsys, monkeypatch)


@pytest.fixture
def three(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installed 3.0.0, with a config of its own beside this folder."""
    made = install(tmp_path, "3.0")
    monkeypatch.setenv("PYTHONPATH", str(made.folder))
    cli.write("thing.ini", THING)
    return made


@pytest.fixture
def four(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installed 4.0, compiled for the config of its own beside this folder."""
    made = install(tmp_path, "4.0")
    compile_for(made.folder, "thing")
    monkeypatch.setenv("PYTHONPATH", str(made.folder))
    cli.write("thing.ini", THING_4)
    return made


@pytest.fixture
def dry(cli: Cli) -> Callable[..., Ran]:
    """``run FILE --dry-run`` with more arguments; what stands behind ``--`` last."""

    def run(*argv: str, file: str = "thing.ini") -> Ran:
        return cli("run", file, "--dry-run", *argv)

    return run
