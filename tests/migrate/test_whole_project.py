"""A whole project, whose files ask and tell the same: every form of the account, and every way to use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.cli import main
from profilecheck.migrate.told import formats

LAUNCH = "puffer train puffer_breakout --vec.num-envs 4\n"
FILES = {
    "requirements.txt": "pufferlib==3.0.0\n",
    "pyproject.toml": '[project]\nname = "p"\nversion = "1"\ndependencies = ["pufferlib==3.0.0"]\n',
    "run.sh": f"#!/bin/sh\npip install pufferlib==3.0.0\n{LAUNCH}",
    "Dockerfile": f"FROM x\nRUN pip install pufferlib==3.0.0\nRUN {LAUNCH}",
    "Makefile": f"run:\n\tpip install pufferlib==3.0.0\n\t{LAUNCH}",
    "README.md": f"# P\n\n```sh\npip install pufferlib==3.0.0\n{LAUNCH}```\n",
    "config/breakout.ini": "[base]\npackage = ocean\nenv_name = puffer_breakout\n[vec]\nnum_envs = 8\n[train]\noptimizer = adam\n",
    "experiments/a.toml": "[vec]\nnum_envs = 8\n[train]\nbptt_horizon = 64\n",
    "train.py": 'from pufferlib import pufferl\nargs = pufferl.load_config("puffer_breakout")\npufferl.train("puffer_breakout", args)\n',
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of 3.0, with all that pins, launches and configures it."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", formats())
def test_every_form_tells_of_a_project_whose_pin_nobody_decided(
    project: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate", ".", "--format", form]) == 1
    told = capsys.readouterr()
    whole = told.out + told.err
    assert "internal fault" not in whole
    assert all(name in whole for name in FILES)
    assert "4.0 was never published" in whole


def test_every_use_asks_for_the_pin_of_a_project_once(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for use in ([], ["-q"], ["--check"], ["--ledger", "l.md"], ["--write"]):
        assert main(["migrate", ".", *use]) == 1, use
        told = capsys.readouterr().err
        assert "internal fault" not in told
        assert use == ["-q"] or told.count("4.0 was never published") == 1, use
