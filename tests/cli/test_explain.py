"""``profilecheck explain``: an explanation in words and as JSON."""

from __future__ import annotations

import json

import pytest

from profilecheck.profiles import profiles
from tests.cli.helpers import BAD, GOOD, Cli

TARGET = ("--target", "3.0", "--cores", "64")


def test_text_shows_values_and_what_follows(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    ran = cli("explain", "a.ini", *TARGET, "--agents-per-env", "512")
    assert ran.code == 0
    assert "  num_envs     8                line 4\n" in ran.out
    assert "  backend      Multiprocessing  3.0 default.ini\n" in ran.out
    assert "  worker processes            4\n" in ran.out
    assert (
        "Leading dimensions  reset  step  recv\n  observations      2048   2048  2048\n" in ran.out
    )
    assert "  agent ids         -      -     2048\n" in ran.out
    assert "  segments of a batch                 4096\n" in ran.out


def test_text_tells_agents_that_are_not_known_as_a_multiple(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    out = cli("explain", "a.ini", *TARGET).out
    assert "4 x agents per environment" in out
    assert "  observations      4 x A  4 x A  4 x A\n" in out


def test_tables_that_only_defaults_fill_are_shown_when_asked_for(cli: Cli) -> None:
    cli.write("a.ini", GOOD + "[sweep.train.gamma]\nmin = 0.9\n")
    out = cli("explain", "a.ini", *TARGET).out
    assert "[sweep.train.gamma]" in out
    assert "[sweep.train.ent_coef]" not in out
    assert "[sweep.train.ent_coef]" in cli("explain", "a.ini", *TARGET, "-v").out


def test_text_says_that_a_config_does_not_run(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    ran = cli("explain", "a.ini", *TARGET)
    assert ran.code == 1
    assert "make refuses num_workers = 6 with num_envs = 100, so nothing follows" in ran.out
    assert "This does not run as it is" in ran.out
    assert "line 5: PC203" in ran.out


@pytest.mark.parametrize(
    ("vec", "told"),
    [
        ("num_envs: ${n}\n  num_workers: 2", "num_envs is not known: nothing that depends on that"),
        ("num_envs: ${n}\n  batch_size: ${b}", "num_envs and batch_size are not known"),
    ],
)
def test_text_names_what_is_not_known(cli: Cli, vec: str, told: str) -> None:
    cli.write("a.yaml", f"vec:\n  backend: Multiprocessing\n  {vec}\n")
    ran = cli("explain", "a.yaml", *TARGET)
    assert ran.code == 0
    assert told in ran.out


def test_text_names_what_is_no_number(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    ran = cli("explain", "a.ini", *TARGET, "--set", "train.minibatch_size=abc")
    assert ran.code == 1
    assert (
        "minibatch_size = 'abc' is no number: nothing that depends on that can be told" in ran.out
    )
    assert "  PC602 --set: minibatch_size = 'abc'" in ran.out


def test_nothing_is_assumed_where_no_defaults_lie_below(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    ran = cli("explain", "a.ini", *TARGET, "--no-defaults", "--set", "vec.num_workers=10")
    assert "backend and batch_size are not known" in ran.out


def test_json_holds_the_same(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    out = cli("explain", "a.ini", *TARGET, "--agents-per-env", "512", "--format", "json").out
    data = json.loads(out)
    assert data["version"] == 1
    (one,) = data["experiments"]
    assert one["profile"] == "3.0"
    assert {
        "section": "vec",
        "key": "num_envs",
        "known": True,
        "value": 8,
        "layer": "file",
        "source": "this file",
        "cell": None,
        "line": 4,
    } in one["values"]
    follows = one["follows"]
    assert follows["vectorization"]["agents_per_batch"] == 2048
    assert follows["leading_dimensions"]["reset"]["observations"] == 2048
    assert follows["leading_dimensions"]["reset"]["rewards"] is None
    assert follows["leading_dimensions"]["recv"]["masks"] == 2048


def test_json_tells_unknown_agents_in_words(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    data = json.loads(cli("explain", "a.ini", *TARGET, "--format", "json").out)
    made = data["experiments"][0]["follows"]["vectorization"]
    assert made["agents_per_batch"] == "4 x agents per environment"


def test_4_0_tells_buffers(cli: Cli) -> None:
    cli.write("a.ini", "[base]\nenv_name = a\n[vec]\ntotal_agents = 2048\nnum_buffers = 8\n")
    ran = cli("explain", "a.ini", "--target", "4.0", "--agents-per-env", "64")
    assert ran.code == 0
    assert "  agents per buffer        256\n" in ran.out
    assert "  threads per buffer       2\n" in ran.out
    assert "  environments per buffer  4\n" in ran.out


@pytest.mark.parametrize(
    "line",
    [
        "x = \x1b[31m\u202e",
        f"x = 0x{'f' * 5000}",
        f"x = {'9' * 4000}",
        "x = (1, {2: 3}, b'4', 5j, ..., None)",
        "x = 1e999",
        f"x = {'long ' * 500}",
    ],
    ids=["control", "hex", "digits", "literals", "infinite", "long"],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_strange_values_are_shown_without_harm(cli: Cli, line: str, form: str) -> None:
    cli.write("a.ini", GOOD + f"[env]\n{line}\n")
    ran = cli("explain", "a.ini", *TARGET, "--format", form)
    assert ran.code == 0, ran.err
    assert all(text.isprintable() for text in ran.out.split("\n"))
    if form == "json":
        json.loads(ran.out, parse_constant=pytest.fail)


@pytest.mark.parametrize(
    ("name", "text", "code", "told"),
    [
        ("gone.ini", None, 2, "gone.ini: cannot be read: "),
        ("a.txt", "x", 2, "Dockerfiles, Markdown and what pins packages are read too"),
        ("requirements.txt", "pufferlib==3.0.0\n", 2, "which `profilecheck check` judges"),
        ("a.sh", "echo\n", 2, "no command in it launches PufferLib"),
        ("a.ini", "[other]\nx = 1\n", 2, "no section that a profile knows"),
        ("a.ini", "[vec]\nnum_envs\n", 1, "a.ini:2:1: "),
        ("a.ini", "[base]\nenv_name = a\n", 2, "give --target"),
    ],
)
def test_what_cannot_be_explained_is_told(
    cli: Cli, name: str, text: str | None, code: int, told: str
) -> None:
    if text is not None:
        cli.write(name, text)
    ran = cli("explain", name)
    assert ran.code == code
    assert told in ran.err


def test_standard_input_can_be_explained(cli: Cli) -> None:
    ran = cli("explain", "-", *TARGET, stdin=GOOD.encode())
    assert ran.code == 0
    assert ran.out.startswith("<stdin> as 3.0: ")


def test_a_launch_line_is_explained_with_what_is_not_known_below_it(cli: Cli) -> None:
    cli.write("run.sh", "puffer train my_env --vec.num-envs 8\n")
    out = cli("explain", "run.sh", *TARGET, "-v").out
    assert "  num_envs     8            line 1\n" in out
    assert "  num_workers  (not known)  3.0 default.ini, or the environment's INI\n" in out
    brief = cli("explain", "run.sh", *TARGET).out
    assert "  num_envs  8  line 1\n" in brief
    assert "(not known)" not in brief
    rest = (
        "more values come from 3.0 default.ini, or the environment's INI: not shown (-v shows them)"
    )
    assert brief.count(rest) == 1


GRID = "[base]\nenv_name = grid\n[vec]\nnum_envs = 8\nnum_workers = {}\n"


def test_a_launch_without_flags_shows_what_its_ini_gives(cli: Cli) -> None:
    cli.write("config/grid.ini", GRID.format(4))
    cli.write("q.sh", "puffer train grid\n")
    ran = cli("explain", "q.sh", *TARGET)
    assert ran.code == 0
    assert "  num_envs     8  config/grid.ini line 4\n" in ran.out
    assert "  worker processes            4\n" in ran.out
    assert "more values come from 3.0 default.ini: not shown" in ran.out


def test_what_the_inis_of_one_environment_say_otherwise_is_not_known(cli: Cli) -> None:
    cli.write("config/grid.ini", GRID.format(4))
    cli.write("config/grid_2.ini", GRID.format(2))
    cli.write("q.sh", "puffer train grid\n")
    out = cli("explain", "q.sh", *TARGET).out
    assert "  num_envs     8            config/grid.ini and config/grid_2.ini\n" in out
    assert (
        "  num_workers  (not known)  config/grid.ini or config/grid_2.ini, whichever the loader meets first\n"
        in out
    )


def test_a_launch_over_an_ini_that_cannot_run_does_not_run(cli: Cli) -> None:
    """Nothing that the line gives takes part, so that ``check`` tells it of the INI alone."""
    cli.write("config/grid.ini", GRID.format(3))
    cli.write("q.sh", "puffer train grid --train.learning-rate 0.01\n")
    assert cli("check", "q.sh", *TARGET).code == 0
    ran = cli("explain", "q.sh", *TARGET)
    assert ran.code == 1
    assert (
        "  line 1: PC203 num_envs = 8 is not divisible by num_workers = 3: each worker would get "
        "2.667 environments\n    [vec] num_workers = 3: config/grid.ini, line 5\n" in ran.out
    )


def test_a_config_over_a_default_ini_that_cannot_run_does_not_run(cli: Cli) -> None:
    train = "".join(
        f"{key} = {text}\n" for key, text in profiles()["3.0"].default_texts()["train"].items()
    )
    cli.write("config/default.ini", f"{GRID.format(3)}backend = Multiprocessing\n[train]\n{train}")
    cli.write("config/a.ini", "[base]\nenv_name = a\n[train]\ngamma = 0.9\n")
    ran = cli("explain", "config/a.ini", *TARGET)
    assert ran.code == 1
    assert "    [vec] num_workers = 3: default.ini, line 5\n" in ran.out


def test_an_error_in_the_text_of_an_ini_is_told(cli: Cli) -> None:
    cli.write("a.ini", GOOD.replace("[vec]", "[vec]  # profilecheck: target=3.0 ]"))
    assert "PC017" in cli("explain", "a.ini", *TARGET).out


def test_a_launch_is_judged_as_check_judges_it(cli: Cli) -> None:
    cli.write("a.sh", "puffer train a --vec.num-threads 8\n")
    out = cli("explain", "a.sh", *TARGET).out
    assert "line 1: PC701 --vec.num-threads is a flag of 4.0 and 5.0, and 3.0 refuses it" in out
    assert "PC102" not in out


def test_a_call_that_the_target_has_not_is_judged_as_check_judges_it(cli: Cli) -> None:
    cli.write("a.py", "import pufferlib.vector\npufferlib.vector.make(f, num_envs=8)\n")
    ran = cli("explain", "a.py", "--target", "4.0")
    assert ran.code == 1
    assert "  line 1: PC401 4.0 has no pufferlib.vector" in ran.out
    assert "  4.0 has no vector.make, so nothing follows from this call\n" in ran.out
    assert "PC103" not in ran.out
    assert "Buffers" not in ran.out


def test_nothing_is_told_of_what_no_number_is_known(cli: Cli) -> None:
    cli.write("a.sh", "puffer train a --vec.num-threads 8\n")
    out = cli("explain", "a.sh", "--target", "4.0").out
    assert "Buffers" not in out
    assert "total_agents, num_buffers, horizon, minibatch_size" in out


def test_a_comment_that_silences_an_error_is_told(cli: Cli) -> None:
    cli.write("a.ini", BAD.replace("num_workers", "# profilecheck: ignore[PC203]\nnum_workers"))
    ran = cli("explain", "a.ini", *TARGET)
    assert ran.code == 1
    assert "This does not run as it is:\n  line 6: PC203 " in ran.out
    assert ran.out.endswith(" (a comment silences it)\n")
    out = cli("explain", "a.ini", *TARGET, "--format", "json").out
    (error,) = json.loads(out)["experiments"][0]["errors"]
    assert error["untold"] == "a comment silences it"


def test_an_error_that_the_settings_leave_out_is_told(cli: Cli) -> None:
    cli.write("pyproject.toml", "[tool.profilecheck]\nignore = ['PC203']\n")
    cli.write("a.ini", BAD)
    ran = cli("explain", "a.ini", *TARGET)
    assert ran.code == 1
    assert ran.out.endswith(" (the settings leave it out)\n")


def test_a_notebook_is_explained_by_its_cells(cli: Cli) -> None:
    code = "from pufferlib.vector import make\nmake(f, num_envs=8)"
    cells = [{"cell_type": "markdown", "source": ""}, {"cell_type": "code", "source": code}]
    cli.write("a.ipynb", json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}))
    out = cli("explain", "a.ipynb", *TARGET).out
    assert out.startswith("a.ipynb [line 2 of cell 2] as 3.0")
    (told,) = [line.split() for line in out.splitlines() if line.startswith("  num_envs ")]
    assert told == ["num_envs", "8", "line", "2", "of", "cell", "2"]
    data = json.loads(cli("explain", "a.ipynb", *TARGET, "--format", "json").out)
    (value,) = [v for v in data["experiments"][0]["values"] if v["key"] == "num_envs"]
    assert (value["cell"], value["line"]) == (2, 2)


def test_what_is_not_known_is_told_in_words(cli: Cli) -> None:
    text = "import pufferlib.vector as pv\nfrom envs import a\n"
    cli.write("a.py", f"{text}pv.make([a, a], backend='Serial', num_envs=2, env_args=[a, [1]])\n")
    out = cli("explain", "a.py", *TARGET).out
    assert "  env_creator_or_creators  [(not known), (not known)]" in out
    found = json.loads(cli("explain", "a.py", *TARGET, "--format", "json").out)
    values = {one["key"]: one["value"] for one in found["experiments"][0]["values"]}
    assert values["env_creator_or_creators"] == [None, None]
    assert values["env_args"] == [None, [1]]


def test_a_file_without_anything_to_judge_says_so(cli: Cli) -> None:
    cli.write("a.py", "name = 'pufferlib'\n")
    ran = cli("explain", "a.py", *TARGET)
    assert ran.code == 2
    assert "no import, call or launch of PufferLib in it can be judged" in ran.err
