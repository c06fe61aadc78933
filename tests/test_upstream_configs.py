"""Real configs of upstream, where they lie beside the repository: every one judged as it deserves.

What is found, file by file, is listed in docs/upstream-configs.md.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from profilecheck.engine import check_bytes
from profilecheck.findings import FileReport, Severity
from profilecheck.hosts import declared
from profilecheck.options import Options
from profilecheck.profiles import profiles

INI = Path(__file__).resolve().parents[2] / "shared" / "facts" / "ini"

pytestmark = pytest.mark.skipif(not INI.is_dir(), reason="upstream's configs are not here")

FAIL_IN_3_0 = {
    "gpudrive.ini",
    "gvgai.ini",
    "kinetix.ini",
    "ocean/oldgrid.ini",
    "crafter.ini",
    "open_spiel.ini",
}
OLD_NAMES_UNDER_TRAIN = {
    "box2d.ini",
    "bsuite.ini",
    "classic_control.ini",
    "classic_control_continuous.ini",
    "crafter.ini",
    "doom.ini",
    "gpudrive.ini",
    "gvgai.ini",
    "kinetix.ini",
    "nmmo.ini",
    "ocean/continuous.ini",
    "open_spiel.ini",
    "pokemon_red.ini",
    "slimevolley.ini",
}
WARNINGS_IN_4_0 = {"PC105", "PC106", "PC107", "PC303", "PC305", "PC307", "PC309"}
SWEEP_WARNINGS = {"PC670", "PC671", "PC672", "PC673", "PC674", "PC676"}


def files(folder: str) -> list[str]:
    root = INI / folder
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*.ini"))


def judged(folder: str, name: str, target: str) -> FileReport:
    options = Options(target=target, host=declared(1024, 2048, "--cores"))
    return check_bytes((INI / folder / name).read_bytes(), name, options)


def codes(report: FileReport, severity: Severity) -> Counter[str]:
    return Counter(f.code for f in report.findings if f.severity is severity)


@pytest.mark.parametrize("name", files("3.0"))
def test_3_0_files_have_errors_only_where_puffer_train_fails(name: str) -> None:
    errors = codes(judged("3.0", name, "3.0"), Severity.ERROR)
    assert bool(errors) == (name in FAIL_IN_3_0), errors
    assert sum(errors.values()) <= 1, errors


@pytest.mark.parametrize("name", sorted(OLD_NAMES_UNDER_TRAIN))
def test_2_x_names_under_train_are_warned_of(name: str) -> None:
    assert codes(judged("3.0", name, "3.0"), Severity.WARNING)["PC106"] >= 1


def leftovers(name: str) -> set[tuple[str, str]]:
    """Names of 3.0 in a 4.0 file that 4.0 does not read there, by the models alone."""
    from profilecheck.sources import ini

    old, new = profiles()["3.0"], profiles()["4.0"]
    document = ini.read((INI / "4.0" / name).read_text(encoding="utf-8"), name)
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


@pytest.mark.parametrize("name", ["default_052f0f5.ini", "chess_052f0f5.ini"])
def test_later_4_x_files_have_no_error(name: str) -> None:
    assert not codes(judged("4.x", name, "4.0"), Severity.ERROR)


@pytest.mark.parametrize(
    ("folder", "other"), [("3.0", "4.0"), ("4.0", "3.0")], ids=["3.0 as 4.0", "4.0 as 3.0"]
)
def test_each_is_flagged_under_the_other_generation(folder: str, other: str) -> None:
    own, wrong = profiles()[folder], profiles()[other]
    from profilecheck.sources import ini

    for name in files(folder):
        document = ini.read((INI / folder / name).read_text(encoding="utf-8"), name)
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
