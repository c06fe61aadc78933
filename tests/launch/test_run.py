"""What is started, and what is refused, with stand-ins for the programs."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from jsonschema import Draft202012Validator

from profilecheck import schemas
from profilecheck.document import UNKNOWN
from profilecheck.engine import experiments_in
from profilecheck.options import Options
from profilecheck.sources.read import read
from tests.cli.helpers import Cli, Ran
from tests.closing import astray, closed
from tests.launch.helpers import ENVIRONMENT, THING, THING_4, Installation

Dry = Callable[..., Ran]
needs_posix = pytest.mark.skipif(os.name == "nt", reason="needs a shell and executable scripts")
pytestmark = needs_posix

PASSED = [
    *("--vec.backend=Serial", "--vec.num-envs=4", "--vec.batch-size=4"),
    *("--env.width=16", "--env.walls=True", "--train.minibatch-size=256", "--train.compile="),
]


def words(ran: Ran) -> list[str]:
    assert ran.code == 0, ran.err
    return shlex.split(ran.out)


def test_what_differs_from_the_installed_inis_is_passed(three: Installation, dry: Dry) -> None:
    program, mode, environment, *flags = words(dry())
    assert (program, mode, environment) == (str(three.program), "train", "puffer_thing")
    assert sorted(flags) == sorted(PASSED)


def test_a_program_that_the_shell_finds_is_told_by_its_name(
    three: Installation, dry: Dry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{three.program.parent}{os.pathsep}{os.environ['PATH']}")
    assert words(dry())[0] == "puffer"


def test_set_and_flags_lie_over_the_file(three: Installation, dry: Dry) -> None:
    ran = dry("--set", "env.width=32", "--", "--vec.num-envs", "8", "--vec.batch-size", "8")
    assert "--env.width=32" in words(ran)
    assert words(ran)[-4:] == ["--vec.num-envs", "8", "--vec.batch-size", "8"]
    assert "--vec.num-envs=4" not in words(ran)


def test_what_is_behind_the_dashes_is_checked_with_the_file(three: Installation, dry: Dry) -> None:
    ran = dry("--", "--vec.batch-size=9")
    assert ran.code == 1
    assert "[vec] batch_size = 9: --vec.batch-size behind --" in ran.err
    assert "refused: 1 error" in ran.err
    assert "it would have run: " in ran.err and ran.out == ""


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--vec.total-agents", "8"], "PC701"),
        (["--train.gamma", "many"], "PC706"),
        (["--env.depth", "8"], "PC7"),
        (["8"], "8 belongs to no flag"),
        (["--train"], "--train may be any of"),
        (["--"], "-- belongs to no flag"),
    ],
)
def test_flags_that_the_launcher_refuses(
    flags: list[str], said: str, three: Installation, dry: Dry
) -> None:
    ran = dry("--", *flags)
    assert ran.code == 1 and said in ran.err


def test_values_that_look_like_placeholders_are_values(three: Installation, dry: Dry) -> None:
    assert words(dry("--", "--tag", "EXP1", "--wandb"))[-3:] == ["--tag", "EXP1", "--wandb"]


def test_a_word_with_a_blank_is_a_value(three: Installation, dry: Dry) -> None:
    """Unless a flag stands before its equals sign."""
    assert words(dry("--", "--tag", "-x y=1"))[-2:] == ["--tag", "-x y=1"]
    assert "PC706" in dry("--", "--tag", "--train.device=a b").err


def test_what_the_shell_would_read_otherwise_is_quoted(three: Installation, dry: Dry) -> None:
    given = ["a b", "$HOME", "'", '"', "*", "a\nb", "-x", "世界", "!", "\\"]
    flags = [f"--tag={text}" for text in given]
    ran = dry("--", *flags)
    printed = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {ran.out}"], check=True, capture_output=True, text=True
    ).stdout
    assert printed.split("\0")[-len(flags) - 1 : -1] == flags


def test_what_no_terminal_shows_is_printed_by_the_shell(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    """The config's own escapes never reach a terminal, and bytes that are no text come through."""
    given = ["\x1b[31m%d\\", "\udcff'", "\x85\u202e\r\n\n", "-n\t"]
    cli.write("thing.ini", THING.replace("package = ocean", "package = \x1b[31m"))
    ran = dry("--", *(f"--tag={text}" for text in given))
    line = ran.out.removesuffix("\n")
    assert all(char.isprintable() or char == "\n" for char in line)
    for shell in ("bash", "sh"):
        printed = subprocess.run(
            [shell, "-c", f"printf '%s\\0' {line}"], check=True, capture_output=True
        )
        words = [os.fsdecode(word) for word in printed.stdout.split(b"\0")]
        assert words[-5:-1] == [f"--tag={text}" for text in given]
        assert "--package=\x1b[31m" in words


