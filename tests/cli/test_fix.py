"""``check --fix``, ``--unsafe-fixes`` and ``--diff`` on the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.helpers import BAD, GOOD, TARGET, Cli

LEFT = GOOD + "[train]\nhorizon = 64\n"
"""One safe fix: PC103 at line 7."""
MENDED = LEFT.replace("horizon", "bptt_horizon")


def test_fix_writes_tells_what_it_mended_and_reports_the_rest(cli: Cli) -> None:
    one, other = cli.write("a/one.ini", LEFT), cli.write("a/two.ini", BAD + "total_agents = 8\n")
    ran = cli("check", "a", "--fix", *TARGET)
    assert one.read_text() == MENDED and other.read_text() == BAD
    assert ran.code == 1
    assert ran.err.splitlines() == [
        "a/one.ini: fixed PC103 other-generation-name: rename horizon to bptt_horizon",
        "a/two.ini: fixed PC103 other-generation-name: remove [vec] total_agents",
    ]
    assert "PC103" not in ran.out and "a/two.ini:5:1: error PC203" in ran.out
    assert ran.out.endswith("1 error\n1 fixable with --fix --unsafe-fixes\n")


def test_the_code_is_that_of_what_remains(cli: Cli) -> None:
    cli.write("a.ini", LEFT)
    assert cli("check", "a.ini", "--fix", *TARGET).code == 0
    assert cli("check", "a.ini", "--fix", *TARGET).err == ""


def test_unsafe_fixes_are_asked_for(cli: Cli) -> None:
    file = cli.write("a.ini", BAD)
    assert cli("check", "a.ini", "--fix", *TARGET).code == 1
    assert file.read_text() == BAD
    ran = cli("check", "a.ini", "--fix", "--unsafe-fixes", *TARGET)
    assert "fixed PC203 envs-by-workers: set num_workers = " in ran.err
    assert file.read_text() != BAD and "PC203" not in ran.out


def test_diff_writes_nothing_and_gives_1_where_something_would_change(cli: Cli) -> None:
    file = cli.write("a.ini", LEFT)
    ran = cli("check", "a.ini", "--diff", *TARGET)
    assert (ran.code, file.read_text()) == (1, LEFT)
    assert ran.out.startswith("--- a/a.ini\n+++ b/a.ini\n@@")
    assert ran.out.endswith("-horizon = 64\n+bptt_horizon = 64\n")
    cli.write("a.ini", BAD)
    assert cli("check", "a.ini", "--diff", *TARGET) == type(ran)(0, "", "")


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_git_applies_the_diff(cli: Cli, end: str) -> None:
    file = cli.write("a b/\xe4.ini", LEFT.replace("\n", end).rstrip())
    ran = cli("check", str(file), "--diff", *TARGET)
    patch = cli.write("p.patch", ran.out)
    subprocess.run(["git", "apply", str(patch)], cwd=cli.folder, check=True)
    assert file.read_bytes().decode() == MENDED.replace("\n", end).rstrip()


def test_what_is_left_out_is_said_in_both(cli: Cli) -> None:
    text = "[base]\nenv_name = a\n[vec]\nnum_envs = 100\n[train]\nnum_workers = 6\n"
    cli.write("a.ini", text)
    told = (
        "a.ini:6:1: not fixed: PC106 older-generation-name: move [train] num_workers to [vec]: "
        "it would bring PC203: "
    )
    for option in ("--fix", "--diff"):
        assert cli("check", "a.ini", option, *TARGET).err.startswith(told)


def test_standard_input_comes_out_fixed_and_the_report_goes_to_standard_error(cli: Cli) -> None:
    data = (LEFT + "# \xe4\r\n").encode()
    ran = cli("check", "-", "--fix", *TARGET, stdin=data)
    assert ran.out.encode() == (MENDED + "# \xe4\r\n").encode()
    assert "<stdin>: fixed PC103" in ran.err and "checked 1 file as 3.0: no findings" in ran.err
    assert ran.code == 0
    ran = cli("check", "-", "--stdin-filename", "x/a.ini", "--diff", *TARGET, stdin=data)
    assert ran.out.startswith("--- a/x/a.ini\n+++ b/x/a.ini\n") and ran.code == 1


def test_other_formats_keep_standard_output_to_themselves(cli: Cli) -> None:
    cli.write("a.ini", LEFT)
    ran = cli("check", "a.ini", "--fix", "--format", "json", *TARGET)
    assert json.loads(ran.out)["findings"] == []
    assert "fixed PC103" in ran.err


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["a.ini", "--fix", "--diff"], "--diff writes nothing"),
        (["a.ini", "--unsafe-fixes"], "give --fix or --diff too"),
        (["-", "a.ini", "--fix"], "standard input (-) is fixed alone"),
    ],
)
def test_what_cannot_be_meant_is_refused(cli: Cli, argv: list[str], told: str) -> None:
    file = cli.write("a.ini", LEFT)
    ran = cli("check", *argv, *TARGET, stdin=b"")
    assert ran.code == 2 and told in ran.err
    assert file.read_text() == LEFT


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes what is read-only")
def test_all_files_are_written_or_none(cli: Cli) -> None:
    one, other = cli.write("one.ini", LEFT), cli.write("two.ini", LEFT)
    other.chmod(0o444)
    ran = cli("check", ".", "--fix", *TARGET)
    assert ran.code == 2
    assert "nothing was fixed: two.ini: it is read-only" in ran.err
    assert one.read_text() == LEFT


@pytest.mark.skipif(os.name == "nt", reason="links and modes are those of POSIX")
def test_links_and_modes_stay(cli: Cli) -> None:
    file = cli.write("real.ini", LEFT)
    file.chmod(0o640)
    link = cli.folder / "link.ini"
    link.symlink_to("real.ini")
    assert cli("check", "link.ini", "--fix", *TARGET).code == 0
    assert link.is_symlink() and file.read_text() == MENDED
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_wrong_path_beside_what_is_mended_gives_2(cli: Cli) -> None:
    file = cli.write("a.ini", LEFT)
    for option in ("--diff", "--fix"):
        ran = cli("check", "a.ini", "gone.ini", option, *TARGET)
        assert ran.code == 2 and "gone.ini" in ran.err + ran.out
    assert file.read_text() == MENDED


def test_a_notebook_is_mended_in_its_cells(cli: Cli) -> None:
    source = [
        "import pufferlib.vector\n",
        "envs = pufferlib.vector.make(f, backend=pufferlib.vector.Multiprocessing, num_envs=100, num_workers=6)\n",
        "envs.close()",
    ]
    cell: dict[str, object] = {"cell_type": "code", "metadata": {}, "outputs": [], "source": source}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    text = json.dumps(notebook, indent=1)
    file: Path = cli.write("a.ipynb", text)
    cli("check", "a.ipynb", "--fix", "--unsafe-fixes", *TARGET)
    assert file.read_text() == text.replace("num_workers=6", "num_workers=5")


def test_what_was_left_out_is_not_counted_as_fixable(cli: Cli) -> None:
    text = "[base]\nenv_name = a\n[vec]\nnum_envs = 100\n[train]\nnum_workers = 6\n"
    cli.write("a.ini", text)
    assert "[*] 1 fixable with --fix" in cli("check", "a.ini", *TARGET).out
    ran = cli("check", "--fix", "a.ini", *TARGET)
    assert "not fixed: PC106" in ran.err
    assert "PC106" in ran.out and "[*]" not in ran.out
    assert ran.out.endswith("\n1 fixable with --fix --unsafe-fixes\n")  # that of PC210
