"""A whole project, whose files ask and tell the same: every form of the account, and every way to use it."""

from __future__ import annotations

import json
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


SNAKE = "[base]\npackage = ocean\nenv_name = puffer_snake\n[vec]\nnum_envs = 4\n[train]\n"


@pytest.mark.parametrize(
    ("ini", "code"),
    [(SNAKE, 0), (f"{SNAKE}[nothing]\n[DEFAULT]\nx = 1\n", 1)],
    ids=["migrated", "blocked"],
)
def test_launch_lines_are_judged_over_the_inis_as_they_will_be(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ini: str,
    code: int,
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "snake.ini").write_text(ini)
    (tmp_path / "a.sh").write_text("puffer train puffer_snake --vec.num-envs 4\n")
    monkeypatch.chdir(tmp_path)
    decide = ["--decide", "env.cell_size=2"] if not code else []
    assert main(["migrate", ".", *decide]) == code
    told = capsys.readouterr()
    assert "+puffer train snake --vec.total-agents" in told.out
    assert "PC705" not in told.err


def test_what_migrate_says_of_a_line_is_what_check_says_once_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "snake.ini").write_text(f"{SNAKE}minibatch_size = 16384\n")
    (tmp_path / "a.sh").write_text("puffer train puffer_snake --train.minibatch-size 1000\n")
    monkeypatch.chdir(tmp_path)
    decide = ["--decide", "env.cell_size=2"]
    main(["migrate", ".", *decide, "--write", "--unfinished", "--format", "json"])
    said = json.loads(capsys.readouterr().out)["files"]
    main(["check", "a.sh", "--target", "4.0", "--format", "json"])
    checked = json.loads(capsys.readouterr().out)["findings"]
    codes = [one["code"] for file in said if file["path"] == "a.sh" for one in file["findings"]]
    assert codes
    assert codes == [one["code"] for one in checked]


def test_a_run_after_an_unfinished_one_asks_what_that_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "requirements.txt": "pufferlib==3.0.0\n",
        "config/snake.ini": f"{SNAKE}[env]\nnum_envs = 2\n",
        "config/default.ini": "[base]\n[vec]\nnum_envs = 8\nnum_workers = 2\n[train]\n[env]\n[sweep]\n",
        "run.sh": "puffer train puffer_snake --vec.num-envs 16\n"
        "puffer train puffer_snake --vec.num-envs $N\n",
        "a.toml": "[vec]\nnum_envs = 16\n[train]\nbptt_horizon = 64\n",
    }
    (tmp_path / ".git").mkdir()
    (tmp_path / "config").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    pin = ["--pin", "8e3e754", "--format", "json"]

    def told(*more: str) -> dict[str, dict[str, object]]:
        assert main(["migrate", ".", *pin, *more]) == 1
        return {one["path"]: one for one in json.loads(capsys.readouterr().out)["files"]}

    first = told("--write", "--unfinished", "--decide", "env.cell_size=2")
    assert first["config/snake.ini"]["status"] == "changed"
    assert (tmp_path / "requirements.txt").read_text() == "pufferlib==3.0.0\n"
    second = told()
    assert second["config/snake.ini"]["status"] == "left"
    for name in ("run.sh", "a.toml"):
        assert first[name]["status"] == "blocked"
        assert second[name] == first[name], name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "configs/a.ini",
            "[base]\nenv_name = mine\n[vec]\nnum_envs = 8\n[train]\nbptt_horizon = 64\n",
        ),
        ("a.yaml", "vec:\n  num_envs: 8\ntrain:\n  learning_rate: 0.1\n"),
        ("a.json", '{"vec": {"num_envs": 8}}'),
        ("a.toml", "[vec]\nnum_envs = 8\n[train]\nbptt_horizon = 64\n"),
    ],
)
def test_a_second_run_changes_nothing_while_the_pin_still_names_the_source(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "configs").mkdir()
    (tmp_path / "requirements.txt").write_text("pufferlib==3.0.0\n")
    (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    argv = ["migrate", ".", "--write", "--unfinished", "--agents-per-env", "16"]
    main(argv)
    once = (tmp_path / name).read_text()
    assert "total_agents" in once
    main(argv)
    assert (tmp_path / name).read_text() == once
