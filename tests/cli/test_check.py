"""``profilecheck check``: what it takes, what it prints, how it exits."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from profilecheck.cli import COMMANDS
from profilecheck.document import Document
from tests.cli.helpers import BAD, GOOD, TARGET, Cli, Ran

needs_posix = pytest.mark.skipif(os.name == "nt", reason="needs permissions and FIFOs")
not_root = pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() == 0, reason="root may read everything"
)


# Exit codes


def test_clean_is_0(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    ran = cli("check", "a.ini", *TARGET)
    assert ran.code == 0
    assert "checked 1 file as 3.0: no findings" in ran.out


def test_an_error_is_1(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    ran = cli("check", "a.ini", *TARGET)
    assert ran.code == 1
    assert "a.ini:5:1: error PC203 envs-by-workers: " in ran.out
    assert "5 | num_workers = 6\n  | ^~~~~~~~~~~~~~~\n" in ran.out


@pytest.mark.parametrize(
    ("fail_on", "code"), [(None, 0), ("error", 0), ("warning", 1), ("info", 1)]
)
def test_fail_on_says_what_counts(cli: Cli, fail_on: str | None, code: int) -> None:
    cli.write("a.ini", GOOD + "seed = 1\n")  # a warning: make does not forward it
    more = ["--fail-on", fail_on] if fail_on else []
    assert cli("check", "a.ini", *TARGET, *more).code == code


@pytest.mark.parametrize("form", ["text", "concise", "json"])
def test_exit_codes_are_the_same_in_every_format(cli: Cli, form: str) -> None:
    cli.write("good.ini", GOOD)
    cli.write("bad.ini", BAD)
    with_form = (*TARGET, "--format", form)
    assert cli("check", "good.ini", *with_form).code == 0
    assert cli("check", "bad.ini", *with_form).code == 1
    assert cli("check", "bad.ini", "gone.ini", *with_form).code == 2


@pytest.mark.parametrize("form", ["text", "concise", "json"])
def test_a_path_that_is_not_there_is_2_and_told(cli: Cli, form: str) -> None:
    cli.write("good.ini", GOOD)
    ran = cli("check", "good.ini", "gone.ini", *TARGET, "--format", form)
    assert ran.code == 2
    assert "gone.ini" in ran.out
    assert "no such file" in ran.out


def test_a_folder_without_a_candidate_is_2(cli: Cli) -> None:
    cli.write("configs/notes.txt", "nothing")
    assert cli("check", "configs").code == 2


def test_a_named_file_without_a_known_section_is_0_and_says_so(cli: Cli) -> None:
    cli.write("compose.yaml", "services:\n  web:\n    image: nginx\n")
    ran = cli("check", "compose.yaml")
    assert ran.code == 0
    assert "compose.yaml: skipped: no section that a profile knows" in ran.out


def test_a_named_file_of_another_kind_is_0_and_says_so(cli: Cli) -> None:
    cli.write("a.txt", GOOD)
    ran = cli("check", "a.txt")
    assert ran.code == 0
    assert "a.txt: skipped: not a config format: .txt" in ran.out


@pytest.mark.parametrize(
    "data",
    [b"[vec]\nnum_envs = \xff8\n", b"\xef\xbb\xbf" + GOOD.encode(), b"[vec]\nnum_envs\n"],
    ids=["not-utf8", "bom", "syntax"],
)
def test_text_that_the_loader_refuses_is_a_finding_and_1(cli: Cli, data: bytes) -> None:
    cli.write("a.ini", data)
    assert cli("check", "a.ini", *TARGET).code == 1


@needs_posix
@not_root
def test_a_file_that_may_not_be_read_is_2(cli: Cli) -> None:
    cli.write("a.ini", GOOD).chmod(0)
    ran = cli("check", "a.ini", *TARGET)
    assert ran.code == 2
    assert "a.ini:1:1: error PC001 unreadable-file: nothing was checked here" in ran.out


@needs_posix
def test_a_fifo_is_2_and_does_not_wait(cli: Cli) -> None:
    os.mkfifo(cli.folder / "a.ini")
    ran = cli("check", "a.ini", *TARGET)
    assert ran.code == 2
    assert "FIFO" in ran.out


def test_an_internal_fault_is_2_and_the_other_files_are_checked(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    from profilecheck.sources.read import READERS

    real = READERS[".ini"]

    def fail_on_one(text: str, path: str) -> Document:
        if path == "a.ini":
            raise RuntimeError("made up")
        document: Document = real(text, path)
        return document

    monkeypatch.setitem(READERS, ".ini", fail_on_one)
    cli.write("a.ini", GOOD)
    cli.write("b.ini", BAD)
    ran = cli("check", "a.ini", "b.ini", *TARGET)
    assert ran.code == 2
    assert "PC000" in ran.out
    assert "PC203" in ran.out


def test_a_finding_on_an_override_says_that_it_is_one(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    argv = ("check", "a.ini", "--target", "3.0", "--cores", "64", "--set", "vec.nun_workers=5")
    ran = cli(*argv, "--format", "concise")
    assert ran.out.startswith(
        "a.ini:1:1: error PC105 --set: [vec] nun_workers = 5 is no known name"
    )


# Usage


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ((), "usage: profilecheck"),
        (("chek", "a.ini"), "unknown command 'chek' (did you mean check?)"),
        (("check",), "PATH"),
        (("check", "a.ini", "--targt", "3.0"), "unknown option --targt (did you mean --target?)"),
        (("check", "a.ini", "--tar", "3.0"), "unknown option --tar"),
        (("check", "a.ini", "--target", "3.1"), "3.1 has no profile, 3.0 and 4.0 do"),
        (("check", "a.ini", "--target", "latest"), "(known: 3.0, 4.0, auto)"),
        (("check", "a.ini", "--mode", "trian"), "--mode"),
        (("check", "a.ini", "--format", "xml"), "--format"),
        (("check", "a.ini", "--fail-on", "never"), "--fail-on"),
        (("check", "a.ini", "--select", "PC999"), "unknown code 'PC999'"),
        (("check", "a.ini", "--ignore", "PC203,PX2"), "unknown code 'PX2'"),
        (("check", "a.ini", "--cores", "many"), "cores = 'many'"),
        (("check", "a.ini", "--cores", "0"), "cores = 0"),
        (("check", "a.ini", "--cores", "8", "--threads", "0"), "threads = 0"),
        (("check", "a.ini", "--cores", "8", "--threads", "4"), "at least as many hardware threads"),
        (("check", "a.ini", "--host", "big"), "unknown host 'big'"),
        (("check", "a.ini", "--host", "big", "--cores", "8"), "unknown host 'big'"),
        (("check", "a.ini", "--agents-per-env", "0"), "agents per environment = 0"),
        (("check", "a.ini", "--set", "num_envs"), "is no SECTION.KEY=VALUE"),
        (("check", "a.ini", "--set", "num_envs=8"), "is no SECTION.KEY=VALUE"),
        (("check", "a.ini", "--stdin-filename", "b.ini"), "give - as the path too"),
        (("explain", "a.ini", "--stdin-filename", "b.ini"), "give - as the path too"),
        (("check", "-", "a.ini", "-"), "standard input (-) can be read only once"),
        (("check", "a.ini", ""), "a path is empty"),
        (("explain", "a.ini", "b.ini"), "one argument too many: b.ini"),
        (("profiles", "3.0"), "one argument too many: 3.0"),
        (("check", "a.ini", "--target", "2.0"), "2.0 has no profile, 3.0 and 4.0 do"),
        (("check", "a.ini", "--target", "3"), "unknown target '3': write 3.0"),
        (("check", "a.ini", "--target", "3.0.0"), "unknown target '3.0.0': write 3.0"),
        (("check", "a.ini", "--select", "PC2xx"), "write PC2 for all codes that begin so"),
        (("foo",), "unknown command 'foo' (known: check, "),
    ],
)
def test_wrong_usage_is_2_and_names_what_is_known(
    cli: Cli, argv: tuple[str, ...], told: str
) -> None:
    cli.write("a.ini", GOOD)
    ran = cli(*argv)
    assert ran.code == 2
    assert told in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("option", ["--bogus", "--zzz", "-z"])
def test_no_option_is_guessed_that_is_not_like_the_word(cli: Cli, option: str) -> None:
    assert cli("check", "a.ini", option).err.endswith(f"unknown option {option}\n")


def test_the_summary_says_what_each_file_was_judged_as(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    cli.write("broken.ini", b"\xff\xfe[vec]\nnum_envs = 3\n")
    cli.write("nothing.ini", "[base]\nenv_name = a\n")
    cli.write("mixed.ini", "[vec]\nnum_envs = 8\ntotal_agents = 8\n")
    ran = cli("check", ".")
    summary = ran.out.splitlines()[-2]
    assert summary.startswith(
        "checked 4 files (1 as 3.0, 1 ambiguous, 1 broken, 1 of several generations): "
    )


def test_the_summary_tells_files_that_are_judged_for_any_generation(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    cli.write("fast.json", '{"sps": 1200000, "num_envs": 64, "num_workers": 8}')
    cli.write("requirements.txt", "pufferlib @ git+https://github.com/PufferAI/PufferLib@dev\n")
    ran = cli("check", ".")
    assert "PC801" in ran.out and "PC413" in ran.out
    assert ran.out.splitlines()[-2].startswith("checked 3 files (1 as 3.0, 2 for any generation): ")


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ('target = "2.0"', "unknown target '2.0': 2.0 has no profile"),
        ('select = ["PC999"]', "unknown code 'PC999'"),
        ('ignore = ["PC999"]', "unknown code 'PC999'"),
    ],
)
def test_a_choice_of_the_settings_is_told_with_their_file(
    cli: Cli, setting: str, told: str
) -> None:
    cli.write("a.ini", GOOD)
    path = cli.write("pyproject.toml", f"[tool.profilecheck]\n{setting}\n")
    ran = cli("check", "a.ini")
    assert ran.code == 2
    assert f"{path}: {told}" in ran.err


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "argv",
    [
        *(("check", "a.ini", f"--{o}", LONG) for o in ("target", "mode", "cores", "host", "set")),
        *(("check", "a.ini", f"--{o}", LONG) for o in ("select", "agents-per-env", "format")),
        ("check", f"--{LONG}"),
        ("rule", LONG),
        ("schema", LONG),
        ("profiles", LONG),
        (LONG,),
    ],
    ids=lambda argv: " ".join(word[:15] for word in argv),
)
def test_no_long_word_is_repeated_in_full(cli: Cli, argv: tuple[str, ...]) -> None:
    cli.write("a.ini", GOOD)
    ran = cli(*argv)
    assert ran.code == 2
    assert len(ran.err) < 400


@pytest.mark.parametrize("command", ["check", "explain"])
def test_no_long_value_or_name_is_quoted_in_full(cli: Cli, command: str) -> None:
    lines = (f"num_envs = {LONG}", f"{LONG} = 3", f"backend = {'auto ' * 50_000}", f"[{LONG}]")
    cli.write("a.ini", "\n".join(("[base]", "env_name = a", "[vec]", *lines, "x = 1", "")))
    ran = cli(command, "a.ini", "--target", "3.0")
    assert ran.code == 1
    assert max(map(len, ran.out.splitlines())) < 400


def test_options_may_stand_among_the_paths(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    cli.write("b.ini", BAD)
    ran = cli("check", "a.ini", "--target", "3.0", "b.ini", "--cores", "64")
    assert ran.code == 1
    assert "checked 2 files" in ran.out


def test_a_path_that_begins_with_a_dash(cli: Cli) -> None:
    cli.write("-a.ini", BAD)
    assert cli("check", *TARGET, "--", "-a.ini").code == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(cli: Cli, command: str) -> None:
    ran = cli(command, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: profilecheck {command}")
    assert command in cli("--help").out


def test_version(cli: Cli) -> None:
    import profilecheck

    assert cli("--version").out == f"profilecheck {profilecheck.__version__}\n"


# What is reported


def test_select_and_ignore_take_beginnings_of_codes_in_any_case(cli: Cli) -> None:
    cli.write("a.ini", BAD + "seed = 1\n")
    assert "PC203" not in cli("check", "a.ini", *TARGET, "--ignore", "pc203").out
    assert "PC225" not in cli("check", "a.ini", *TARGET, "--select", "PC20,PC1").out
    assert cli("check", "a.ini", *TARGET, "--select", "PC6").code == 0


def test_quiet_prints_nothing_for_a_clean_file(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    assert cli("check", "a.ini", *TARGET, "--quiet").out == ""


def test_verbose_says_why_files_were_skipped(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    cli.write("b.txt", "")
    assert "b.txt" not in cli("check", "a.ini", "b.txt", *TARGET).out
    assert "b.txt: skipped: " in cli("check", "a.ini", "b.txt", *TARGET, "-v").out


def test_exclude_leaves_out_what_is_named_too(cli: Cli) -> None:
    cli.write("old/a.ini", BAD)
    cli.write("b.ini", GOOD)
    ran = cli("check", "old/a.ini", "b.ini", *TARGET, "--exclude", "old/", "-v")
    assert ran.code == 0
    assert "old/a.ini: skipped: excluded by a pattern" in ran.out


def test_exclude_is_relative_to_where_it_was_typed(cli: Cli) -> None:
    cli.write("configs/old/a.ini", BAD)
    cli.write("configs/new/a.ini", GOOD)
    ran = cli("check", "configs/new/a.ini", "configs/old/a.ini", *TARGET, "--exclude=configs/old")
    assert ran.code == 0


def test_a_folder_is_walked_in_the_order_of_its_paths(cli: Cli) -> None:
    for name in ("b.ini", "a.ini", "sub/c.ini"):
        cli.write(f"configs/{name}", BAD)
    ran = cli("check", "configs", *TARGET, "--format", "concise")
    assert [line.split(":")[0] for line in ran.out.splitlines()] == [
        "configs/a.ini",
        "configs/b.ini",
        "configs/sub/c.ini",
    ]


def test_set_lies_over_the_file(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    assert cli("check", "a.ini", *TARGET, "--set", "vec.num_workers=10").code == 0
    ran = cli("check", "a.ini", *TARGET, "--set", "vec.num_envs=7", "--set", "vec.num_workers = 7")
    assert ran.code == 1


def test_no_defaults_judges_the_file_alone(cli: Cli) -> None:
    # 3.0's default.ini sets batch_size = auto, which one worker cannot fill
    cli.write("a.ini", "[vec]\nbackend = Multiprocessing\nnum_envs = 8\nnum_workers = 1\n")
    assert cli("check", "a.ini", *TARGET, "--select", "PC2").code == 1
    assert cli("check", "a.ini", *TARGET, "--select", "PC2", "--no-defaults").code == 0
    assert cli("check", "a.ini", *TARGET, "--select", "PC2", "--defaults", "none").code == 0


def test_cores_are_those_of_the_declared_machine(cli: Cli) -> None:
    cli.write("a.ini", "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n")
    assert cli("check", "a.ini", "--target", "3.0", "--cores", "8").code == 0
    ran = cli("check", "a.ini", "--target", "3.0", "--cores", "4")
    assert ran.code == 1
    assert "PC210" in ran.out
    cli.write("a.ini", GOOD + "backend = Multiprocessing\n")
    assert cli("check", "a.ini", "--target", "3.0", "--cores", "none").code == 1


# Standard input


def test_standard_input_is_an_ini_without_a_name(cli: Cli) -> None:
    ran = cli("check", "-", *TARGET, stdin=BAD.encode())
    assert ran.code == 1
    assert "<stdin>:5:1: error PC203" in ran.out


def test_standard_input_has_the_format_of_its_name(cli: Cli) -> None:
    text = b'{"vec": {"backend": "Serial", "num_envs": 100, "num_workers": 6}}'
    ran = cli("check", "-", "--stdin-filename", "sub/a.json", *TARGET, stdin=text)
    assert ran.code == 1
    assert "sub/a.json:1:" in ran.out


def test_standard_input_stands_beside_files(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    ran = cli("check", "-", "a.ini", *TARGET, stdin=GOOD.encode())
    assert "checked 2 files" in ran.out


# Settings


def test_settings_are_those_of_the_project_and_options_win(cli: Cli) -> None:
    cli.write(
        "pyproject.toml",
        '[tool.profilecheck]\ntarget = "3.0"\nhost = "small"\nfail-on = "warning"\n'
        "[tool.profilecheck.hosts.small]\ncores = 4\n[tool.profilecheck.hosts.big]\ncores = 64\n",
    )
    cli.write("configs/a.ini", "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n")
    assert cli("check", "configs/a.ini").code == 1
    assert cli("check", "configs/a.ini", "--host", "big").code == 0
    assert cli("check", "configs/a.ini", "--cores", "64").code == 0
    cli.write("configs/a.ini", GOOD + "seed = 1\n")
    assert cli("check", "configs/a.ini").code == 1
    assert cli("check", "configs/a.ini", "--fail-on", "error").code == 0


def test_settings_are_found_from_the_paths(cli: Cli) -> None:
    cli.write("project/pyproject.toml", '[tool.profilecheck]\ntarget = "3.0"\nignore = ["PC2"]\n')
    cli.write("project/a.ini", BAD)
    assert cli("check", "project/a.ini", "--cores", "64").code == 0
    assert cli("check", "project", "--cores", "64").code == 0
    assert cli("check", "project", "--cores", "64", "--ignore", "PC1").code == 1


def test_settings_excludes_are_relative_to_their_file(cli: Cli) -> None:
    cli.write("project/pyproject.toml", '[tool.profilecheck]\nexclude = ["/old"]\n')
    cli.write("project/old/a.ini", BAD)
    cli.write("project/new/a.ini", GOOD)
    assert cli("check", "project", *TARGET).code == 0


def test_settings_that_cannot_be_followed_are_2_with_their_line(cli: Cli) -> None:
    cli.write("pyproject.toml", '[tool.profilecheck]\ntarget = "3.0"\nselct = []\n')
    cli.write("a.ini", GOOD)
    ran = cli("check", "a.ini")
    assert ran.code == 2
    assert "pyproject.toml:3: tool.profilecheck.selct is not a setting (did you mean select?)" in (
        ran.err
    )


def test_an_unknown_code_in_the_settings_is_2(cli: Cli) -> None:
    cli.write("pyproject.toml", '[tool.profilecheck]\nignore = ["PC999"]\n')
    cli.write("a.ini", GOOD)
    assert cli("check", "a.ini").code == 2


# Formats


def test_json_is_one_object_whatever_happens(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    ran = cli("check", "a.ini", "gone.ini", *TARGET, "--format", "json")
    data = json.loads(ran.out)
    assert [file["state"] for file in data["files"]] == ["findings", "unreadable"]
    assert {finding["code"] for finding in data["findings"]} == {"PC203", "PC001"}


def test_no_colour_where_there_is_no_terminal(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    assert "\x1b" not in cli("check", "a.ini", *TARGET).out


@pytest.mark.parametrize(
    ("variables", "colored"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colour_on_a_terminal_unless_it_is_not_wanted(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], colored: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("WT_SESSION", "1")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    cli.write("a.ini", BAD)
    assert ("\x1b[" in cli("check", "a.ini", *TARGET).out) == colored


def test_checking_writes_nothing(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    before = {path: path.stat().st_mtime_ns for path in cli.folder.rglob("*")}
    cli("check", ".", *TARGET)
    assert {path: path.stat().st_mtime_ns for path in Path(cli.folder).rglob("*")} == before


def test_the_same_input_gives_the_same_output(cli: Cli) -> None:
    for name in ("c.ini", "a.ini", "b.ini"):
        cli.write(name, BAD)
    one = cli("check", "c.ini", "a.ini", "b.ini", *TARGET)
    assert cli("check", "b.ini", "c.ini", "a.ini", *TARGET).out == one.out


# Statistics


def test_statistics_tell_how_often_each_rule_was_found(cli: Cli) -> None:
    for name in ("a.ini", "b.ini"):
        cli.write(name, BAD)
    cli.write("c.ini", f"{GOOD}seed = 7\n")
    ran = cli("check", ".", *TARGET, "--statistics")
    assert "\n2 PC203 envs-by-workers\n1 PC225 seed-ignored\n\nchecked 3 files" in ran.out
    ran = cli("check", ".", *TARGET, "--statistics", "-q")
    assert ran.out.endswith("\n2 PC203 envs-by-workers\n1 PC225 seed-ignored\n\n")
    ran = cli("check", ".", *TARGET, "--statistics", "--format", "concise")
    assert ran.out.endswith("\n2 PC203 envs-by-workers\n1 PC225 seed-ignored\n")
    for more in ([], ["--statistics"]):
        report = json.loads(cli("check", ".", *TARGET, "--format", "json", *more).out)
        assert report["summary"]["rules"] == {"PC203": 2, "PC225": 1}


def test_statistics_of_nothing(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    assert cli("check", "a.ini", *TARGET, "--statistics", "-q") == Ran(0, "", "")


def test_what_git_ignores_is_looked_at_where_that_is_asked_for(cli: Cli) -> None:
    cli.write(".gitignore", "out/\n")
    cli.write("out/a.ini", BAD)
    cli.write("b.ini", GOOD)
    assert cli("check", ".", *TARGET).code == 0
    assert (
        "out/: skipped: git ignores it: out/ (.gitignore line 1)"
        in cli("check", ".", *TARGET, "-v").out
    )
    assert cli("check", ".", *TARGET, "--no-gitignore").code == 1
    assert cli("check", "out/a.ini", *TARGET).code == 1


def test_what_git_ignores_is_looked_at_where_the_settings_say_so(cli: Cli) -> None:
    cli.write("profilecheck.toml", "gitignore = false\n")
    cli.write(".gitignore", "a.ini\n")
    cli.write("a.ini", BAD)
    cli.write("b.ini", GOOD)
    assert cli("check", ".", *TARGET).code == 1
    assert cli("check", ".", *TARGET, "--gitignore").code == 0
    cli.write("profilecheck.toml", "gitignore = true\n")
    assert cli("check", ".", *TARGET).code == 0
    assert cli("check", ".", *TARGET, "--no-gitignore").code == 1


@pytest.mark.parametrize("jobs", ["1", '"auto"'])
def test_jobs_of_the_settings(jobs: str, cli: Cli) -> None:
    cli.write("profilecheck.toml", f"jobs = {jobs}\n")
    cli.write("a.ini", BAD)
    assert cli("check", ".", *TARGET).code == 1


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("jobs = 0", 'jobs = 0: expected a whole number of at least 1, or "auto"'),
        ("gitignore = 1", "gitignore = 1: expected true or false"),
    ],
)
def test_settings_that_are_wrong(setting: str, message: str, cli: Cli) -> None:
    cli.write("profilecheck.toml", f"{setting}\n")
    cli.write("a.ini", GOOD)
    ran = cli("check", ".", *TARGET)
    assert (ran.code, ran.out) == (2, "")
    assert f"profilecheck.toml:1: {message}" in ran.err


@pytest.mark.parametrize("jobs", ["1", "2", "auto"])
def test_jobs(jobs: str, cli: Cli) -> None:
    cli.write("a.ini", BAD)
    assert cli("check", ".", *TARGET, "--jobs", jobs).code == 1


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "", "1.5"])
def test_jobs_that_are_no_number(jobs: str, cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    ran = cli("check", ".", *TARGET, f"--jobs={jobs}")
    assert ran.code == 2
    assert "expected a whole number of at least 1" in ran.err


def test_concise_tells_on_standard_error_why_a_named_file_is_skipped(cli: Cli) -> None:
    cli.write("other.ini", "[server]\nport = 1\n")
    cli.write("folder/other.ini", "[server]\nport = 1\n")
    ran = cli("check", "other.ini", "--format", "concise")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("other.ini: skipped: ")
    assert not cli("check", "other.ini", "--format", "concise", "-q").err
    assert not cli("check", "other.ini", "--format", "concise", "-v").err
    cli.write("folder/a.ini", GOOD)
    assert not cli("check", "folder", *TARGET, "--format", "concise").err


def test_a_host_that_is_not_declared_beside_cores(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    ran = cli("check", "a.ini", "--cores", "64", "--host", "foo")
    assert ran.code == 2 and "unknown host 'foo'" in ran.err


def test_a_declared_host_takes_no_cores(cli: Cli) -> None:
    cli.write("a.ini", GOOD)
    cli.write("profilecheck.toml", "[hosts.big]\ncores = 64\n")
    ran = cli("check", "a.ini", "--cores", "64", "--host", "big")
    assert ran.code == 2 and "takes no cores" in ran.err


@pytest.mark.parametrize("files", [2, 5])
def test_advice_on_the_machine_at_hand_is_told_once(cli: Cli, files: int) -> None:
    text = GOOD.replace(
        "num_envs = 8\nnum_workers = 4", f"num_envs = {10**6}\nnum_workers = {10**6}"
    )
    for number in range(files):
        cli.write(f"{number}.ini", text)
    command = ("check", "--target", "3.0", *(f"{n}.ini" for n in range(files)))
    out = cli(*command).out
    assert out.count(" info PC230 ") == 1
    more = "1 more file (-v shows it)" if files == 2 else f"{files - 1} more files (-v shows them)"
    assert f"  = and in {more}\n" in out
    assert f"{files} infos" in out or f"{files} info" in out
    assert cli(*command, "-v").out.count(" info PC230 ") == files
    assert cli(*command, "--format", "concise").out.count(" info PC230 ") == files
    data = json.loads(cli(*command, "--format", "json").out)
    assert len(data["findings"]) == files


def test_advice_that_one_file_needs_twice_is_told_once(cli: Cli) -> None:
    line = f"puffer train a --vec.num-envs {10**6} --vec.num-workers {10**6} --vec.backend Multiprocessing\n"
    cli.write("a.sh", line * 2)
    out = cli("check", "--target", "3.0", "a.sh").out
    assert out.count(" info PC230 ") == 1
    assert "  = and 1 more time, in 1 file in all (-v shows it)\n" in out


def test_lines_without_a_target_beside_others_are_named(cli: Cli) -> None:
    """Each sentence of the evidence stands once, however many lines give it."""
    line = "puffer train a --vec.num-envs 8\n"
    cli.write("run.sh", f"{line}{line}puffer train a\n{line}puffer eval a\n")
    told = cli("check", "-v", "run.sh").out.splitlines()[0]
    assert told == (
        "run.sh: judged as 3.0, but for line 3 and line 5, where nothing tells a generation: "
        "--vec.num-envs is a word of 3.0's command line (line 1)"
    )
    (file,) = json.loads(cli("check", "run.sh", "--format", "json").out)["files"]
    assert file["undecided"] == ["line 3", "line 5"]


def test_an_optional_group_does_not_say_what_its_file_is_for(cli: Cli) -> None:
    group = '[project]\nname = "a"\n[project.optional-dependencies]\nold = ["pufferlib==3.0.0"]\n'
    cli.write("pyproject.toml", group)
    cli.write("old/requirements.txt", "pufferlib==3.0.0\n")
    assert "pyproject.toml is for 3.0" in cli("check", ".").out or "as 3.0" in cli("check", ".").out
    pin = "pufferlib @ git+https://github.com/PufferAI/PufferLib@4.0\n"
    cli.write("requirements.txt", pin)
    told = cli("check", ".").out
    assert "pyproject.toml is for 3.0" not in told
    assert "2 files in ./ are for 4.0: requirements.txt line 1 pins" in told
