"""What every rule owes, checked for every rule that is found, so that no author can forget."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from profilecheck.engine import check_bytes
from profilecheck.findings import FileReport, Report
from profilecheck.hosts import declared
from profilecheck.layers import Override
from profilecheck.options import Options
from profilecheck.report import formats, render
from profilecheck.rules import Rule, rules
from tests.fixing import assert_sound_fix

HEADINGS = (
    "What it checks",
    "Why it matters",
    "Example",
    "Use instead",
    "Fix",
    "Sources",
)
ROOT = Path(__file__).parent.parent
ALL = list(rules().values())
FENCE = re.compile(r"```(?P<info>[^\n]*)\n(?P<text>.*?)\n```", re.DOTALL)


def code(rule: Rule) -> str:
    return rule.code


def part(rule: Rule, heading: str) -> str:
    _, _, rest = rule.doc.partition(f"## {heading}\n")
    return rest.partition("\n## ")[0]


def fence(rule: Rule, heading: str) -> tuple[str, Mapping[str, str], str]:
    """The language, options and text of the fenced block under a heading."""
    match = FENCE.search(part(rule, heading))
    assert match, f"{rule.code} has no fenced block under {heading}"
    language, *rest = match["info"].split()
    return language, dict(item.split("=", 1) for item in rest), match["text"] + "\n"


def run(text: str, language: str, given: Mapping[str, str]) -> FileReport:
    return check_bytes(text.encode(), given.get("name", f"example.{language}"), options_of(given))


def options_of(given: Mapping[str, str]) -> Options:
    cores = given.get("cores", "1024")
    host = declared(cores, int(given["threads"]) if "threads" in given else None, "--cores")
    overrides = []
    if "set" in given:
        name, _, value = given["set"].partition("=")
        section, _, key = name.rpartition(".")
        overrides.append(Override(section, key, value))
    target = given.get("target", "auto")
    return Options(
        target=None if target == "auto" else target,
        mode=given.get("mode", "train"),  # type: ignore[arg-type]
        host=host,
        agents_per_env=int(given["agents-per-env"]) if "agents-per-env" in given else None,
        defaults=given.get("defaults"),  # type: ignore[arg-type]
        overrides=tuple(overrides),
    )


@cache
def all_tests() -> str:
    """The text of every test."""
    return "".join(p.read_text(encoding="utf-8") for p in (ROOT / "tests").rglob("test_*.py"))


def test_there_are_rules_of_every_family() -> None:
    assert {rule.family for rule in ALL} >= {"PC0", "PC1", "PC2", "PC3", "PC6"}


@pytest.mark.parametrize("rule", ALL, ids=code)
def test_code_and_name_have_their_form(rule: Rule) -> None:
    assert re.fullmatch(r"PC\d{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert len([other for other in ALL if other.name == rule.name]) == 1


@pytest.mark.parametrize("rule", ALL, ids=code)
def test_docstring_has_its_headings_in_order(rule: Rule) -> None:
    assert re.findall(r"^## (.+)$", rule.doc, re.MULTILINE) == list(HEADINGS)
    assert rule.title and not rule.title.startswith("#")
    for heading in HEADINGS:
        assert part(rule, heading).strip(), heading


@pytest.mark.parametrize("rule", ALL, ids=code)
def test_example_fires_and_use_instead_does_not(rule: Rule) -> None:
    language, given, text = fence(rule, "Example")
    if language == "text":
        return
    found = [f for f in run(text, language, given).findings if f.code == rule.code]
    assert found, "the example does not fire"
    other, more, better = fence(rule, "Use instead")
    if other != "text":
        report = run(better, other, {**given, **more})
        assert not [f for f in report.findings if f.code == rule.code], "use-instead fires"
        assert not [f for f in report.findings if f.severity.value == "error"], report.findings


@pytest.mark.heavy
@pytest.mark.parametrize("rule", ALL, ids=code)
def test_every_format_renders_it_in_place(rule: Rule) -> None:
    language, given, text = fence(rule, "Example")
    if language == "text":
        return
    report = run(text, language, given)
    lines = re.split(r"\r\n|\r|\n", text)
    for finding in report.findings:
        assert 1 <= finding.span.line <= len(lines)
        assert 1 <= finding.span.column <= len(lines[finding.span.line - 1]) + 1
        assert finding.span.end_line >= finding.span.line
    for name in formats():
        shown = render(name, Report((report,)))
        assert rule.code in shown


@pytest.mark.heavy
@pytest.mark.parametrize("rule", ALL, ids=code)
def test_its_fix_mends_it_and_nothing_else(rule: Rule) -> None:
    language, given, text = fence(rule, "Example")
    if language == "text":
        return
    name, options = given.get("name", f"example.{language}"), options_of(given)
    one = assert_sound_fix(text.encode(), name, options, unsafe=True)
    windows = text.encode().replace(b"\n", b"\r\n")
    other = assert_sound_fix(windows, name, options, unsafe=True)
    assert other.after == one.after.replace(b"\n", b"\r\n")
    for finding in check_bytes(text.encode(), name, options).findings:
        if finding.code == rule.code and finding.fix is not None:
            told = [left.finding.code for left in one.left_out]
            assert rule.code in [mended.code for mended in one.mended] + told


@pytest.mark.parametrize("rule", ALL, ids=code)
def test_it_has_a_page_and_tests_of_its_own(rule: Rule) -> None:
    assert (ROOT / "docs" / "rules" / f"{rule.code}.md").exists()
    language, _, _ = fence(rule, "Example")
    assert language == "text" or f'"{rule.code}"' in all_tests()
