"""A preflight of a config over the INIs that are installed."""

from __future__ import annotations

import json
import os
import sys

import pytest
from jsonschema import Draft202012Validator

from profilecheck import schemas
from tests.cli.helpers import Cli
from tests.launch.helpers import Installation

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs executable scripts")
PART = "[base]\nenv_name = puffer_thing\n\n[vec]\nbatch_size = 8\n"
OVER = ("--python", sys.executable)


@pytest.fixture(autouse=True)
def _allocated(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("SLURM", "RAY"))]:
        monkeypatch.delenv(name)
    for name, text in {"ID": "7", "NODELIST": "n[1-2]", "CPUS_PER_NODE": "8(x2)"}.items():
        monkeypatch.setenv(f"SLURM_JOB_{name}", text)


def installed(three: Installation, cli: Cli, vec: str) -> None:
    """The INI that is installed for the environment, and a config that leaves most of it out."""
    ini = next(three.folder.rglob("thing.ini"))
    ini.write_text(f"[base]\npackage = thing\nenv_name = puffer_thing\n[vec]\n{vec}\n")
    cli.write("part.ini", PART)


def test_what_a_config_leaves_out_is_as_it_is_installed(three: Installation, cli: Cli) -> None:
    installed(three, cli, "num_envs = 8\nnum_workers = 2")
    alone = cli("preflight", "part.ini", "--cores", "4", "--threads", "8")
    assert alone.code == 1 and "PC211" in alone.out
    assert "what part.ini leaves out was judged as default.ini has it; --python PATH" in alone.out
    over = cli("preflight", "part.ini", "--cores", "4", "--threads", "8", *OVER)
    assert over.code == 0, over.out + over.err
    assert "leaves out" not in over.out and "part.ini is laid over " in over.out


def test_an_error_of_what_is_installed_fails_the_nodes(three: Installation, cli: Cli) -> None:
    installed(three, cli, "num_envs = 8\nnum_workers = 8")
    cli.write("part.ini", "[base]\nenv_name = puffer_thing\n[train]\nlearning_rate = 0.02\n")
    ran = cli("preflight", "part.ini", "--cores", "4", "--threads", "8", *OVER)
    assert ran.code == 1
    assert "part.ini: error (on every node): in what lies below the config, PC210 " in ran.out
    cli.write("part.ini", "[train]\nlearning_rate = 0.02\n")
    assert cli("preflight", "part.ini", "--cores", "4", *OVER, "--env", "puffer_thing").code == 1
    data = json.loads(
        cli(
            "preflight",
            "part.ini",
            "--cores",
            "4",
            *OVER,
            "--env",
            "puffer_thing",
            "--format",
            "json",
        ).out
    )
    Draft202012Validator(schemas.schema("preflight")).validate(data)
    assert [len(node["beneath"]) for node in data["nodes"]] == [1, 1]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--python", "no-such-python"), "no interpreter that can be run"),
        ((*OVER, "--defaults", "none"), "--defaults is ini"),
        ((*OVER, "--target", "4.0"), "what would start is 3.0"),
        (("--env", "puffer_thing"), "--env goes with --python"),
    ],
)
def test_what_cannot_be_laid_over_is_refused(
    three: Installation, cli: Cli, argv: tuple[str, ...], said: str
) -> None:
    installed(three, cli, "num_envs = 8")
    ran = cli("preflight", "part.ini", *argv)
    assert (ran.code, ran.out) == (2, "") and said in ran.err
