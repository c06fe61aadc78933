"""What is not shown hides nothing: an error that is ignored, or not selected, or silenced by a comment."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from profilecheck.findings import FileReport, Severity
from tests.fixture_files import FIXTURES, configs, read_case, run_json
from tests.rules.helpers import finds, report

NAMED = "[base]\nenv_name = a\n"
OVER = NAMED + "[vec]\nnum_envs = 100\nnum_workers = 96{}\n"


def errors(verdict: FileReport) -> list[str]:
    return [f.code for f in verdict.findings if f.severity is Severity.ERROR]


def test_what_is_ignored_hides_nothing() -> None:
    assert errors(report(OVER.format(""), cores=64)) == ["PC203"]
    assert errors(report(OVER.format(""), cores=64, ignore=["PC203"])) == ["PC210"]


def test_what_is_not_selected_hides_nothing() -> None:
    assert errors(report(OVER.format(""), cores=64, select=["PC210"])) == ["PC210"]


def test_what_a_comment_silences_hides_nothing() -> None:
    comment = "# profilecheck: ignore[PC203] a run with 100 workers\nnum_workers = 96\n"
    text = OVER.format("").replace("num_workers = 96\n", comment)
    assert errors(report(text, cores=64)) == ["PC210"]


def test_a_comment_on_what_another_one_hid_is_used() -> None:
    comment = "# profilecheck: ignore[PC203, PC210] a run with 100 workers\nnum_workers = 96\n"
    text = OVER.format("").replace("num_workers = 96\n", comment)
    verdict = report(text, cores=64)
    assert not errors(verdict)
    assert "PC905" not in {finding.code for finding in verdict.findings}
    assert verdict.suppressed == 2


def test_an_unknown_name_hides_nothing_of_another_key() -> None:
    text = NAMED + "[vec]\nnum_envs = 4096\nfoo = 4\n"
    assert set(errors(report(text, cores=64))) == {"PC105", "PC210"}
    assert errors(report(text, cores=64, ignore=["PC105"])) == ["PC210"]


def test_what_the_trainer_refuses_first_hides_nothing_that_it_refuses_later() -> None:
    text = NAMED + "[vec]\nnum_envs = 8\n[train]\nminibatch_size = 8192\nbptt_horizon = 60\n"
    assert errors(report(text, agents_per_env=7)) == ["PC605"]
    assert errors(report(text, agents_per_env=7, select=["PC606"])) == ["PC606"]


def test_a_bad_call_that_is_not_told_leaves_its_agents_to_the_trainer() -> None:
    train = "[train]\nbatch_size = 6400\nbptt_horizon = 64\nminibatch_size = 640\n"
    text = OVER.format("\n" + train)
    assert errors(report(text, agents_per_env=2)) == ["PC203"]
    assert errors(report(text, agents_per_env=2, ignore=["PC203"])) == ["PC603"]


def test_the_same_in_the_other_generation() -> None:
    text = (
        "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n[train]\ngpus = 4\n"
        "minibatch_size = 1000000\ntotal_timesteps = 100000\n"
    )
    asked = report(text, target="4.0", agents_per_env=3, ignore=["PC306", "PC311"])
    assert {"PC652", "PC655"} <= set(errors(asked))


def test_nothing_is_judged_that_cannot_be() -> None:
    """Nobody knows what num_envs will be, and whether 7 divides it."""
    text = NAMED + "[vec]\nnum_envs = many\nnum_workers = 7\n"
    assert errors(report(text)) == ["PC201"]
    assert errors(report(text, ignore=["PC201"])) == []


def test_what_is_not_told_is_mended_by_what_is_offered() -> None:
    """64 workers would fit the cores, but 100 is no multiple of 64."""
    shown = finds(OVER.format(""), "PC210", cores=64, ignore=["PC203"])
    assert shown.notes[-1].message == ("try num_workers = 10, 20 or 50; or overwork = True")


def found(report: dict[str, Any]) -> set[tuple[str, int, int, str]]:
    return {(f["code"], f["line"], f["column"], f["severity"]) for f in report["findings"]}


def place(path: Path) -> str:
    return path.relative_to(FIXTURES).as_posix()


BAD = [path for path in configs(FIXTURES / "rules") if path.parent.name == "bad"]


@pytest.mark.heavy
@pytest.mark.parametrize("path", [*BAD, *configs(FIXTURES / "configs")], ids=place)
def test_whatever_is_selected_or_ignored_the_rest_is_found(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--select C` finds each C of the whole report, and `--ignore D` all of it but D. PC905 is told of
    rules that are selected alone."""
    case = read_case(path)
    copy = tmp_path / path.name
    shutil.copyfile(path, copy)
    argv = ["check", str(copy), *case.options]
    whole = {one for one in found(run_json(argv, capsys)[1]) if one[0] != "PC905"}
    for code in {one[0] for one in whole}:
        rest = {one for one in whole if one[0] != code}
        assert found(run_json([*argv, "--select", code], capsys)[1]) >= whole - rest
        if rest:
            assert found(run_json([*argv, "--ignore", code], capsys)[1]) >= rest
