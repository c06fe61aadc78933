"""Which files a run looks at, and what it says of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli

BAD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\nnum_workers = 3\n"
GROUP = "backend: Serial\nnum_envs: 8\nnum_workers: 3\n"


def test_verbose_lists_what_a_walk_left_out_in_every_format(cli: Cli) -> None:
    cli.write("a.ini", BAD)
    cli.write("old/b.ini", BAD)
    cli.write("build/c.ini", BAD)
    cli.write("d.json", "{}")
    run = ("check", ".", "--exclude", "old")
    assert "d.json" not in cli(*run).out
    for form in ("text", "concise"):
        out = cli(*run, "-v", "--format", form).out
        assert "old/: skipped: excluded by a pattern\n" in out
        assert "build/: skipped: a folder of what programs put out\n" in out
        assert "d.json: skipped: it holds no section that a profile knows\n" in out
    assert '"old/"' in cli(*run, "-v", "--format", "json").out


def test_a_link_that_is_named_beside_its_file_has_a_verdict_of_its_own(
    cli: Cli, tmp_path: Path
) -> None:
    cli.write("a.ini", BAD)
    (tmp_path / "b.ini").symlink_to("a.ini")
    out = cli("check", "a.ini", "b.ini", "--format", "concise").out
    assert "a.ini:5:1: error PC203" in out and "b.ini:5:1: error PC203" in out


def test_an_excluded_folder_alone_is_not_green(cli: Cli) -> None:
    cli.write("old/a.ini", BAD)
    cli.write("b.ini", BAD.replace("3", "4"))
    ran = cli("check", "old", "--exclude", "old")
    assert ran.code == 2
    assert "nothing was checked here: this folder is excluded by a pattern" in ran.out
    assert cli("check", "old", "b.ini", "--exclude", "old").code == 0
    assert cli("check", "old/a.ini", "--exclude", "old").code == 0


def test_a_group_file_is_one_wherever_it_is_named_from(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.write("conf/vec/lap.yaml", GROUP)
    assert "conf/vec/lap.yaml:3:1: error PC203" in cli("check", ".", "--format", "concise").out
    monkeypatch.chdir(tmp_path / "conf" / "vec")
    assert "lap.yaml:3:1: error PC203" in cli("check", "lap.yaml", "--format", "concise").out
    assert "num_workers" in cli("explain", "lap.yaml", "--target", "3.0").out


def test_arguments_at_top_level_are_met_on_a_walk_where_a_target_is_asked_for(cli: Cli) -> None:
    cli.write("run.yaml", GROUP)
    cli.write("a.ini", BAD)
    assert "run.yaml" not in cli("check", ".", "--format", "concise").out
    run = ("check", ".", "--target", "3.0", "--format", "concise")
    assert "run.yaml:3:1: error PC203" in cli(*run).out
    told = cli("check", "run.yaml").out
    assert "run.yaml: skipped: backend, num_envs, num_workers stand at top level" in told
