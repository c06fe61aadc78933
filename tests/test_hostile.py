"""Files and folders that mean no good, or that no one meant: never a traceback, never a fault.

``fixtures/hostile`` holds the files; ``fixtures/hostile.txt`` says what is found in each. Too large
or too odd for a repository is made here.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from profilecheck import checking
from profilecheck.cli import main
from profilecheck.discover import Found, PathProblem, discover
from profilecheck.engine import check_bytes
from profilecheck.findings import FileReport, State
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.report import formats
from tests.fixture_files import FIXTURES, MACHINE, run_json
from tests.sound import assert_harmless, assert_sound

HOSTILE = sorted((FIXTURES / "hostile").iterdir())
OPTIONS = (
    Options(host=declared(1024, 2048, "tests")),
    Options(target="3.0", host=declared("none", None, "tests")),
    Options(target="3.0", host=declared(1, 1, "tests"), mode="sweep", defaults="ini"),
    Options(target="4.0", host=declared(8, None, "tests"), mode="sweep", agents_per_env=3),
    Options(target="4.0", host=declared(8, 8, "tests"), mode="eval", defaults="none"),
)
GOOD = "[base]\nenv_name = ferry\n[vec]\nnum_envs = 8\n"
BAD = "[base]\nenv_name = ferry\n[vec]\nnum_envs = 100\nnum_workers = 6\n"

linux = pytest.mark.skipif(sys.platform != "linux", reason="special files are those of Linux")


def expectations() -> dict[str, tuple[str, list[str]]]:
    """State and codes by the file's name."""
    lines = (FIXTURES / "hostile.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: (state, codes) for name, state, *codes in rows}


def by_name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", HOSTILE, ids=by_name)
def test_a_hostile_file_is_judged_as_it_deserves(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copyfile(path, tmp_path / path.name)
    code, report, err = run_json(["check", str(tmp_path / path.name), *MACHINE], capsys)
    found = [f"{f['code']}@{f['line']}:{f['column']}" for f in report["findings"]]
    state = report["files"][0]["state"]
    assert (state, found) == expectations()[path.name], f"{path.name} {state} {' '.join(found)}"
    assert code == any(finding["severity"] == "error" for finding in report["findings"])
    assert not err


@pytest.mark.heavy
@pytest.mark.parametrize("path", HOSTILE, ids=by_name)
def test_a_hostile_file_makes_no_unsound_report_under_any_options(path: Path) -> None:
    data = path.read_bytes()
    for options in OPTIONS:
        verdict = check_bytes(data, path.name, options)
        assert_sound(verdict)
    assert check_bytes(data, path.name, options) == verdict


@pytest.mark.heavy
@pytest.mark.parametrize("path", HOSTILE, ids=by_name)
def test_a_hostile_file_is_told_in_every_format_and_explained(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = set()
    for name in formats():
        codes.add(main(["check", str(path), "--format", name, "-v", *MACHINE]))
        out, err = capsys.readouterr()
        assert_harmless(out)
        assert not err
    assert len(codes) == 1 and codes <= {0, 1}
    for target in ("auto", "3.0", "4.0"):
        assert main(["explain", str(path), "--target", target, "-v", *MACHINE]) in {0, 1, 2}
        out, err = capsys.readouterr()
        assert_harmless(out + err)
        assert "internal fault" not in err and "Traceback" not in err


def judged(data: bytes, name: str, target: str | None = "3.0") -> FileReport:
    """The verdict on bytes, which must be sound."""
    verdict = check_bytes(data, name, Options(target=target, host=declared(1024, None, "tests")))
    assert_sound(verdict)
    return verdict


def codes(verdict: FileReport) -> set[str]:
    return {finding.code for finding in verdict.findings}


HUGE = {
    "digits": "9" * 5_000,
    "hexadecimal": "0x" + "f" * 5_000,
    "one megabyte of digits": "7" * 1_000_000,
    "one megabyte of hexadecimal": "0x" + "f" * 1_000_000,
    "brackets": "[" * 100_000,
    "matched brackets": "[" * 190 + "]" * 190,
    "signs": "-" * 100_000 + "1",
    "sums": "1" + "+1" * 20_000,
    "powers": "9**" * 20_000 + "9",
    "nots": "not " * 20_000 + "1",
    "attributes": "a" + ".a" * 20_000,
    "text": "'" + "a" * 1_000_000 + "'",
    "tuple": "1," * 20_000,
    "blanks": " " * 1_000_000 + "8",
}


@pytest.mark.parametrize("generation", ["3.0", "4.0"])
@pytest.mark.parametrize("value", HUGE.values(), ids=HUGE)
def test_a_value_that_python_reads_slowly_or_not_at_all(value: str, generation: str) -> None:
    key = {"3.0": "num_envs", "4.0": "total_agents"}[generation]
    text = f"[base]\nenv_name = ferry\n[vec]\n{key} = {value}\n[train]\nminibatch_size = {value}\n"
    assert judged(text.encode(), "a.ini", generation).state in (State.OK, State.FINDINGS)


@pytest.mark.parametrize("name", ["a.json", "a.yaml", "a.toml"])
def test_an_integer_too_long_for_python_to_print(name: str) -> None:
    number = "9" * 5_000
    text = {
        "a.json": f'{{"vec": {{"backend": "Serial", "num_envs": {number}}}}}',
        "a.yaml": f"vec: {{backend: Serial, num_envs: {number}}}\n",
        "a.toml": f'[vec]\nbackend = "Serial"\nnum_envs = 0x{"f" * 5_000}\nseed = {number}\n',
    }[name]
    assert judged(text.encode(), name).state in (State.OK, State.FINDINGS)


DEEP = {
    "a.json": '{"vec": {"num_envs": 8, "env_kwargs": ' + "[" * 100_000,
    "b.json": '{"a": ' * 50_000 + '{"vec": {"num_envs": 8}}' + "}" * 50_000,
    "a.yaml": "vec: {num_envs: 8, env_args: " + "[" * 5_000 + "]" * 5_000 + "}\n",
    "b.yaml": "num_envs: 8\n" + "".join(f"{' ' * depth}vec:\n" for depth in range(3_000)),
    "c.yaml": "- " * 5_000 + "vec: {num_envs: 8}\n",
    "a.toml": "vec.num_envs = 8\nx = " + "[" * 100_000,
    "b.toml": "[" + "a." * 20_000 + "vec]\nnum_envs = 8\n",
    "c.toml": "[vec]\nnum_envs = 8\nenv_kwargs = " + "{a = " * 20_000,
}


@pytest.mark.parametrize("name", DEEP)
def test_a_deep_file_is_a_finding(name: str) -> None:
    assert "PC004" in codes(judged(DEEP[name].encode(), name))


@pytest.mark.heavy
def test_ten_megabytes() -> None:
    lines = "".join(f"key_{number} = {number}\n" for number in range(10_000))
    sections = "".join(f"[sweep.env.key_{number}]\n" for number in range(500))
    comment = f"# {'x' * 9_000_000}\n"
    text = f"{BAD}[env]\n{lines}{comment}{sections}"
    assert "PC203" in codes(judged(text.encode(), "a.ini"))


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["a.ini", "a.yaml", "a.json", "a.toml"])
def test_one_line_of_four_megabytes(name: str) -> None:
    long = "x" * 4_000_000
    text = {
        "a.ini": f"{BAD}policy = {long}\n",
        "a.yaml": f"name: {long}\nvec: {{backend: Serial, num_envs: 100, num_workers: 6}}\n",
        "a.json": f'{{"name": "{long}", "vec": {{"backend": "Serial", "num_envs": 100, "num_workers": 6}}}}',
        "a.toml": f'name = "{long}"\nvec = {{backend = "Serial", num_envs = 100, num_workers = 6}}\n',
    }[name]
    verdict = judged(text.encode(), name)
    assert "PC203" in codes(verdict)


def test_a_hundred_experiments_in_one_file() -> None:
    text = "runs:\n" + "  - vec: {backend: Serial, num_envs: 100, num_workers: 6}\n" * 100
    assert len(judged(text.encode(), "a.yaml").findings) == 100


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, str]]:
    """The exit code of a check, and the state of each file."""
    code, report, err = run_json(["check", *argv, *MACHINE], capsys)
    assert "Traceback" not in err
    return code, {file["path"]: file["state"] for file in report["files"]}


