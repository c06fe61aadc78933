"""PC020 default-ini: what is wrong with the default.ini below a file is wrong with every run of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.checking import check_paths
from profilecheck.findings import FileReport, Finding, Severity, State
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.profiles import profiles

HOST = declared(1024, None, "tests")
OWN = "[base]\npackage = ocean\nenv_name = puffer_breakout\n[vec]\nnum_envs = 8\nnum_workers = 2\n"


def default(generation: str = "3.0") -> str:
    sections = profiles()[generation].default_texts().items()
    return "".join(
        f"[{section}]\n" + "".join(f"{key} = {text}\n" for key, text in keys.items())
        for section, keys in sections
    )


GOOD = default()


def verdict(
    root: Path, below: str | bytes, own: str = OWN, name: str = "config/a.ini", **options: object
) -> FileReport:
    (root / ".git").mkdir()
    (root / "config").mkdir()
    data = below.encode() if isinstance(below, str) else below
    (root / "config/default.ini").write_bytes(data)
    (root / "config/a.ini").write_text(own, encoding="utf-8")
    chosen = Options(host=HOST, **options)  # type: ignore[arg-type]
    (report,) = check_paths([str(root / name)], chosen, root=root)
    assert report.state is not State.FAULT
    return report


def told(report: FileReport) -> list[Finding]:
    return [finding for finding in report.findings if finding.code == "PC020"]


def only(report: FileReport) -> Finding:
    (found,) = told(report)
    errors = [f.code for f in report.findings if f.severity is not Severity.INFO]
    assert errors == ["PC020"]
    assert (found.span.line, found.span.column) == (1, 1)
    return found


@pytest.mark.parametrize(
    ("below", "line", "reason"),
    [
        (GOOD.replace("num_envs = 2", "num_envs = 2\nnum_envs = 3"), 10, "already set"),
        (GOOD + "[base]\n", 0, "already opened"),
        (GOOD.replace("num_envs = 2", "num_envs 2"), 9, "no '=' or ':'"),
        ("text\n" + GOOD, 1, "before the first section header"),
        ("\ufeff" + GOOD, 1, "byte-order mark"),
        (b"# \xe9\n" + GOOD.encode(), 1, "byte 0xe9 is not UTF-8"),
        (GOOD.encode("utf-16"), 1, "not UTF-8"),
    ],
)
def test_no_config_runs_over_a_default_ini_that_no_loader_reads(
    tmp_path: Path, below: str | bytes, line: int, reason: str
) -> None:
    report = verdict(tmp_path, below)
    found = only(report)
    note = found.notes[-1]
    line = line or GOOD.count("\n") + 1
    assert "config/default.ini" in found.message and f"line {line}: " in found.message
    assert reason in found.message and found.stage.value == "load"
    assert note.path == "config/default.ini" and note.span is not None and note.span.line == line
    assert report.profile == "3.0"
    assert any(one.path == "config/default.ini" for one in report.evidence)


def test_what_a_lost_default_would_decide_is_not_judged(tmp_path: Path) -> None:
    own = OWN.replace("num_workers = 2", "num_workers = 8\nbatch_size = 3")
    only(verdict(tmp_path, GOOD.replace("num_envs = 2", "num_envs 2"), own))


def test_what_the_file_gives_itself_is_judged_all_the_same(tmp_path: Path) -> None:
    own = OWN.replace("num_workers = 2", "num_workers = 3\nbackend = Multiprocessing")
    report = verdict(tmp_path, "\ufeff" + GOOD, own)
    assert [f.code for f in report.findings] == ["PC020", "PC203"]


@pytest.mark.parametrize(
    ("below", "stage", "name"),
    [
        (GOOD.replace("data_dir = experiments", "data_dir = 50%"), "load", "[train] data_dir"),
        (GOOD.replace("[base]\n", "[base]\ntag = x\n"), "load", "[base] tag"),
        (GOOD.replace("[vec]\n", "[vec]\nnum-envs = 2\n"), "load", "[vec] num_envs"),
        (GOOD.replace("[base]\n", "[base]\nvec = 1\n"), "load", "[base] vec"),
        (GOOD.replace("[vec]\n", "[vec]\nzero_copyy = 1\n"), "make", "[vec] zero_copyy"),
        ("[DEFAULT]\nfoo = 1\n" + GOOD, "make", "[DEFAULT] foo"),
    ],
)
def test_a_value_of_default_ini_that_every_run_fails_over(
    tmp_path: Path, below: str, stage: str, name: str
) -> None:
    found = only(verdict(tmp_path, below))
    assert found.stage.value == stage and name in found.message
    assert found.notes[-1].path == "config/default.ini"


@pytest.mark.parametrize(
    "below",
    [
        GOOD.replace("data_dir = experiments", "data_dir = 50%"),
        GOOD.replace("[base]\n", "[base]\ntag = x\n"),
        GOOD.replace("[vec]\n", "[vec]\nzero_copyy = 1\n"),
        "[DEFAULT]\nfoo = 1\n" + GOOD,
        "\ufeff" + GOOD,
    ],
)
def test_default_ini_itself_tells_it_with_its_own_rule(tmp_path: Path, below: str) -> None:
    report = verdict(tmp_path, below, name="config/default.ini")
    assert not told(report)
    assert any(f.severity is Severity.ERROR for f in report.findings)


def test_all_that_is_wrong_is_one_finding(tmp_path: Path) -> None:
    below = "[DEFAULT]\nfoo = 1\nbar = 2\n" + GOOD
    found = only(verdict(tmp_path, below))
    assert "and 1 more" in found.message and len(found.notes) == 2


@pytest.mark.parametrize(
    ("below", "own"),
    [
        (GOOD, OWN),
        ("[DEFAULT]\nseed = 1\n" + GOOD, OWN),
        (
            GOOD.replace("data_dir = experiments", "data_dir = 50%"),
            OWN + "[train]\ndata_dir = here\n",
        ),
        (
            GOOD.replace("data_dir = experiments", "data_dir = %(root)s"),
            OWN + "[train]\nroot = /tmp\n",
        ),
        (GOOD.replace("[vec]\n", "[vec]\nzero_copyy = 1\n"), OWN + "backend = PufferEnv\n"),
    ],
)
def test_what_runs_is_no_finding(tmp_path: Path, below: str, own: str) -> None:
    assert not told(verdict(tmp_path, below, own))


@pytest.mark.parametrize(
    ("below", "own", "code"),
    [
        (
            GOOD.replace("[base]\n", "[base]\ntag = x\n"),
            OWN.replace("[vec]", "tag = y\n[vec]"),
            "PC015",
        ),
        (GOOD.replace("[vec]\n", "[vec]\nzero_copyy = 1\n"), OWN + "zero_copyy = 1\n", "PC105"),
    ],
)
def test_what_the_file_sets_too_is_its_own_fault(
    tmp_path: Path, below: str, own: str, code: str
) -> None:
    report = verdict(tmp_path, below, own)
    assert [f.code for f in report.findings if f.severity is Severity.ERROR] == [code]


def test_a_file_of_another_generation_is_not_laid_over_it(tmp_path: Path) -> None:
    own = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"
    assert not told(verdict(tmp_path, "\ufeff" + GOOD, own, target="4.0"))


def test_nothing_is_said_to_lie_below(tmp_path: Path) -> None:
    assert not told(verdict(tmp_path, "\ufeff" + GOOD, defaults="none"))


def test_a_broken_default_ini_of_4_0(tmp_path: Path) -> None:
    own = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"
    only(verdict(tmp_path, "\ufeff" + default("4.0"), own))


def test_evaluation_does_not_give_make_the_section(tmp_path: Path) -> None:
    below = GOOD.replace("[vec]\n", "[vec]\nzero_copyy = 1\n")
    assert not told(verdict(tmp_path, below, mode="eval"))


def test_names_that_the_trees_own_trainer_reads_are_its_own(tmp_path: Path) -> None:
    (tmp_path / "pufferlib").mkdir()
    (tmp_path / "pufferlib/vector.py").write_text("kwargs.pop('zero_copyy')\n", encoding="utf-8")
    below = GOOD.replace("[vec]\n", "[vec]\nzero_copyy = 1\n")
    assert not told(verdict(tmp_path, below))
