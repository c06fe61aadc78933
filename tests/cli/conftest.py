"""Fixtures of the command line's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Cli(tmp_path, capsys, monkeypatch)