@linux
def test_a_fifo_a_socket_and_a_device_are_told_and_the_rest_is_checked(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "bad.ini").write_text(BAD, encoding="utf-8")
    os.mkfifo(here / "fifo.ini")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.ini")
        code, states = run(capsys, "fifo.ini", "socket.ini", "/dev/zero", "bad.ini")
    assert code == 2
    unreadable = dict.fromkeys(["/dev/zero", "fifo.ini", "socket.ini"], "unreadable")
    assert states == {**unreadable, "bad.ini": "findings"}


@linux
def test_links_in_circles_are_no_files_and_stop_no_walk(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "tree" / "inner").mkdir(parents=True)
    (here / "tree" / "inner" / "up").symlink_to(here / "tree")
    (here / "tree" / "self.ini").symlink_to("self.ini")
    (here / "tree" / "nowhere.ini").symlink_to("gone.ini")
    (here / "tree" / "good.ini").write_text(GOOD, encoding="utf-8")
    assert run(capsys, "tree") == (0, {"tree/good.ini": "ok"})
    assert run(capsys, "tree/self.ini", "tree/nowhere.ini")[0] == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads anything")
def test_what_may_not_be_read_is_2_and_the_rest_is_checked(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "tree" / "locked").mkdir(parents=True)
    (here / "tree" / "good.ini").write_text(GOOD, encoding="utf-8")
    (here / "tree" / "locked.ini").write_text(GOOD, encoding="utf-8")
    (here / "tree" / "locked.ini").chmod(0)
    (here / "tree" / "locked").chmod(0)
    try:
        code, states = run(capsys, "tree")
    finally:
        (here / "tree" / "locked").chmod(0o700)
    assert (code, states["tree/good.ini"]) == (2, "ok")
    assert [states[path] for path in ("tree/locked", "tree/locked.ini")] == ["unreadable"] * 2


