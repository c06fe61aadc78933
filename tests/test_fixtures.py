"""Every config below fixtures/rules and fixtures/configs: found is what its head expects.

Drop a file into ``fixtures/rules/RULE/bad`` or ``good`` and it is a test; see fixture_files.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.rules import rules
from tests.fixture_files import FIXTURES, Case, configs, findings_of, found_in, read_case, told

RULES = FIXTURES / "rules"
BY_NAME = {rule.name: rule for rule in rules().values()}
NO_FILE_SHOWS = {
    "PC000": "a fault of profilecheck itself",
    "PC001": "a path that cannot be read",
    "PC020": "the default.ini below the file: fixtures/trees/broken_default",
    "PC111": "a pin around the file: fixtures/trees/pinned_2",
    "PC229": "what bounds the process that checks",
    "PC230": "the machine that checks",
}
"""Rules whose findings depend on something else than a file."""

JUDGED = [path for path in configs(RULES) if path.parent.name != "fixed"]
"""What is fixed of a bad file keeps the head of that; test_fixed_fixtures.py looks at it."""


def place(path: Path) -> str:
    return path.relative_to(FIXTURES).as_posix()


def case_of(path: Path) -> Case:
    case = read_case(path)
    rule = BY_NAME[path.parent.parent.name]
    hits = [expected for expected in case.expected if expected.code == rule.code]
    if path.parent.name == "bad":
        assert hits, f"expects no {rule.code}"
    else:
        assert not hits, f"expects a {rule.code}"
    return case


@pytest.mark.parametrize("path", JUDGED, ids=place)
def test_a_rule_finds_what_is_bad_and_passes_what_is_good(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = case_of(path)
    report = found_in(case, tmp_path, capsys)
    assert findings_of(report) == case.expected, told(report)


@pytest.mark.parametrize("path", configs(FIXTURES / "configs"), ids=place)
def test_a_whole_config_has_exactly_the_findings_that_it_deserves(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = read_case(path)
    report = found_in(case, tmp_path, capsys)
    assert findings_of(report) == case.expected, told(report)


@pytest.mark.parametrize("code", sorted(set(rules()) - set(NO_FILE_SHOWS)))
def test_every_rule_is_shown_by_one_bad_and_two_good_files(code: str) -> None:
    folder = RULES / rules()[code].name
    assert len(list(configs(folder / "bad"))) >= 1
    assert len(list(configs(folder / "good"))) >= 2


def test_every_folder_is_a_rule_with_bad_and_good_files() -> None:
    for folder in RULES.iterdir():
        assert folder.name in BY_NAME
        assert {child.name for child in folder.iterdir()} - {"fixed"} == {"bad", "good"}


@pytest.mark.parametrize("generation", ["3.0", "4.0"])
def test_a_file_with_three_independent_faults_reports_exactly_three(generation: str) -> None:
    """What these files expect is what is found in them, by the test above."""
    found = [p for p in configs(FIXTURES / "configs" / generation) if p.stem == "three_faults"]
    assert {path.suffix for path in found} >= {".ini"}
    for path in found:
        assert len(read_case(path).expected) == 3, path
