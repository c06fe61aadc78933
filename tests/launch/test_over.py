"""What a config lies over: the INIs that are installed, or default.ini alone."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Callable

import pytest

from tests.cli.helpers import Cli, Ran
from tests.launch.helpers import ENVIRONMENT, ENVIRONMENT_4, Installation, default_ini

Dry = Callable[..., Ran]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a shell and executable scripts")

PARTS = """\
[base]
env_name = puffer_thing

[vec]
backend = Serial
num_envs = 4

[train]
minibatch_size = 256
"""
"""A config that gives only what it changes."""
TUNED = ENVIRONMENT.replace("[train]\n", "[train]\ngamma = 0.5\n")
FLAGS = ["--vec.backend=Serial", "--vec.num-envs=4", "--train.minibatch-size=256"]


@pytest.fixture
def tuned(cli: Cli, three: Installation) -> Installation:
    """An installed environment with a value of its own, and a config that leaves it alone."""
    (three.folder / "pufferlib/config/ocean/thing.ini").write_text(TUNED)
    cli.write("thing.ini", PARTS)
    return three


def flags(ran: Ran) -> list[str]:
    assert ran.code == 0, ran.err
    return sorted(shlex.split(ran.out)[3:])


def test_what_a_config_does_not_set_is_as_it_is_installed(tuned: Installation, dry: Dry) -> None:
    ran = dry()
    assert flags(ran) == sorted(FLAGS)
    assert "thing.ini lies over both" in ran.err
    (told,) = re.findall(r"thing.ini gives, as thing.ini does not:\n((?:.*: - .*\n)+)", ran.err)
    assert "gamma=0.5 compile=True\n" in told and "- [env] width=8 deep=None walls=False\n" in told
    assert "[vec]" not in told  # the config sets all that it has there


@pytest.mark.parametrize("name", ["thing.toml", "thing.yaml", "thing.json"])
def test_in_every_format(name: str, tuned: Installation, cli: Cli, dry: Dry) -> None:
    given = {
        "base": {"env_name": "puffer_thing"},
        "vec": {"backend": "Serial", "num_envs": 4, "num_workers": 2},
        "train": {"minibatch_size": 256},
    }
    text = json.dumps(given)
    if name.endswith("toml"):
        text = PARTS.replace("puffer_thing", '"puffer_thing"').replace("Serial", '"Serial"')
        text = text.replace("[vec]\n", "[vec]\nnum_workers = 2\n")
    if name.endswith("yaml"):
        pytest.importorskip("yaml")
    cli.write(name, text)
    assert flags(dry(file=name)) == sorted([*FLAGS, "--vec.num-workers=2"])


def test_in_the_place_of_the_environments_ini(tuned: Installation, dry: Dry) -> None:
    """What is installed cannot be taken away; what default.ini has is passed."""
    ran = dry("--over", "default")
    assert ran.code == 1
    assert "[env] width: thing.ini of what is installed sets it to 8, and no flag" in ran.err
    assert "it would have run, without what cannot be passed: " in ran.err
    assert "only in part" in ran.err and "--over installed lays thing.ini over both" in ran.err
    allowed = dry("--over", "default", "--allow-unpassed")
    assert "--train.gamma=0.995" in flags(allowed)
    assert "- it starts with [env] width = 8 of thing.ini, where nothing was" in allowed.err
    assert "thing.ini takes the place of thing.ini only in part" in allowed.err


def test_a_config_with_a_default_ini_of_its_own_lies_over_that(
    tuned: Installation, cli: Cli, dry: Dry
) -> None:
    own = default_ini("3.0").replace("gamma = 0.995", "gamma = 0.25")
    cli.write("default.ini", own)
    whole = PARTS + ENVIRONMENT.partition("[env]")[2].partition("[train]")[0].join(["[env]", ""])
    cli.write("thing.ini", whole.replace("[base]\n", ENVIRONMENT.partition("env_name")[0], 1))
    ran = dry("--allow-unpassed")
    assert "--train.gamma=0.25" in flags(ran) and "thing.ini lies over default.ini alone" in ran.err
    assert not any("gamma" in flag for flag in flags(dry("--over", "installed")))


def test_what_is_told_is_what_the_mode_reads(tuned: Installation, dry: Dry) -> None:
    ini = tuned.folder / "pufferlib/config/ocean/thing.ini"
    ini.write_text(TUNED + "[sweep.train.gamma]\nmin = 0.5\n")
    assert "sweep" not in dry().err
    assert "[sweep.train.gamma] min=0.5" in dry("--mode", "sweep", "--", "--wandb").err


def test_nothing_lies_below_a_default_ini(
    tuned: Installation, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("profilecheck.launch.start.start", lambda words: 0)
    cli.write("default.ini", default_ini("3.0"))
    asked = ("default.ini", "--env", "puffer_thing", "--allow-unpassed", "--record", "run.json")
    ran = cli("run", *asked)
    assert ran.code == 0 and "lies over" not in ran.err
    assert json.loads((cli.folder / "run.json").read_text())["config"]["below"] == []


def test_an_error_that_lies_wholly_below_refuses_too(
    tuned: Installation, cli: Cli, dry: Dry
) -> None:
    ini = tuned.folder / "pufferlib/config/ocean/thing.ini"
    ini.write_text(TUNED.replace("num_envs = 2", "num_envs = 6\nnum_workers = 4"))
    cli.write("thing.ini", "[base]\nenv_name = puffer_thing\n[env]\nwidth = 4\n")
    ran = dry()
    assert ran.code == 1 and "refused: in what lies below the config, PC203" in ran.err
    assert flags(dry("--set", "vec.num_envs=4", "--set", "vec.backend=Serial"))


def test_the_record_tells_what_it_lies_over(
    tuned: Installation, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("profilecheck.launch.start.start", lambda words: 0)
    assert cli("run", "thing.ini", "--record", "run.json").code == 0
    recorded = json.loads((cli.folder / "run.json").read_text())
    assert recorded["config"]["below"] == recorded["runtime"]["inis"]
    assert recorded["config"]["values"]["train"]["gamma"] == 0.5
    assert recorded["config"]["values"]["env"]["width"] == 8


def test_four(four: Installation, cli: Cli, dry: Dry) -> None:
    ini = four.folder / "config/ocean/thing.ini"
    ini.write_text(ENVIRONMENT_4 + "\n[train]\ngamma = 0.5\n")
    cli.write(
        "thing.ini", "[base]\nenv_name = thing\n[vec]\ntotal_agents = 512\n[train]\nhorizon = 32\n"
    )
    assert flags(dry()) == ["--train.horizon=32", "--vec.total-agents=512"]
