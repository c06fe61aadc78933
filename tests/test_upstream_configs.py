"""Real configs of upstream, where they lie beside the repository: every one judged as it deserves.

What is found, file by file, is listed in docs/upstream-configs.md.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from profilecheck.engine import check_bytes
from profilecheck.findings import FileReport, Severity
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.profiles import profiles
from profilecheck.sources import ini
from profilecheck.surroundings import Surroundings, look

ROOT = Path(__file__).resolve().parents[1]
INI = ROOT.parent / "shared" / "facts" / "ini"

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not INI.is_dir(), reason="upstream's configs are not here"),
]

FAIL_IN_3_0 = {
    "crafter.ini": "PC605",
    "gpudrive.ini": "PC014",
    "gvgai.ini": "PC014",
    "kinetix.ini": "PC014",
    "ocean/oldgrid.ini": "PC014",
    "open_spiel.ini": "PC605",
}
NAMES_OF_2_X = {"num_envs", "num_workers", "env_batch_size", "zero_copy"}
NEVER_MIGRATED = {
    "boids.ini",
    "checkers.ini",
    "continuous.ini",
    "convert_circle.ini",
    "memory.ini",
    "onestateworld.ini",
}
"""Files of the 4.0 tree that hold no name of 4.0 that 3.0 lacks, and names of 3.0."""
WARNINGS_IN_4_0 = {"PC105", "PC106", "PC107", "PC303", "PC305", "PC307", "PC309"}
SWEEP_WARNINGS = {"PC670", "PC671", "PC672", "PC673", "PC674", "PC676", "PC677", "PC678"}


def files(folder: str) -> list[str]:
    root = INI / folder
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*.ini"))


def judged(folder: str, name: str, target: str | None) -> FileReport:
    """The verdict on a file by itself; a default.ini is one whatever its name says of its tree."""
    shown = "default.ini" if name.startswith("default") else name
    return check_bytes(data(folder, name), shown, options(target))


def data(folder: str, name: str) -> bytes:
    return (INI / folder / name).read_bytes()


def options(target: str | None) -> Options:
    return Options(target=target, host=declared(1024, 2048, "--cores"))


def codes(report: FileReport, severity: Severity) -> Counter[str]:
    return Counter(f.code for f in report.findings if f.severity is severity)


def of_2_x(name: str) -> set[str]:
    """The names of 2.x under [train] of a 3.0 file."""
    document = ini.read(data("3.0", name).decode(), name)
    return {s.key for s in document.settings if s.section == "train"} & NAMES_OF_2_X


@pytest.mark.parametrize("name", files("3.0"))
def test_3_0_files_have_errors_only_where_puffer_train_fails(name: str) -> None:
    errors = codes(judged("3.0", name, "3.0"), Severity.ERROR)
    expected = {FAIL_IN_3_0[name]: 1} if name in FAIL_IN_3_0 else {}
    assert errors == expected


def test_sixteen_files_of_3_0_have_names_of_2_x_under_train() -> None:
    assert sum(bool(of_2_x(name)) for name in files("3.0")) == 16


@pytest.mark.parametrize("name", [name for name in files("3.0") if of_2_x(name)])
def test_each_of_these_names_is_warned_of(name: str) -> None:
    found = [f for f in judged("3.0", name, "3.0").findings if f.code == "PC106"]
    told = {f.message.split()[1] for f in found if f.message.startswith("[train]")}
    assert told == of_2_x(name)
    assert {f.severity for f in found} == {Severity.WARNING}


def leftovers(name: str) -> set[tuple[str, str]]:
    """Names of 3.0 in a 4.0 file that 4.0 does not read there, by the models alone."""
    old, new = profiles()["3.0"], profiles()["4.0"]
    document = ini.read(data("4.0", name).decode(), name)
    return {
        (s.section, s.key)
        for s in document.settings
        if s.section in old.tables and old.spec(s.section, s.key) and not new.spec(s.section, s.key)
    }


@pytest.mark.parametrize("name", files("4.0"))
def test_4_0_files_have_errors_where_3_0_names_were_left(name: str) -> None:
    report = judged("4.0", name, "4.0")
    errors = codes(report, Severity.ERROR)
    if leftovers(name):
        assert errors, leftovers(name)
    unexpected = set(errors) - {"PC102", "PC103", "PC104", "PC108", "PC013", "PC310"}
    assert not unexpected, report.findings
    warnings = set(codes(report, Severity.WARNING))
    assert warnings <= WARNINGS_IN_4_0 | SWEEP_WARNINGS, report.findings


@pytest.mark.parametrize(
    "name", ["default_052f0f5.ini", "default_61f27b3_dev.ini", "chess_052f0f5.ini"]
)
@pytest.mark.parametrize("target", ["4.0", None], ids=["4.0", "auto"])
def test_later_4_x_files_have_no_error(name: str, target: str | None) -> None:
    assert not codes(judged("4.x", name, target), Severity.ERROR)


def test_files_of_the_development_revision_are_clean_below_its_default_ini() -> None:
    default = ini.read(data("4.x", "default_61f27b3_dev.ini").decode(), "config/default.ini")
    for name in ("moba_61f27b3_dev.ini", "pong_61f27b3_dev.ini"):
        found = check_bytes(
            data("4.x", name), f"config/{name}", options("4.0"), Surroundings(default_ini=default)
        )
        assert not codes(found, Severity.ERROR), name


@pytest.mark.parametrize("folder", ["3.0", "4.0", "4.x"])
def test_the_names_alone_never_decide_for_a_wrong_generation(folder: str) -> None:
    own = "3.0" if folder == "3.0" else "4.0"
    taken = {name: judged(folder, name, None).profile for name in files(folder)}
    wrong = {name for name, profile in taken.items() if profile not in (own, None)}
    assert wrong == (NEVER_MIGRATED if folder == "4.0" else set())


@pytest.mark.parametrize("folder", ["3.0", "4.0"])
def test_beside_their_default_ini_all_are_of_its_generation(folder: str, tmp_path: Path) -> None:
    for name in files(folder):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data(folder, name))
    for name in files(folder):
        around = look(tmp_path / name)
        assert check_bytes(data(folder, name), name, options(None), around).profile == folder, name


def test_all_files_of_3_0_are_taken_for_3_0() -> None:
    assert {judged("3.0", name, None).profile for name in files("3.0")} == {"3.0"}


def test_the_page_lists_what_is_found() -> None:
    page = (ROOT / "docs" / "upstream-configs.md").read_text(encoding="utf-8")
    run = [sys.executable, "tools/upstream_configs.py", str(INI)]
    made = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    assert page == made.stdout


@pytest.mark.parametrize(
    ("folder", "other"), [("3.0", "4.0"), ("4.0", "3.0")], ids=["3.0 as 4.0", "4.0 as 3.0"]
)
def test_each_is_flagged_under_the_other_generation(folder: str, other: str) -> None:
    own, wrong = profiles()[folder], profiles()[other]
    for name in files(folder):
        document = ini.read(data(folder, name).decode(), name)
        specific = [
            s
            for s in document.settings
            if s.section in own.tables
            and own.spec(s.section, s.key)
            and not wrong.spec(s.section, s.key)
            and wrong.section_kind(s.section) != "open"
        ]
        if specific:
            assert codes(judged(folder, name, other), Severity.ERROR), name
