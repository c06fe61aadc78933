"""`profilecheck migrate`: what it prints, decides, refuses and gives as exit code."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from profilecheck.profiles import profiles
from tests.cli.helpers import Cli, started
from tests.migrate.samples import ADAM, BLOCKED, HOSTILE, OPEN, PLAIN, REFUSED

COMMIT = "8e3e7546428f06839dad031935081ff3ad915f07"
OF_4 = "[base]\nenv_name = squared\n[vec]\ntotal_agents = 64\nnum_buffers = 2\nnum_threads = 2\n"


def test_the_diff_goes_out_and_the_summary_to_standard_error(cli: Cli) -> None:
    cli.write("a.ini", PLAIN)
    ran = cli("migrate", "a.ini")
    assert ran.code == 0
    assert ran.out.startswith("--- a/a.ini\n+++ b/a.ini\n@@ ")
    *notes, summary = ran.err.splitlines()
    assert all(note.startswith("a.ini: note: ") for note in notes)
    assert re.fullmatch(r"1 file to change; settings: \d+ kept, 1 renamed, .*", summary)
    assert (cli.folder / "a.ini").read_text() == PLAIN
    assert cli("migrate", "a.ini", "-q").err == ""


def test_check_is_1_where_something_would_change_and_0_where_nothing_would(cli: Cli) -> None:
    cli.write("a.ini", PLAIN)
    assert cli("migrate", "--check", "a.ini").code == 1
    assert cli("migrate", "--write", "a.ini").code == 0
    ran = cli("migrate", "--check", "a.ini")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "0 files to change, 1 left as it is\n"


def test_check_is_1_as_long_as_a_pin_of_3_0_stays(cli: Cli) -> None:
    cli.write("a.ini", PLAIN)
    cli.write("requirements.txt", "pufferlib==3.0.0\n")
    assert cli("migrate", "--write", ".").code == 0
    assert cli("check", ".").code == 1
    ran = cli("migrate", "--check", ".")
    assert (ran.code, ran.out) == (1, "")
    assert "requirements.txt: pin: pufferlib==3.0.0 installs 3.0" in ran.err
    assert cli("migrate", "--write", ".", "--pin", COMMIT).code == 0
    assert cli("migrate", "--check", ".").code == 0


def test_check_is_1_as_long_as_4_0_refuses_a_result(cli: Cli) -> None:
    cli.write("a.ini", REFUSED)
    cli.write("b.ini", PLAIN)
    assert cli("migrate", "--write", "--unfinished", ".").code == 1
    ran = cli("migrate", "--check", ".")
    assert (ran.code, ran.out) == (1, "")
    assert "a.ini: still PC" in ran.err
    cli.write("c.ini", PLAIN)  # which that does not hold back
    assert "1 file written" in cli("migrate", "--write", ".").err


def test_a_second_run_changes_nothing(cli: Cli) -> None:
    cli.write("a.ini", OPEN)
    assert cli("migrate", "--write", ".").code == 0
    held = (cli.folder / "a.ini").read_bytes()
    ran = cli("migrate", "--write", ".")
    assert (ran.code, ran.out) == (0, "")
    assert (cli.folder / "a.ini").read_bytes() == held
    assert [path.name for path in cli.folder.glob("*.patch")] == ["profilecheck-undo.patch"]


def test_a_folder_with_nothing_of_3_0(cli: Cli) -> None:
    cli.write("of_4/a.ini", OF_4)
    ran = cli("migrate", "of_4")
    assert (ran.code, ran.out, ran.err) == (0, "", "0 files to change, 1 left as it is\n")
    cli.write("other/readme.txt", "nothing")
    ran = cli("migrate", "other")
    assert ran.code == 2  # as `check` says it of nothing to check
    assert "other: unreadable: no file in this folder" in ran.err


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["-"], "standard input has no file to migrate: name files or folders"),
        ([""], "a path is empty"),
        (["a.ini", "--to", "5.0"], "--to 5.0: profilecheck migrates to 4.0 alone"),
        (["a.ini", "--write", "--check"], "--check writes nothing"),
        (["a.ini", "--unfinished"], "--unfinished is about --write"),
        (["a.ini", "--agents-per-env", "0"], "expected a whole number of at least 1"),
        (["a.ini", "--decide", "nonsense"], "'nonsense' is no [PATH:]KEY=VALUE"),
        (
            ["a.ini", "--decide", "vec.seed=1"],
            "vec.seed: nothing asks for it (open: train.batch_size)",
        ),
        (["a.ini", "--decide", "nope=1"], "nope: nothing asks for it (open: train.batch_size)"),
        (["a.ini", "--decide", "pin=1"], "pin: a pin is decided by --pin COMMIT"),
        (["a.ini", "--pin", "12"], "12 is no commit: it has 2 digits, and a commit has 40"),
        (
            ["a.ini", "--decide", "train.batch_sice=drop"],
            "train.batch_sice: nothing asks for it (did you mean train.batch_size?)",
        ),
        (
            ["a.ini", "--decide", "train.batch_size=keep"],
            "train.batch_size = 'keep': a.ini takes drop, horizon=32 or total_agents=2048",
        ),
        (
            ["a.ini", "--decide", "train.batch_size=drop", "--decide", "train.batch_size=drop"],
            "train.batch_size is decided twice",
        ),
        (["a.ini", "--decide", "b.ini:train.batch_size=drop"], "b.ini:train.batch_size: nothing"),
        (["a.ini", "--ledger", "a.ini"], "its ending tells the format, one of .html, .json"),
        (["a.ini", "--ledger", "x.md", "--ledger", "./x.md"], "it is given twice"),
    ],
)
def test_wrong_usage_is_2_and_changes_nothing(cli: Cli, argv: list[str], told: str) -> None:
    cli.write("a.ini", OPEN)
    ran = cli("migrate", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("profilecheck migrate: error: ")
    assert told in ran.err
    assert [path.name for path in cli.folder.iterdir()] == ["a.ini"]


@pytest.mark.parametrize("answer", ["fast", "nan", "1e", "", "0x1"])
def test_a_free_answer_that_is_no_number_is_refused(cli: Cli, answer: str) -> None:
    cli.write("a.ini", ADAM)
    ran = cli("migrate", "a.ini", "--decide", f"train.learning_rate={answer}")
    assert ran.code == 2
    assert "a.ini takes keep, 0.015 or a finite number" in ran.err


@pytest.mark.parametrize("answer", ["-8", "0", "eight", "8.0", "1" * 40])
def test_a_count_that_is_none_is_refused(cli: Cli, answer: str) -> None:
    cli.write("a.ini", BLOCKED)
    ran = cli("migrate", "a.ini", "--decide", f"vec.total_agents={answer}")
    assert ran.code == 2
    assert "a.ini takes a whole number of at least 1, of 18 digits at most" in ran.err


@pytest.mark.parametrize("key", ["vec.num_buffers", "vec.num_threads", "vec.total_agents"])
def test_counts_may_be_decided_without_being_asked(cli: Cli, key: str) -> None:
    cli.write("a.ini", PLAIN)
    ran = cli("migrate", "a.ini", "--decide", f"{key}=4096")
    assert ran.code in (0, 1)
    assert f"+{key.removeprefix('vec.')} = 4096" in ran.out


def test_answers_for_all_files_and_for_one(cli: Cli) -> None:
    for name in ("a.ini", "deep/b.ini", "c=1.ini"):
        cli.write(name, BLOCKED)
    answers = (
        "vec.total_agents=512",
        "./deep/b.ini:vec.total_agents=1024",
        "c=1.ini:vec.total_agents=2048",
    )
    ran = cli("migrate", ".", *(word for one in answers for word in ("--decide", one)))
    assert ran.code == 1, ran.err  # another package's environment has to be ported by hand
    agents = re.findall(r"^\+total_agents = (\d+)", ran.out, re.MULTILINE)
    assert agents == ["512", "2048", "1024"]


def test_what_is_open_is_told_with_words_that_answer_it(cli: Cli) -> None:
    cli.write("a b.ini", ADAM)
    cli.write("c.ini", OPEN.replace("131072", "524288"))
    ran = cli("migrate", "a b.ini", "c.ini")
    assert "    --decide train.learning_rate=keep: " in ran.err
    words = re.findall(r"--decide '(a b\.ini:train\.batch_size=\S+)'", ran.err)
    assert words == [
        f"a b.ini:train.batch_size={one}" for one in ("drop", "horizon=32", "total_agents=2048")
    ]
    assert cli("migrate", "a b.ini", "c.ini", "--decide", words[1]).code == 0


def test_what_several_files_ask_in_the_same_words_is_told_once(cli: Cli) -> None:
    names = [f"{name}.ini" for name in "abcde"]
    for name in names:
        cli.write(name, ADAM)
    ran = cli("migrate", *names)
    told = [line for line in ran.err.splitlines() if "train.batch_size: " in line]
    assert [line.split(": ")[0] for line in told] == ["a.ini, b.ini, c.ini and 2 more files"]
    assert "    --decide train.batch_size=horizon=32: " in ran.err
    ran = cli("migrate", *names, "--decide", "train.batch_size=horizon=32")
    assert "train.batch_size" not in ran.err
    assert ran.out.count("+horizon = 32") == len(names)


def test_what_some_files_ask_otherwise_is_answered_by_path(cli: Cli) -> None:
    cli.write("a.ini", ADAM)
    cli.write("b.ini", ADAM)
    cli.write("c.ini", OPEN.replace("131072", "524288"))
    ran = cli("migrate", "a.ini", "b.ini", "c.ini")
    assert "a.ini, b.ini: train.batch_size: " in ran.err
    assert "    --decide PATH:train.batch_size=drop: " in ran.err


def test_open_decisions_are_written_and_listed(cli: Cli) -> None:
    cli.write("a.ini", OPEN)
    ran = cli("migrate", "--write", "a.ini")
    assert ran.code == 0
    assert "a.ini: train.batch_size: " in ran.err
    assert "1 file written; `git apply profilecheck-undo.patch` takes it back" in ran.err
    assert ran.err.splitlines()[-1].startswith("1 file changed; ")


def test_what_4_0_refuses_is_written_only_unfinished(cli: Cli) -> None:
    cli.write("a.ini", REFUSED)
    cli.write("b.ini", PLAIN)
    ran = cli("migrate", "--write", ".")
    assert ran.code == 1
    assert "no file was changed, because of what is left" in ran.err
    assert "    a.ini: PC651 under 4.0: minibatch_size = 1000 is no multiple" in ran.err
    assert sorted(path.name for path in cli.folder.iterdir()) == ["a.ini", "b.ini"]
    assert (cli.folder / "b.ini").read_text() == PLAIN
    assert cli("migrate", "--write", "--unfinished", ".").code == 1
    assert "horizon = 64" in (cli.folder / "a.ini").read_text()


def test_an_answer_that_4_0_refuses_is_not_written(cli: Cli) -> None:
    cli.write("a.ini", REFUSED)
    ran = cli("migrate", "--write", "a.ini", "--decide", "train.minibatch_size=1001")
    assert ran.code == 1
    assert "a.ini: PC651 under 4.0: minibatch_size = 1001" in ran.err
    assert (cli.folder / "a.ini").read_text() == REFUSED


def test_a_file_that_is_blocked_holds_all_back_but_unfinished(cli: Cli) -> None:
    cli.write("a.ini", BLOCKED)
    cli.write("b.ini", PLAIN)
    assert cli("migrate", "--write", ".").code == 1
    assert (cli.folder / "b.ini").read_text() == PLAIN
    assert cli("migrate", "--write", "--unfinished", ".").code == 1
    assert (cli.folder / "a.ini").read_text() == BLOCKED
    assert "total_agents" in (cli.folder / "b.ini").read_text()


def test_a_path_that_cannot_be_read_holds_all_back(cli: Cli) -> None:
    cli.write("b.ini", PLAIN)
    for more in ([], ["--unfinished"]):
        ran = cli("migrate", "--write", *more, "missing.ini", "b.ini")
        assert ran.code == 2
        assert "missing.ini: unreadable: no such file or folder" in ran.err
        assert (cli.folder / "b.ini").read_text() == PLAIN


def test_yaml_without_the_extra_says_what_is_missing(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.write("a.yaml", "vec: {num_envs: 8, num_workers: 4}\n")
    monkeypatch.setitem(sys.modules, "yaml", None)
    ran = cli("migrate", "a.yaml")
    assert ran.code == 2
    assert (
        "a.yaml: unreadable: reading YAML needs the extra: pip install 'profilecheck[yaml]'"
        in ran.err
    )


# Ledgers in files


def test_ledgers_are_written_with_and_without_the_files(cli: Cli) -> None:
    cli.write("a.ini", PLAIN)
    names = ["x.json", "x.md", "x.html", "x.txt"]
    wanted = [word for name in names for word in ("--ledger", name)]
    assert cli("migrate", "a.ini", *wanted).code == 0
    assert (cli.folder / "a.ini").read_text() == PLAIN
    before = {name: (cli.folder / name).read_bytes() for name in names}
    assert cli("migrate", "--write", "a.ini", *wanted).code == 0  # over its own
    assert {name: (cli.folder / name).read_bytes() for name in names} == before
    assert json.loads(before["x.json"])["files"][0]["status"] == "changed"


def test_ledgers_are_no_files_to_migrate(cli: Cli) -> None:
    cli.write("a.ini", HOSTILE)
    cli.write("run.sh", "puffer train puffer_breakout --vec.num-envs 8\n")
    wanted = [word for name in ("x.json", "x.md", "x.txt") for word in ("--ledger", name)]
    cli("migrate", ".", *wanted)
    ran = cli("migrate", ".", "--format", "json")
    statuses = {file["path"]: file["status"] for file in json.loads(ran.out)["files"]}
    assert {statuses.get(name, "left") for name in ("x.json", "x.md", "x.txt")} == {"left"}


def test_a_ledger_takes_the_place_of_no_other_file(cli: Cli) -> None:
    cli.write("a.ini", PLAIN)
    cli.write("README.md", "# Mine\n")
    cli.write("config.json", json.dumps({"vec": {"num_envs": 8, "num_workers": 4}}))
    (cli.folder / "link.md").symlink_to("README.md")
    for name in ("README.md", "link.md"):
        ran = cli("migrate", "a.ini", "--ledger", name)
        assert ran.code == 2
        assert "a file is there that is no ledger: name another" in ran.err
    ran = cli("migrate", "a.ini", "config.json", "--ledger", "config.json")
    assert ran.code == 2
    assert "it is one of the files that are migrated" in ran.err
    os.link(cli.folder / "config.json", cli.folder / "hard.json")
    assert "one of the files" in cli("migrate", "config.json", "--ledger", "hard.json").err
    ran = cli("migrate", "--write", "a.ini", "--ledger", "nowhere/x.md")
    assert ran.code == 2
    assert "nothing was written: nowhere/x.md: No such file" in ran.err
    assert (cli.folder / "a.ini").read_text() == PLAIN


# Terminals and pipes


@pytest.mark.parametrize("form", ["diff", "table", "json", "markdown", "html"])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_form_leaves_through_any_pipe(tmp_path: Path, form: str, encoding: str) -> None:
    (tmp_path / "ü.ini").write_text(HOSTILE, encoding="utf-8")
    env = {"PYTHONIOENCODING": encoding}
    ran = started("migrate", "ü.ini", "--format", form, folder=tmp_path, env=env)
    assert ran.returncode == 0, ran.stderr
    assert b"\x1b" not in ran.stderr
    if form != "diff":
        assert b"\x1b" not in ran.stdout
        assert "\u202e" not in ran.stdout.decode("utf-8", "replace")


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("form", ["diff", "table", "json", "markdown", "html"])
@pytest.mark.parametrize("color", [True, False])
def test_nothing_of_a_file_controls_a_terminal(tmp_path: Path, form: str, color: bool) -> None:
    import pty
    import subprocess

    from tests.cli.helpers import command, environment

    (tmp_path / "a.ini").write_text(HOSTILE, encoding="utf-8")
    above, below = pty.openpty()
    env = environment({"TERM": "xterm", "NO_COLOR": "" if color else "1", "COLUMNS": "60"})
    with subprocess.Popen(
        command("migrate", "a.ini", "--format", form),
        cwd=tmp_path,
        env=env,
        stdout=below,
        stderr=below,
    ) as process:
        os.close(below)
        shown = b""
        while True:
            try:
                piece = os.read(above, 65536)
            except OSError:  # what Linux says when nobody has the other end
                break
            if not piece:
                break
            shown += piece
        assert process.wait(60) == 0
    os.close(above)
    text = shown.decode()
    escapes = re.findall(r"\x1b\[[0-9;]*m", text)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text).replace("\r\n", "\n")
    assert [char for char in plain if not char.isprintable() and char != "\n"] == []
    assert "red" in plain
    assert bool(escapes) is (color and form in ("diff", "table"))
    assert len(set(escapes)) < 8


def test_experiments_of_one_file_are_decided_one_by_one(cli: Cli) -> None:
    cli.write(
        "a.json",
        json.dumps(
            {
                "one": {"vec": {"num_envs": 8, "num_workers": 4}},
                "two": {"vec": {"num_envs": 16, "num_workers": 4}},
            },
            indent=1,
        ),
    )
    ran = cli("migrate", "a.json")
    words = re.findall(r"--decide (\S+)=N", ran.err)
    assert words == ["one.vec.total_agents", "two.vec.total_agents"]
    assert (
        "a.json: blocked: one.vec.total_agents and two.vec.total_agents are to be decided"
        in ran.err
    )
    answers = ("one.vec.total_agents=64", "a.json:two.vec.total_agents=128")
    ran = cli("migrate", "a.json", *(word for one in answers for word in ("--decide", one)))
    assert ran.code == 0, ran.err
    assert re.findall(r'^\+.*"total_agents": (\d+)', ran.out, re.MULTILINE) == ["64", "128"]


def test_a_file_that_is_left_with_a_decision_is_told_of(cli: Cli) -> None:
    cli.write("requirements.txt", "pufferlib==3.0.0\n")
    for form in ("table", "markdown", "html"):
        assert "installs 3.0" in cli("migrate", ".", "--format", form).out.replace("\\", "")


def default_ini(generation: str, **train: object) -> str:
    """A whole default.ini of a generation with some values of [train] changed."""
    texts = {name: dict(keys) for name, keys in profiles()[generation].default_texts().items()}
    texts["train"] |= {key: str(value) for key, value in train.items()}
    return "\n".join(
        f"[{name}]\n" + "".join(f"{key} = {text}\n" for key, text in keys.items())
        for name, keys in texts.items()
    )


@pytest.mark.parametrize(
    "default",
    [default_ini("3.0", bptt_horizon=32), default_ini("4.0", horizon=32)],
    ids=["of 3.0", "of 4.0"],
)
def test_the_project_s_own_default_ini_lies_below_the_result(cli: Cli, default: str) -> None:
    cli.write("config/default.ini", default)
    path = cli.write(
        "config/mine.ini",
        "[base]\nenv_name = puffer_mine\n[vec]\nnum_envs = 8\n[env]\nnum_envs = 64\n[train]\nminibatch_size = 32768\n",
    )
    answers = ("base.env_name=mine", "vec.total_agents=512")
    args = ("config/mine.ini", *(word for one in answers for word in ("--decide", one)))
    before = path.read_bytes()
    ran = cli("migrate", "--write", *args)
    assert ran.code == 1
    assert "more than a rollout of 512 agents x 32 steps = 16384" in ran.err
    assert path.read_bytes() == before
    ran = cli("migrate", "--write", *args, "--decide", "train.minibatch_size=16384")
    assert ran.code == 0
    assert "minibatch_size = 16384" in path.read_text()


def test_what_the_project_s_default_ini_allows_is_not_refused(cli: Cli) -> None:
    cli.write("config/default.ini", default_ini("3.0", bptt_horizon=128))
    text = (
        "[base]\nenv_name = puffer_mine\n[vec]\nnum_envs = 512\n[train]\nminibatch_size = 65536\n"
    )
    cli.write("config/mine.ini", text)
    args = ("config/mine.ini", "--agents-per-env=1", "--decide", "base.env_name=mine")
    assert cli("migrate", "--write", *args).code == 0


@pytest.mark.parametrize(
    ("settings", "until"),
    [
        ("[vec]\nnum_envs = 8\n", "until then: 1024, the project's default.ini"),
        (
            "[vec]\ntotal_agents = 64\n[train]\nbptt_horizon = auto\n",
            "until then: 16, the project's default.ini",
        ),
    ],
)
def test_whose_default_stands_until_then(cli: Cli, settings: str, until: str) -> None:
    cli.write("config/default.ini", default_ini("4.0", horizon=16).replace("4096", "1024"))
    cli.write(
        "config/mine.ini", f"# profilecheck: target=4.0\n[base]\nenv_name = squared\n{settings}"
    )
    assert until in cli("migrate", "config/mine.ini").err


MINE = """[base]
package = mine
env_name = own
[vec]
num_envs = 1024
[train]
bptt_horizon = 16
minibatch_size = 131072
batch_size = 262144
"""


def test_an_answer_that_another_makes_needless_is_taken_and_told(cli: Cli) -> None:
    cli.write("own.ini", MINE)
    each = ["--agents-per-env", "4"]
    first = cli("migrate", "own.ini", *each)
    assert "--decide train.minibatch_size=65536" in first.err
    decided = [*each, "--decide", "vec.total_agents=8192", "--decide", "train.batch_size=drop"]
    both = cli("migrate", "own.ini", *decided, "--decide", "train.minibatch_size=65536")
    assert "note: train.minibatch_size is not needed: " in both.err
    assert "minibatch_size = 131072" in both.out
    slip = cli("migrate", "own.ini", *decided, "--decide", "train.minibatch_sice=65536")
    assert (slip.code, slip.out) == (2, "")


def test_nothing_is_asked_over_a_number_that_is_to_be_decided(cli: Cli) -> None:
    cli.write("own.ini", MINE)
    ran = cli("migrate", "own.ini")
    assert "--decide vec.total_agents=N" in ran.err
    assert "train.minibatch_size" not in ran.err
    assert "train.batch_size" not in ran.err


@pytest.mark.parametrize("start", ["proj", "./proj", "absolute", ".."])
def test_an_answer_for_an_ini_reaches_its_lines_wherever_migrate_runs(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    cli.write("proj/pyproject.toml", "")
    defaults = profiles()["3.0"].default_texts()
    lines = [
        f"[{s}]\n" + "".join(f"{k} = {v}\n" for k, v in d.items()) for s, d in defaults.items()
    ]
    cli.write("proj/config/default.ini", "".join(lines))
    cli.write("proj/config/own.ini", MINE.replace("131072", "8192"))
    cli.write("proj/run.sh", "puffer train own --train.bptt-horizon 32\n")
    folder = Path.cwd()
    if start == "..":
        monkeypatch.chdir("proj/config")
    path = str(folder / "proj") if start == "absolute" else start
    inis = [f"{path}/config/default.ini:vec.total_agents=4096"]
    inis.append(f"{path}/config/own.ini:vec.total_agents=1024")
    ran = cli("migrate", path, *(word for one in inis for word in ("--decide", one)))
    assert "run.sh:1:train.batch_size: 3.0 collects batch_size = 262144" in ran.err
    assert "= 1024 x 32 = 32768." in ran.err