def test_what_cannot_be_passed_refuses(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", THING.replace("deep = None", "deep = 3\nnew = 1"))
    ran = dry()
    assert ran.code == 1
    assert "[env] deep = 3: --env.deep takes no value at all, as thing.ini of what is" in ran.err
    assert "[env] new = 1: there is no flag for it" in ran.err
    assert "--allow-unpassed" in ran.err


@pytest.mark.parametrize(
    "more",
    ["[env.deep]\nx = 1\n", "[policy.head]\nx = 1\n", "[base]\nenv.new = 1\n", "[vec.x]\ny = 1\n"],
)
def test_a_table_in_a_table_is_handed_on_with_it(
    more: str, cli: Cli, three: Installation, dry: Dry
) -> None:
    """The loader makes env = {"deep": {"x": 1}} of it."""
    text = THING.replace("[base]\n", more) if more.startswith("[base]") else THING + more
    cli.write("thing.ini", text.replace("deep = None\n", ""))
    (three.folder / "pufferlib/config/ocean/thing.ini").write_text(
        ENVIRONMENT.replace("deep = None\n", "")
    )
    ran = dry()
    assert ran.code == 1 and "1: there is no flag for it" in ran.err
    cli.write("thing.ini", THING.replace("deep = None\n", ""))
    ini = three.folder / "pufferlib/config/ocean/thing.ini"
    ini.write_text(ENVIRONMENT.replace("deep = None\n", "") + "[env.deep]\nx = 1\n")
    assert (
        "cannot be passed: [env.deep] x: thing.ini of what is installed sets it to 1"
        in dry("--over", "default").err
    )


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("load", "2", "it is the beginning of --load-model-path or --load-id"),
        ("f", "x", "it is the beginning of --fps"),
        ("render", "2", "it is the beginning of --render-mode"),
    ],
)
def test_a_key_that_the_launcher_takes_for_a_flag_of_its_own(
    key: str, value: str, said: str, cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write("thing.ini", THING.replace("[base]\n", f"[base]\n{key} = {value}\n"))
    ini = three.folder / "pufferlib/config/ocean/thing.ini"
    ini.write_text(
        ENVIRONMENT.replace("[base]\n", f"[base]\n{key} = {'y' if value == 'x' else 3}\n")
    )
    ran = dry()
    assert said in ran.err and f"--{key}" not in ran.out
    ran = dry("--", f"--{key}={value}")
    assert ran.code == 1 and "PC706" in ran.err


def test_a_key_that_it_reads_as_its_own_flag_and_takes(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write("thing.ini", THING.replace("[base]\n", "[base]\nf = 2\nta = x\n"))
    ini = three.folder / "pufferlib/config/ocean/thing.ini"
    ini.write_text(ENVIRONMENT.replace("[base]\n", "[base]\nf = 3\nta = y\n"))
    assert {"--f=2", "--ta=x"} <= set(words(dry()))


def test_what_only_the_installed_ini_sets_refuses(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", THING.replace("walls = True\n", ""))
    ran = dry("--over", "default")
    assert ran.code == 1
    assert "[env] walls: thing.ini of what is installed sets it to False" in ran.err


def test_it_is_allowed_and_listed(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", THING.replace("deep = None", "deep = 3"))
    ran = dry("--allow-unpassed")
    assert ran.code == 0
    assert "what starts is not what was checked, in 1 of its settings" in ran.err
    assert "- it starts with [env] deep = None of thing.ini, where 3 was checked (--" in ran.err
    assert not any("deep" in word for word in words(ran)[3:])


def test_what_nothing_reads_is_only_told(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", THING + "env_batch_size = 2\n")
    ran = dry()
    assert ran.code == 0
    assert "not passed, and nothing reads it: [train] env_batch_size" in ran.err


def test_sweeps_matter_only_to_a_sweep(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", THING + "[sweep.train.gamma]\nmin = 0.9\n")
    assert not any(word.startswith("--sweep") for word in words(dry()))
    assert "--sweep.train.gamma.min=0.9" in words(
        dry("--mode", "sweep", "--set", "sweep.vec.num_envs.min=4", "--", "--wandb")
    )


def test_a_number_that_is_read_as_another_kind_is_judged_so(
    tmp_path: Path, cli: Cli, three: Installation, dry: Dry
) -> None:
    ini = three.folder / "pufferlib/config/ocean/thing.ini"
    ini.write_text(ENVIRONMENT.replace("num_envs = 2", "num_envs = 2.0"))
    ran = dry()
    assert ran.code == 1 and "as the launcher reads it, PC201" in ran.err


def test_the_installed_default_ini_lies_below(three: Installation, dry: Dry) -> None:
    """A fork's has keys of its own, which its trainer reads, and values of its own."""
    default = three.folder / "pufferlib/config/default.ini"
    text = default.read_text().replace("gamma = 0.995", "gamma = 0.5")
    default.write_text(text.replace("[train]\n", "[train]\ncuriosity = 0.25\n"))
    (three.folder / "pufferlib/pufferl.py").write_text("config['curiosity']\n")
    ran = dry()
    assert not any("gamma" in word or "curiosity" in word for word in words(ran))
    assert "--train.curiosity=0.5" in words(dry("--set", "train.curiosity=0.5"))


def test_this_machines_cores_count(cli: Cli, three: Installation, dry: Dry) -> None:
    many = THING.replace("Serial", "Multiprocessing").replace("num_envs = 4", "num_envs = 4096")
    cli.write("thing.ini", many.replace("batch_size = 4", "batch_size = 4096"))
    here = dry()
    assert here.code == 1 and "PC210 workers-over-cores" in here.err
    assert "physical cores of this machine" in here.err
    there = dry("--cores", "4096")
    assert there.code == 1 and "physical cores of this machine" in there.err
    assert (
        "it starts here, and not on the declared machine, which is declared with 4096" in there.err
    )


def test_a_machine_of_the_settings_is_not_where_it_starts(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write("pyproject.toml", '[tool.profilecheck]\nhost = "c"\nhosts.c.cores = 100_000\n')
    many = "[base]\nenv_name = puffer_thing\n[vec]\nnum_envs = 100_000\nnum_workers = 100_000\n"
    cli.write("thing.ini", many)
    ran = dry()
    assert ran.code == 1 and "PC210" in ran.err and "not on c, which is declared with" in ran.err


def test_a_smaller_machine_that_is_declared_counts(cli: Cli, three: Installation, dry: Dry) -> None:
    vec = "[vec]\nnum_envs = 2\nnum_workers = 2\n"
    cli.write("thing.ini", f"[base]\nenv_name = puffer_thing\n{vec}")
    ran = dry("--cores", "1")
    assert ran.code == 1 and "above the 1 physical core of the declared machine" in ran.err


def test_the_environment_is_the_files_or_asked_for(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", THING.replace("env_name = puffer_thing", "env_name = a b"))
    assert "names a, b: give --env NAME" in dry().err
    assert "--env is 'c', but its [base] env_name is 'a b'" in dry("--env", "c").err
    cli.write("thing.ini", THING.replace("env_name = puffer_thing\n", ""))
    assert words(dry("--env", "other_name"))[2] == "other_name"


def test_an_environment_without_an_installed_ini(three: Installation, cli: Cli, dry: Dry) -> None:
    cli.write("thing.ini", THING.replace("puffer_thing", "my_env"))
    ran = dry()
    assert ran.code == 1
    assert "no INI below" in ran.err and "has my_env in its [base] env_name" in ran.err


def test_an_installed_ini_that_no_loader_reads(three: Installation, dry: Dry) -> None:
    (three.folder / "pufferlib/config/ocean/thing.ini").write_text("[vec]\nnum_envs = 1\n[vec]\n")
    ran = dry()
    assert ran.code == 1 and "the loader ends there" in ran.err


def test_installed_inis_that_do_not_go_together(three: Installation, dry: Dry) -> None:
    ini = three.folder / "pufferlib/config/ocean/thing.ini"
    ini.write_text(ENVIRONMENT + "[sweep.metric]\ngoal = maximize\n")
    ran = dry()
    assert ran.code == 1 and "the installed INIs do not load: [sweep] metric" in ran.err


def test_another_generation_is_installed(cli: Cli, four: Installation, dry: Dry) -> None:
    cli.write("three.ini", THING)
    ran = dry(file="three.ini")
    assert ran.code == 1
    assert "this is for 3.0 (" in ran.err and "what would start is 4.0: pufferlib 4.0.0" in ran.err
    assert "pufferlib/pufferl.py is the trainer of 4.0; pufferlib 4.0.0 is 4.0" in ran.err


def test_another_generation_is_asked_for(three: Installation, dry: Dry) -> None:
    ran = dry("--target", "4.0")
    assert ran.code == 1
    assert "this is for 4.0 (--target is 4.0), but what would start is 3.0" in ran.err


def test_a_generation_that_has_a_profile_and_no_launch(
    three: Installation, dry: Dry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("profilecheck.launch.plan.generation", lambda name: None)
    ran = dry()
    assert (ran.code, ran.out) == (1, "")
    assert "it is for 3.0, which `profilecheck run` cannot start" in ran.err


def test_what_is_installed_decides_where_nothing_else_does(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write("thing.ini", "[base]\nenv_name = puffer_thing\n[vec]\n[env]\nwidth = 8\n")
    assert "is for 3.0: what is installed is 3.0" in dry().err


def test_names_of_two_generations(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", THING + "[selfplay]\nenabled = 1\n[policy]\n[torch]\nnetwork = a\n")
    ran = dry()
    assert (ran.code, ran.out) == (2, "")
    assert "names of two generations: give --target (what is installed is 3.0): " in ran.err
    assert "[selfplay] is a section of 4.0 (line " in ran.err


def test_four_passes_all_but_what_it_takes_from_the_command(four: Installation, dry: Dry) -> None:
    _, mode, environment, *flags = words(dry())
    assert (mode, environment) == ("train", "thing")
    assert sorted(flags) == ["--train.horizon=32", "--vec.num-threads=2", "--vec.total-agents=512"]


def test_nothing_is_imported(three: Installation, dry: Dry) -> None:
    """The package of the stand-in raises where it is."""
    assert dry().code == 0


TOML = """\
[base]
package = "ocean"
env_name = "puffer_thing"
policy_name = "Policy"
rnn_name = "Recurrent"
[vec]
backend = "Serial"
num_envs = 4
batch_size = 4
[env]
width = 16
walls = true
[train]
total_timesteps = 90_000_000
compile = false
minibatch_size = 256
"""


def test_a_typed_format_is_run_too_and_what_it_cannot_say_is_told(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write("thing.toml", TOML)
    told = "TOML has neither None nor tuples: --set SECTION.KEY=VALUE gives what thing.toml"
    whole = dry("--over", "default", file="thing.toml")
    assert whole.code == 1 and told in whole.err
    ran = dry("--over", "default", "--set", "env.deep=None", file="thing.toml")
    assert sorted(words(ran)[3:]) == sorted(PASSED)
    assert told not in ran.err
    assert sorted(words(dry(file="thing.toml"))[3:]) == sorted(PASSED)


NESTED = """\
run:
  vec: {num_envs: 4, num_workers: 1}
  env: {width: 8, sizes: [1, 2], deep: {a: 1}, <<: 3, _target_: x}
  env.speed: 0.5
  logger: {width: 9}
"""


@pytest.mark.parametrize("defaults", ["ini", None])
def test_the_environments_table_counts_where_the_loader_reads_all(
    defaults: Literal["ini"] | None,
) -> None:
    pytest.importorskip("yaml")
    document = read(NESTED.encode(), "a.yaml")
    assert document is not None
    (block,) = experiments_in(document, Options(defaults=defaults))
    held = {s.key: s.value for s in block.settings if s.section == "env"}
    wanted = {"width": 8, "sizes": [1, 2], "deep": {"a": 1}, "speed": 0.5, "<<": UNKNOWN}
    assert held == (wanted if defaults else {})


def test_a_value_that_is_not_known_cannot_be_passed(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    pytest.importorskip("yaml")
    text = "base: {package: ocean, env_name: puffer_thing}\nvec: {num_envs: 4, backend: Serial, batch_size: 4}\n"
    cli.write("thing.yaml", text + "env: {width: '${width}'}\n")
    ran = dry(file="thing.yaml")
    assert ran.code == 1 and "[env] width: its value cannot be known" in ran.err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["-"], "a run starts a config that is a file"),
        (["gone.ini"], "gone.ini: cannot be read"),
        (["thing.py"], "it is no config"),
        (["two.toml"], "it holds 2 experiments ([a], [b])"),
        (["empty.ini"], "empty.ini: "),
        (["thing.ini", "--defaults", "none"], "--defaults is ini"),
        (["thing.ini", "--python", "no-such-python"], "no interpreter that can be run"),
        (
            ["thing.ini", "--python", "false"],
            "/false does not tell what is installed: it ended with exit code 1, and said nothing\n",
        ),
        (
            ["thing.ini", "--python", "true"],
            "/true does not tell what is installed: it is no Python, or one that printed no answer\n",
        ),
        (["thing.ini", "--nev", "x"], "unknown option --nev (did you mean --env?)"),
        (
            ["thing.ini", "--wandb"],
            "--wandb: what is meant for the program that starts goes behind",
        ),
        (["thing.ini", "--python", "no-such"], "run: error: no-such: no interpreter"),
        (["thing.ini", "--record", "-"], "--record takes a file: standard output is for what"),
        (["none.ini"], "none.ini: it names no environment: give --env NAME"),
    ],
)
def test_wrong_usage(argv: list[str], said: str, cli: Cli, three: Installation) -> None:
    cli.write("thing.py", "import pufferlib.vector\npufferlib.vector.make(f, num_envs=2)\n")
    cli.write(
        "two.toml",
        "[a.vec]\nnum_envs = 2\nnum_workers = 1\n[b.vec]\nnum_envs = 2\nnum_workers = 1\n",
    )
    cli.write("empty.ini", "")
    cli.write("none.ini", "[vec]\nnum_envs = 2\nnum_workers = 1\n")
    ran = cli("run", *argv)
    assert (ran.code, ran.out) == (2, "") and said in ran.err


def test_a_file_that_its_loader_refuses(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", "[vec]\nnum_envs = 1\nnum_envs = 2\n")
    ran = dry()
    assert ran.code == 1 and "its loader refuses this file" in ran.err


def test_a_record(cli: Cli, three: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written before anything starts, so that a start that fails leaves one too."""
    monkeypatch.setattr("profilecheck.launch.start.start", lambda words: 7)
    assert cli("run", "thing.ini", "--record", "run.json", "--", "--tag", "a").code == 7
    first = json.loads((cli.folder / "run.json").read_text())
    schema = schemas.schema("run-record")
    Draft202012Validator(closed(schema)).validate(first)
    takes = Draft202012Validator(schema).is_valid
    for astray_one, place in astray(first, [("config", "values", "*", "*")]):
        assert not takes(astray_one), f"{place} takes any type"
    assert (first["record"], first["version"]) == ("profilecheck run", 1)
    assert first["command"][-2:] == ["--tag", "a"] and first["passed"]
    assert first["config"]["values"]["train"]["compile"] is False
    assert first["runtime"]["version"] == "3.0.0"
    assert first["start_method"] is None
    assert first["host"]["name"] == "this machine"
    moved = THING.replace("[vec]\nbackend = Serial\n", "") + "[vec]\nbackend = Serial\n"
    cli.write("thing.ini", moved.replace("num_envs = 4\nbatch_size = 4\n", ""))
    cli(
        "run",
        "thing.ini",
        "--set",
        "vec.num_envs=4",
        "--set",
        "vec.batch_size=4",
        "--record",
        "run.json",
    )
    again = json.loads((cli.folder / "run.json").read_text())
    assert again["config"]["sha256"] == first["config"]["sha256"]
    assert again["config"]["file_sha256"] != first["config"]["file_sha256"]


def test_another_environment_behind_the_dashes(
    cli: Cli, three: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.0 makes the one behind the mode, whatever the flag says: so do the verdict and the record."""
    monkeypatch.setattr("profilecheck.launch.start.start", lambda words: 0)
    ran = cli("run", "thing.ini", "--record", "run.json", "--", "--env-name", "other_name")
    assert ran.code == 0 and "PC714 environment-flag" in ran.err
    recorded = json.loads((cli.folder / "run.json").read_text())
    assert recorded["command"][-2:] == ["--env-name", "other_name"]
    named = recorded["config"]["values"]["base"]["env_name"]
    assert (recorded["environment"], named) == ("puffer_thing", "puffer_thing")
    refused = cli("run", "thing.ini", "--fail-on", "warning", "--", "--env-name", "other_name")
    assert refused.code == 1


def test_the_page_tells_every_field_of_a_record(
    cli: Cli, three: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("profilecheck.launch.start.start", lambda words: 0)
    cli("run", "thing.ini", "--record", "run.json")
    recorded = json.loads((cli.folder / "run.json").read_text())
    parts = {"config", "runtime", "host"}
    fields = {f"{part}.{name}" for part in parts for name in recorded[part]}
    fields |= recorded.keys() - parts
    page = (Path(__file__).parents[2] / "docs" / "run.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`([\w.]+)`", page.partition("| field |")[2])) >= fields


def test_a_record_of_processes(
    cli: Cli, three: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("profilecheck.launch.start.start", lambda words: 0)
    cli.write("thing.ini", THING.replace("Serial", "Multiprocessing\nnum_workers = 1"))
    assert cli("run", "thing.ini", "--record", "run.json").code == 0
    assert json.loads((cli.folder / "run.json").read_text())["start_method"] in (
        "fork",
        "forkserver",
        "spawn",
    )
    assert cli("run", "thing.ini", "--mode", "eval", "--record", "eval.json").code == 0
    assert json.loads((cli.folder / "eval.json").read_text())["start_method"] is None


def test_a_record_of_words_that_are_no_text(
    cli: Cli, three: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("profilecheck.launch.start.start", lambda words: 0)
    for tag in ("\udcff", "é"):
        assert cli("run", "thing.ini", "--record", "run.json", "--", f"--tag={tag}").code == 0
        recorded = json.loads((cli.folder / "run.json").read_bytes())
        assert recorded["command"][-1] == f"--tag={tag}"


def test_a_record_never_takes_the_place_of_another_file(cli: Cli, three: Installation) -> None:
    cli.write("run.json", "{}")
    ran = cli("run", "thing.ini", "--record", "run.json")
    assert ran.code == 2 and "it holds something else than the record of a run" in ran.err
    assert not three.started.exists()


def test_a_dry_run_writes_nothing(cli: Cli, three: Installation, dry: Dry) -> None:
    before = sorted(cli.folder.iterdir())
    ran = dry("--record", "run.json")
    assert ran.code == 0 and "nothing starts, so that no record is written to run.json" in ran.err
    assert sorted(cli.folder.iterdir()) == before


@pytest.mark.parametrize("version", ["", ', "version": 99', ', "version": true', ', "version": 0'])
def test_a_record_of_another_version_is_left_alone(
    version: str, cli: Cli, three: Installation, dry: Dry
) -> None:
    other = f'{{"record": "profilecheck run"{version}, "mine": 1}}'
    cli.write("run.json", other)
    for run in (cli("run", "thing.ini", "--record", "run.json"), dry("--record", "run.json")):
        assert run.code == 2
        assert "run.json: it holds a record of a version that is not known here" in run.err
    assert (cli.folder / "run.json").read_text() == other


def test_a_dry_run_refuses_the_record_that_the_run_would(three: Installation, dry: Dry) -> None:
    ran = dry("--record", "thing.ini")
    assert ran.code == 2 and "it holds something else than the record of a run" in ran.err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "train.learning_rte=1",
            "--set gives 1, and nothing reads it (did you mean learning_rate?)",
        ),
        (
            "vec.num_env=1",
            "there is no flag for it, as the installed INIs lack it (did you mean num_envs?)",
        ),
        ("sweep.train.gamma.min=0.5", "--set gives 0.5, and nothing reads it from there in train"),
        ("env.widht=1", "as the installed INIs lack it (did you mean width?)"),
        ("base.polcy_name=a", "--set gives 'a', and nothing reads it (did you mean policy_name?)"),
    ],
)
def test_what_set_gives_is_read_by_something(
    given: str, said: str, three: Installation, dry: Dry
) -> None:
    ran = dry("--set", given)
    assert ran.code == 1 and said in ran.err
    assert dry("--set", given, "--allow-unpassed").code == int("vec" in given)  # make refuses it


def test_advice_may_change_two_settings_at_once(cli: Cli, three: Installation, dry: Dry) -> None:
    vec = "[vec]\nnum_envs = 4\nnum_workers = 2\nbatch_size = 2\n"
    cli.write("thing.ini", f"[base]\nenv_name = puffer_thing\n{vec}backend = Multiprocessing\n")
    ran = dry("--cores", "1")
    assert ran.code == 1 and "= try num_workers = 1 with batch_size = 4\n" in ran.err


@pytest.mark.parametrize("name", ["x.json", "x.toml"])
def test_a_setting_beside_the_tables_is_not_passed_in_silence(
    name: str, cli: Cli, three: Installation, dry: Dry
) -> None:
    text = {
        "x.json": '{"seed": 1, "vec.num_envs": 4, "base": {"env_name": "puffer_thing"}, "vec": {"backend": "Serial", "batch_size": 4}}',
        "x.toml": 'seed = 1\nvec.num_envs = 4\nvec.backend = "Serial"\nvec.batch_size = 4\n[base]\nenv_name = "puffer_thing"\n',
    }[name]
    cli.write(name, text)
    ran = dry(file=name)
    assert ran.code == 1
    (told,) = re.findall("refused: (cannot be passed: .*)", ran.err)
    assert told.startswith(
        "cannot be passed: seed = 1 at top level: nothing reads what stands beside"
    )
    allowed = dry("--allow-unpassed", file=name)
    assert allowed.code == 0 and "seed at top level, where 1 was checked" in allowed.err


def test_a_mismatch_is_told_before_what_follows_from_it(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write("thing.ini", THING_4)
    ran = dry("--set", "vec.total_agents=7")
    assert ran.code == 1
    assert ran.err.startswith("profilecheck run: refused: this is for 4.0")
    assert ran.err.count("this is for 4.0") == 1 and "error PC" in ran.err


def test_no_line_of_what_is_told_is_endless(cli: Cli, three: Installation, dry: Dry) -> None:
    names = "".join(f"a_name_of_some_length_{number} = {number}\n" for number in range(60))
    ini = three.folder / "pufferlib/config/ocean/thing.ini"
    ini.write_text(ENVIRONMENT.replace("[env]\n", f"[env]\n{names}"))
    ran = dry()
    listed = [line for line in ran.err.splitlines() if "a_name_of_some_length" in line]
    assert len(listed) > 10
    assert max(map(len, listed)) < 130


def test_a_record_in_no_folder_is_refused(cli: Cli, three: Installation, dry: Dry) -> None:
    given = ("--record", "no/such/run.json")
    for ran in (dry(*given), cli("run", "thing.ini", *given)):
        assert ran.code == 2
        assert "--record: no/such/run.json: there is no folder no/such: make it first" in ran.err
    assert not three.started.exists()


def test_advice_is_what_can_be_passed(cli: Cli, three: Installation, dry: Dry) -> None:
    """The shipped INIs have no overwork, so that there is no flag for it."""
    base = "[base]\nenv_name = puffer_thing\n"
    many = f"{base}[vec]\nnum_envs = 100_000\nnum_workers = 100_000\nbatch_size = 100_000\n"
    cli.write("thing.ini", many)
    assert "overwork = True" in cli("check", "thing.ini", "--cores", "8").out.partition("= try")[2]
    ran = dry()
    (advice,) = re.findall("= try .*", ran.err)
    assert "num_workers" in advice and "overwork" not in advice
    ini = three.folder / "pufferlib/config/ocean/thing.ini"
    asked = dry("--set", "vec.overwork=True")
    assert asked.code == 1 and "`overwork = True` in [vec] of its thing.ini" in asked.err
    assert "a copy of PufferLib of your own" in asked.err
    ini.write_text(ENVIRONMENT.replace("[vec]\n", "[vec]\noverwork = False\n"))
    assert "overwork = True" in dry().err.partition("= try")[2]
    assert "--vec.overwork=True" in words(dry("--set", "vec.overwork=True"))


def test_findings_are_told_as_no_command_mends_them(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write("thing.ini", THING + "gama = 0.5\n")
    assert "--fix" in cli("check", "thing.ini").out
    ran = dry()
    assert "PC105" in ran.err and "[*]" not in ran.err and "--fix" not in ran.err


def test_quiet_says_what_is_wrong_and_what_starts(cli: Cli, three: Installation, dry: Dry) -> None:
    assert dry("-q").err == ""
    ran = dry("-q", "--", "--vec.batch-size=9")
    assert ran.code == 1 and "PC208" in ran.err and "refused: 1 error" in ran.err
    assert "what starts" not in ran.err


@pytest.mark.parametrize("head", ["defaults:\n  - _self_\n", "# @package _global_\n"])
def test_what_others_may_add_to_a_config_is_told_once(
    head: str, cli: Cli, three: Installation, dry: Dry
) -> None:
    """Nobody wrote the names in question, and env_kwargs least of all."""
    pytest.importorskip("yaml")
    text = "base: {env_name: puffer_thing}\nvec: {num_envs: 4, backend: Serial, batch_size: 4}\n"
    cli.write("thing.yaml", head + text)
    ran = dry("-q", file="thing.yaml")
    assert ran.code == 1
    said = "thing.yaml is put together with other files: what it leaves out of [base], [vec] is not known"
    refused, would, allow = ran.err.splitlines()
    assert refused == f"profilecheck run: refused: {said}"
    assert "it would have run: " in would
    assert allow.endswith("--allow-unpassed starts what is left out as it is installed")
    ran = dry("-q", "--allow-unpassed", file="thing.yaml")
    assert ran.err.count("\n") == 1 and f"{said}: what starts has it as it is installed" in ran.err
    assert "--vec.num-envs=4" in words(ran)


def test_a_number_that_only_some_readers_take_for_one(
    cli: Cli, three: Installation, dry: Dry
) -> None:
    pytest.importorskip("yaml")
    text = "base: {env_name: puffer_thing}\nvec: {num_envs: 4, backend: Serial, batch_size: 4}\n"
    cli.write("thing.yaml", text + "train: {learning_rate: 3e-4}\n")
    ran = dry(file="thing.yaml")
    assert ran.code == 1 and "3e-4 is text to some readers and a number to others" in ran.err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("part.ini", "[train]\nlearning_rate = 0.5\n"),
        ("part.ini", "[env]\nwidth = 3\n"),
        ("part.json", '{"base": {"env_name": "puffer_thing"}, "train": {"learning_rate": 0.5}}'),
        ("part.toml", "[train]\nlearning_rate = 0.5\n"),
        ("part.json", '{"env": {"width": 3}}'),
    ],
)
def test_a_config_that_says_little(
    name: str, text: str, cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write(name, text)
    serial = ("--set", "vec.backend=Serial", "--set", "vec.batch_size=2")
    flag = words(dry("--env", "puffer_thing", *serial, file=name))[-1]
    assert flag in ("--train.learning-rate=0.5", "--env.width=3")


@pytest.mark.parametrize(
    ("name", "text"),
    [("other.ini", "[tool]\nwidth = 3\n"), ("other.toml", "[tool.train]\nlearning_rate = 0.5\n")],
)
def test_what_is_no_config_is_not_started(
    name: str, text: str, cli: Cli, three: Installation, dry: Dry
) -> None:
    cli.write(name, text)
    ran = dry("--env", "puffer_thing", file=name)
    assert ran.code == 2 and "no section that a profile knows" in ran.err


def test_what_starts_instead_is_judged_too(cli: Cli, three: Installation, dry: Dry) -> None:
    """The installed INIs lack overwork: what starts is refused by Multiprocessing, which is known."""
    many = "[vec]\nnum_envs = 100_000\nnum_workers = 100_000\noverwork = True\n"
    cli.write("thing.ini", f"[base]\nenv_name = puffer_thing\n{many}")
    assert "with what starts instead" not in dry().err
    ran = dry("--allow-unpassed")
    assert ran.code == 1 and "it starts without [vec] overwork, where True was checked" in ran.err
    assert "refused: with what starts instead, PC210 workers-over-cores: " in ran.err
    (line,) = [one for one in ran.err.splitlines() if "instead, PC210" in one]
    assert "[vec] backend = 'Multiprocessing': " in line and "try num_" in line


def test_warnings_refuse_where_that_is_asked_for(cli: Cli, three: Installation, dry: Dry) -> None:
    cli.write("thing.ini", THING + "lerning_rate = 0.5\n[trian]\ngamma = 0.5\n")
    ran = dry()
    assert ran.code == 0 and "would set it" not in ran.err
    said = "2 findings below error, and --fail-on is warning"
    ran = dry("--fail-on", "warning")
    assert ran.code == 1 and f"refused: {said}" in ran.err and "did you mean" in ran.err
    cli.write("pyproject.toml", '[tool.profilecheck]\nfail-on = "warning"\n')
    assert said in dry().err
    assert dry("--fail-on", "error").code == 0
