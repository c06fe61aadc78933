"""Tables in tables of typed files, against the sections that are installed."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import Cli, Ran
from tests.launch.helpers import ENVIRONMENT, Installation, install

Dry = Callable[..., Ran]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a shell and executable scripts")

SECTIONS = "\n[env.maze]\nwidth = 3\nholes = 2\n\n[env.maze.goal]\nreward = 1.0\n"
EQUAL = {"width": 3, "goal": {"reward": 1.0}}


@pytest.fixture
def mazes(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installed 3.0.0 whose environment has settings in sections below [env]."""
    made = install(tmp_path, "3.0", ini=ENVIRONMENT + SECTIONS)
    monkeypatch.setenv("PYTHONPATH", str(made.folder))
    return made


def write(cli: Cli, maze: Any, name: str = "thing.json") -> None:
    given = {
        "base": {"package": "ocean", "env_name": "puffer_thing"},
        "vec": {"backend": "Serial"},
        "train": {"total_timesteps": 90_000_000},
        "env": {"maze": maze},
    }
    text = json.dumps(given)
    if name.endswith("toml"):
        text = (
            '[base]\npackage = "ocean"\nenv_name = "puffer_thing"\n[vec]\nbackend = "Serial"\n'
            "[env.maze]\nwidth = 3\ngoal = {reward = 1.0}\n"
        )
    cli.write(name, text)


def flags(ran: Ran) -> list[str]:
    assert ran.code == 0, ran.err
    return shlex.split(ran.out)[3:]


@pytest.mark.parametrize("name", ["thing.json", "thing.yaml", "thing.toml"])
def test_a_table_that_is_installed_as_a_section_is_the_same(
    name: str, mazes: Installation, cli: Cli, dry: Dry
) -> None:
    if name.endswith("yaml"):
        pytest.importorskip("yaml")
    write(cli, EQUAL, name)
    ran = dry(file=name)
    assert flags(ran) == ["--vec.backend=Serial"]
    assert "- [env.maze] holes=2\n" in ran.err  # what the section has beside it stays
    assert "[env.maze.goal]" not in ran.err


def test_what_differs_in_it_is_passed(mazes: Installation, cli: Cli, dry: Dry) -> None:
    write(cli, {"width": 4, "goal": {"reward": 0.5}})
    passed = ["--env.maze.goal.reward=0.5", "--env.maze.width=4", "--vec.backend=Serial"]
    assert sorted(flags(dry(file="thing.json"))) == passed


def test_what_lies_over_it_stays_over_it(mazes: Installation, cli: Cli, dry: Dry) -> None:
    write(cli, {"width": 4})
    behind = dry("--", "--env.maze.width", "5", file="thing.json")
    assert flags(behind) == ["--vec.backend=Serial", "--env.maze.width", "5"]


@pytest.mark.parametrize(
    ("maze", "told"),
    [
        ({"width": 3, "depth": 1}, "[env.maze] depth = 1: there is no flag for it"),
        ({"width": [3]}, "[env.maze] width = [3]: --env.maze.width takes no such value"),
        ({"goal": 1}, "[env.maze] goal = 1: there is no flag for it"),
        ({}, "[env] maze = {}: there is no flag for it"),
        (3, "[env] maze = 3: there is no flag for it"),
    ],
)
def test_what_cannot_be_passed_is_told_by_itself(
    maze: object, told: str, mazes: Installation, cli: Cli, dry: Dry
) -> None:
    write(cli, maze)
    ran = dry(file="thing.json")
    assert ran.code == 1
    assert [line for line in ran.err.splitlines() if "cannot be passed: " in line and told in line]
    assert ran.err.count("refused: cannot be passed") == 1


def test_a_table_that_no_section_is_installed_for(three: Installation, cli: Cli, dry: Dry) -> None:
    write(cli, EQUAL)
    ran = dry(file="thing.json")
    assert ran.code == 1
    assert "[env] maze = {'width': 3, 'goal': {'reward': 1.0}}: there is no flag for it" in ran.err


def test_in_the_place_of_the_environments_ini_it_is_set(
    mazes: Installation, cli: Cli, dry: Dry
) -> None:
    write(cli, {"width": 4})
    ran = dry("--over", "default", "--allow-unpassed", file="thing.json")
    assert "--env.maze.width=4" in flags(ran)
    assert "[env.maze] holes" in ran.err and "[env.maze] width:" not in ran.err
