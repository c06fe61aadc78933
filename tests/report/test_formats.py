"""Each format on one fixed report, and what holds for all of them."""

from __future__ import annotations

import json
import re

import pytest

from profilecheck.findings import FileReport, Note, Report, Span, State
from profilecheck.report import formats, render
from tests.report.sample import BAD, REPORT, finding, rendered, snapshot


def test_the_formats_are_found_by_folder() -> None:
    assert formats() == ("concise", "json", "text")


@pytest.mark.parametrize("name", formats())
def test_snapshot(name: str) -> None:
    assert rendered(name) == snapshot(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", formats())
@pytest.mark.parametrize("color", [False, True])
def test_nothing_of_a_checked_file_controls_the_terminal(name: str, color: bool) -> None:
    shown = render(name, REPORT, verbose=2, color=color)
    if color:
        shown = re.sub(r"\x1b\[[0-9;]*m(?!8)", "", shown)
    assert all(line.isprintable() for line in shown.split("\n"))


@pytest.mark.parametrize("name", formats())
def test_an_empty_report_renders(name: str) -> None:
    render(name, Report(()))


def test_unknown_format_is_an_error() -> None:
    with pytest.raises(KeyError):
        render("xml", REPORT)


def test_colour_changes_nothing_but_colour() -> None:
    colored = render("text", REPORT, color=True)
    assert "\x1b[1;31merror\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render("text", REPORT)


def test_concise_is_one_line_a_finding() -> None:
    lines = render("concise", REPORT).splitlines()
    assert len(lines) == len(REPORT.findings)
    assert lines[0] == (
        "configs/bad.ini:2:1: error PC203 num_envs = 100 does not divide among num_workers = 6"
    )


def test_quiet_text_is_findings_alone() -> None:
    shown = render("text", REPORT, quiet=True)
    assert "judged as" not in shown
    assert "checked" not in shown
    assert "PC203" in shown


def test_text_tells_the_target_of_a_single_clean_file() -> None:
    clean = FileReport("a.ini", State.OK, "3.0", BAD.evidence)
    shown = render("text", Report((clean,)))
    assert "a.ini: judged as 3.0: pyproject.toml line 12 pins pufferlib==3.0.0" in shown
    assert "checked 1 file as 3.0: no findings" in shown


def test_text_says_why_nothing_was_judged_without_being_asked() -> None:
    skipped = FileReport("a.txt", State.SKIPPED, reason="not a config format: .txt")
    shown = render("text", Report((skipped,)))
    assert "a.txt: skipped: not a config format: .txt" in shown


def test_text_counts_the_skipped_and_says_how_to_see_why() -> None:
    skipped = FileReport("a.txt", State.SKIPPED, reason="not a config format: .txt")
    shown = render("text", Report((BAD, skipped)))
    assert "a.txt" not in shown
    assert "1 skipped (-v says why)" in shown


def test_unreadable_file_without_a_finding_is_told_in_every_format() -> None:
    report = Report((FileReport("a.yaml", State.UNREADABLE, reason="needs the extra"),))
    for name in formats():
        assert "needs the extra" in render(name, report)


def test_a_finding_about_the_whole_file_quotes_no_line() -> None:
    report = Report((FileReport("a.ini", State.FINDINGS, findings=(finding(),), text="[vec]\n"),))
    assert "|" not in render("text", report)


def test_a_place_past_the_end_of_the_text_quotes_no_line() -> None:
    lost = finding(Span(9, 1, 9, 2))
    report = Report((FileReport("a.ini", State.FINDINGS, findings=(lost,), text="[vec]"),))
    assert "|" not in render("text", report)


def test_a_stretch_over_several_lines_is_marked_on_its_first() -> None:
    long = finding(Span(1, 1, 3, 2))
    report = Report(
        (FileReport("a.ini", State.FINDINGS, findings=(long,), text="key = 1\n 2\n 3\n"),)
    )
    assert "1 | key = 1\n  | ^~~~~~~\n" in render("text", report)


def test_line_numbers_count_as_positions_do() -> None:
    text = "[vec]\x0c\u2028\x85\r\nnum_envs = 1\rseed = 1\n"
    report = Report(
        (FileReport("a.ini", State.FINDINGS, findings=(finding(Span(3, 1, 3, 5)),), text=text),)
    )
    assert "3 | seed = 1\n  | ^~~~\n" in render("text", report)


def test_json_has_the_fields_that_were_promised() -> None:
    data = json.loads(render("json", REPORT))
    assert data["version"] == 1
    assert set(data) == {"version", "files", "findings", "summary"}
    assert set(data["files"][0]) >= {"path", "state", "profile", "evidence", "reason"}
    assert set(data["findings"][0]) == {
        "code",
        "name",
        "severity",
        "effect",
        "stage",
        "message",
        "path",
        "cell",
        "line",
        "column",
        "end_line",
        "end_column",
        "notes",
        "fix",
    }
    assert data["findings"][1]["fix"]["edits"][0] == {
        "cell": None,
        "line": 4,
        "column": 1,
        "end_line": 5,
        "end_column": 1,
        "text": "",
    }
    assert data["findings"][0]["fix"] is None
    assert data["summary"]["findings"] == {"error": 4, "warning": 1, "info": 1}
    assert data["summary"]["checked"] == 3
    assert render("json", REPORT).isascii()


def test_json_is_the_same_whatever_people_ask_for() -> None:
    assert render("json", REPORT, verbose=3, quiet=True, color=True, width=9) == render(
        "json", REPORT
    )


def test_long_notes_are_wrapped_below_themselves() -> None:
    long = finding(Span(1, 1, 1, 2), notes=(Note("word " * 12),))
    report = Report((FileReport("a.ini", State.FINDINGS, findings=(long,), text="key = 1\n"),))
    shown = render("text", report, width=40)
    assert "  = word word word word word word word\n    word word word word word\n" in shown