@pytest.mark.parametrize("becomes", ["nothing", "a folder", "empty", "other bytes"])
def test_a_file_that_changes_between_the_walk_and_its_reading(
    becomes: str, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "tree").mkdir()
    (here / "tree" / "a.ini").write_text(BAD, encoding="utf-8")
    (here / "tree" / "b.ini").write_text(GOOD, encoding="utf-8")

    def then_change(*args: Any, **kwargs: Any) -> tuple[list[Found], list[PathProblem]]:
        found = discover(*args, **kwargs)
        path = here / "tree" / "a.ini"
        path.unlink()
        if becomes == "a folder":
            path.mkdir()
        elif becomes != "nothing":
            path.write_bytes(b"" if becomes == "empty" else b"\x00\xff[vec]\n")
        return found

    monkeypatch.setattr(checking, "discover", then_change)
    code, states = run(capsys, "tree")
    assert states["tree/b.ini"] == "ok"
    expected = {
        "nothing": (2, "unreadable"),
        "a folder": (2, "unreadable"),
        "empty": (0, "skipped"),
        "other bytes": (1, "findings"),
    }
    assert (code, states["tree/a.ini"]) == expected[becomes]


@linux
@pytest.mark.parametrize(
    "name",
    [
        "\x1b[31mred\x1b[0m.ini",
        "two\nlines.ini",
        "\u202einif.ini",
        "-leading.ini",
        " .ini",
        "\udcff.ini",
        "é" * 100 + ".ini",
        "#.ini",
        "%s{}.ini",
    ],
)
def test_a_file_of_any_name(name: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "tree").mkdir()
    (here / "tree" / name).write_text(BAD, encoding="utf-8")
    for form in formats():
        assert main(["check", "tree", f"tree/{name}", "--format", form, *MACHINE]) == 1
        out, err = capsys.readouterr()
        assert_harmless(out)
        assert not err
    assert main(["explain", f"tree/{name}", "--target", "3.0"]) == 1
    out, err = capsys.readouterr()
    assert_harmless(out + err)


@pytest.mark.parametrize("path", ["\0.ini", "a" * 5_000, "a/" * 3_000 + "b.ini", "no/such.ini"])
def test_a_path_that_cannot_be_is_2(
    path: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, states = run(capsys, path)
    assert code == 2
    assert set(states.values()) == {"unreadable"}


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject.toml": "[project\n"},
        {"pyproject.toml": "\x00"},
        {"pyproject.toml": "[project]\ndependencies = [3, {}, 'pufferlib==']\n"},
        {"pyproject.toml": "[project]\ndependencies = 'pufferlib==3.0.0'\n"},
        {"pyproject.toml": "project = 1\ntool = 2\n"},
        {"requirements.txt": "\x00\npufferlib==\n-r requirements.txt\n\x1b[31mpufferlib==3.0.0\n"},
        {"uv.lock": "[[package]]\nname = 3\n[[package]]\n"},
        {"default.ini": "[vec\n[vec]\n[vec]\n= 3\n"},
        {"default.ini": "[base]\na = %(a)s\n[vec]\nnum_envs = %(\nnum_workers = 0xf\n"},
    ],
    ids=str,
)
def test_broken_surroundings_do_not_stop_the_check_of_a_file(
    files: dict[str, str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in files.items():
        (here / name).write_text(text, encoding="utf-8")
    (here / "configs").mkdir()
    (here / "configs" / "a.ini").write_text(BAD, encoding="utf-8")
    code = main(["check", "configs/a.ini", *MACHINE])
    out, err = capsys.readouterr()
    if "pyproject.toml" in files and not out:  # settings that cannot be followed are told as such
        assert code == 2 and "pyproject.toml" in err
    else:
        assert code == 1 and "PC203" in out
    assert "internal fault" not in err
    assert_harmless(out + err)
