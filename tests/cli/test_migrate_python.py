"""`profilecheck migrate` on Python files: what is printed, written, and left the second time."""

from __future__ import annotations

import subprocess

from tests.cli.helpers import Cli

HEAD = "from pufferlib.vector import make\n"
CALL = "make(Env, num_envs=4096)\n"


def test_writing_makes_the_config_once_and_never_over_another(cli: Cli) -> None:
    script = cli.write(
        "train.py", HEAD + "from pufferlib import pufferl\npufferl.train('puffer_go')\n" + CALL
    )
    first = cli("migrate", ".", "--agents-per-env", "1", "--write")
    assert first.code == 1  # something is left to port
    made = cli.folder / "train_vec_4.0.ini"
    assert "total_agents = 4096" in made.read_text()
    assert "pufferl.train('go')" in script.read_text()
    made.write_text(made.read_text() + "# mine\n")
    state = {path.name: path.read_bytes() for path in cli.folder.iterdir()}
    second = cli("migrate", ".", "--agents-per-env", "1", "--write")
    assert {path.name: path.read_bytes() for path in cli.folder.iterdir()} == state
    assert "its config is train_vec_4.0.ini" in second.err
    assert not second.out


def test_the_undo_patch_takes_the_config_away(cli: Cli) -> None:
    cli.write("train.py", HEAD + CALL)
    cli("migrate", ".", "--agents-per-env", "1", "--write")
    assert (cli.folder / "train_vec_4.0.ini").exists()
    subprocess.run(["git", "apply", "profilecheck-undo.patch"], cwd=cli.folder, check=True)
    assert not (cli.folder / "train_vec_4.0.ini").exists()


def test_check_says_that_a_config_would_be_made(cli: Cli) -> None:
    cli.write("train.py", HEAD + CALL)
    told = cli("migrate", "train.py", "--agents-per-env", "1", "--check")
    assert told.code == 1
    assert "+++ b/train_vec_4.0.ini" in told.out
    assert [path.name for path in cli.folder.iterdir()] == ["train.py"]


def test_what_is_to_port_does_not_keep_others_from_being_written(cli: Cli) -> None:
    cli.write("old.py", "from pufferlib import PufferEnv\n")
    new = cli.write("new.py", "from pufferlib import pufferl\npufferl.train('puffer_go')\n")
    told = cli("migrate", ".", "--write")
    assert told.code == 1
    assert "pufferl.train('go')" in new.read_text()
    assert "old.py:1:23: to port by hand: pufferlib.PufferEnv: port the environment" in told.err


def test_a_decision_for_one_config_alone(cli: Cli) -> None:
    cli.write("train.py", HEAD + "make(Env, num_envs=N)\nmake(Env, num_envs=M)\n")
    told = cli("migrate", ".", "--decide", "train_vec_4.0.ini:vec.total_agents=4096")
    assert told.out.count("total_agents = 4096") == told.out.count("+++ b/") == 1


def test_a_file_in_every_format(cli: Cli) -> None:
    cli.write("train.py", HEAD + CALL)
    for form in ("table", "json", "markdown", "html"):
        told = cli("migrate", ".", "--agents-per-env", "1", "--format", form)
        assert "by-hand" in told.out
        assert "train_vec_4.0.ini" in told.out
