"""PC714: ``--env-name`` names another environment than the one that is launched."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.surroundings import look
from tests.rules.helpers import finds, quiet, report

CODE = "PC714"
NAME = "run.sh"
LINE = "puffer train puffer_breakout --env-name puffer_pong"


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        (LINE, 30, "train of 3.0 runs puffer_breakout, the word behind it"),
        ("puffer eval puffer_breakout --env-name=puffer_pong", 29, "eval of 3.0 runs"),
        ("puffer sweep puffer_breakout --wandb --env-n a", 38, "reads nothing of 'a'"),
        ("python -m pufferlib.pufferl train a --env-name b", 37, "does not choose the environment"),
        ("puffer train a --env-name a --env-name b", 29, "runs a,"),
    ],
)
def test_another_name(line: str, column: int, words: str) -> None:
    found = finds(f"{line}\n", CODE, at=(1, column), severity="warning", name=NAME)
    assert words in found.message


@pytest.mark.parametrize("mode", ["train", "eval", "sweep", "paretosweep", "match"])
def test_another_name_in_4_0(mode: str) -> None:
    """Its load_config puts the word behind the mode in the flag's place."""
    found = finds(f"puffer {mode} breakout --env-name pong\n", CODE, name=NAME, target="4.0")
    assert f"{mode} of 4.0 runs breakout" in found.message


@pytest.mark.parametrize(
    ("line", "target"),
    [
        ("puffer train puffer_breakout --env-name puffer_breakout", "3.0"),
        ("puffer train a --env-name b --env-name a", "3.0"),
        ('puffer train a --env-name "$NAME"', "3.0"),
        ("puffer train $NAME --env-name a", "3.0"),
        ("puffer $MODE a --env-name b", "3.0"),
        ("puffer export a --env-name b", "3.0"),  # the name of its file of weights
        ("python pufferl.py train a --env-name b", "3.0"),
        (f"{LINE} --help", "3.0"),
        ("puffer train a --env-name a", "4.0"),
    ],
)
def test_silent(line: str, target: str) -> None:
    quiet(f"{line}\n", CODE, name=NAME, target=target)


@pytest.mark.parametrize(
    ("launcher", "target", "found"),
    [
        ("def main(): ...\ndef train(a): ...\ndef load_env(name, args): ...\n", "3.0", True),
        ("def main(): ...\ndef train(a): ...\ndef load_env(a): a['env_name']\n", "3.0", False),
        ("def main(): a['env_name']\ndef train(a): ...\ndef load_env(a): ...\n", "3.0", False),
        ("def main(): ...\n", "3.0", False),
        ("def load_config(env_name): args['env_name'] = env_name\n", "4.0", True),
        ("def load_config(env_name): return args['env_name']\n", "4.0", False),
        ("", "4.0", False),
    ],
)
def test_the_trees_own_launcher_may_read_it(
    tmp_path: Path, launcher: str, target: str, *, found: bool
) -> None:
    own = tmp_path / "pufferlib"
    own.mkdir()
    (own / "__init__.py").write_text("")
    (own / "pufferl.py").write_text(launcher)
    path = tmp_path / NAME
    ask = finds if found else quiet
    ask(LINE, CODE, name=str(path), target=target, surroundings=look(path))


def test_the_agents_are_those_of_what_is_launched(tmp_path: Path) -> None:
    """One of nmmo3 has 1024 agents: 64 of them would not fit into the batch."""
    config = tmp_path / "config"
    config.mkdir()
    base = "[base]\npackage = ocean\nenv_name = puffer_breakout\n"
    (config / "breakout.ini").write_text(f"{base}[vec]\nnum_envs = 64\n[env]\nnum_envs = 1\n")
    path = tmp_path / NAME
    line = "puffer train puffer_breakout --train.batch-size 65536 --train.bptt-horizon 64"
    about = [
        [one.code for one in report(text, name=str(path), surroundings=look(path)).findings]
        for text in (f"{line}\n", f"{line} --env-name puffer_nmmo3\n")
    ]
    assert sorted(about[1]) == sorted([*about[0], CODE])
