"""Comments that silence findings."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report

BAD = "[vec]\nnum_envs = 100\n{above}num_workers = 6{behind}\n"


def text(above: str = "", behind: str = "") -> str:
    return BAD.format(above=above, behind=behind)


@pytest.mark.parametrize(
    "above",
    [
        "# profilecheck: ignore[PC203] meant\n",
        "; profilecheck: ignore[PC203]\n",
        "# profilecheck: ignore\n",
        "# profilecheck: ignore -- the launcher rounds\n",
        "# profilecheck: ignore[envs-by-workers]\n",
        "# profilecheck: ignore[PC999, Envs-By-Workers]\n",
        "# profilecheck: ignore[PC205] ignore[PC203]\n",
        "# profilecheck: ignore[PC2]\n",
        "# profilecheck: ignore[PC101, PC203]\n",
        "#profilecheck:ignore[pc203]\n",
        "# profilecheck: ignore[PC203]\n# and a word on why\n",
        "# profilecheck: ignore-file[PC203]\n",
    ],
)
def test_a_comment_above_silences(above: str) -> None:
    assert quiet(text(above), "PC203").suppressed == 1


def test_a_comment_behind_a_number_silences_its_line() -> None:
    assert quiet(text(behind="  # profilecheck: ignore[PC203]"), "PC203").suppressed == 1


@pytest.mark.parametrize(
    "above",
    [
        "# profilecheck: ignore[PC205]\n",
        "# profilecheck is a tool\n",
        "# profilecheck: ignored in prod\n",
        "# profilecheck: ignore PC999\n",
        "# profilecheck: ignore[]\n",
        "# profilecheck: ignore[PC999]\n",
        "# profilecheck: ignore the launcher rounds this\n",
        "# num_workers = 5  # profilecheck: ignore[PC203]\n",
        "# profilecheck: ignore-next-line[PC203]\n",
        "# ignore[PC203]\n",
        "# profilecheck: ignore[PC203]\n\n",
        "# profilecheck: target=3.0\n",
    ],
)
def test_other_comments_silence_nothing(above: str) -> None:
    finds(text(above), "PC203")


def test_yaml_and_toml_comments_count() -> None:
    yaml = (
        "vec:\n  backend: Serial\n  num_envs: 9\n  num_workers: 2 # profilecheck: ignore[PC203]\n"
    )
    assert quiet(yaml, "PC203", name="a.yaml").suppressed == 1
    toml = (
        '[vec]\nbackend = "Serial"\nnum_envs = 9\n# profilecheck: ignore[PC203]\nnum_workers = 2\n'
    )
    assert quiet(toml, "PC203", name="a.toml").suppressed == 1


# A comment within a value


@pytest.mark.parametrize("behind", ["", "[PC2]", "[PC0]", "[PC01]", "[PC]", "-file", "-file[PC0]"])
def test_a_comment_within_a_value_does_not_hide_that_it_is(behind: str) -> None:
    for value in ("auto", "lots"):
        own = f"[vec]\nnum_envs = 8\nnum_workers = {value}  # profilecheck: ignore{behind}\n"
        finds(own, "PC010", severity="error")


@pytest.mark.parametrize("word", ["PC010", "comment-in-value"])
def test_unless_it_names_exactly_that(word: str) -> None:
    own = f"[vec]\nnum_envs = 8\nnum_workers = auto  # profilecheck: ignore[{word}]\n"
    assert quiet(own, "PC010").suppressed == 1


@pytest.mark.parametrize("value", ["4", "None", "'a'", "[1, 2]", "'a # b'"])
def test_behind_what_python_reads_it_is_a_comment(value: str) -> None:
    quiet(f"[vec]\nnum_envs = 8\n[env]\nsize = {value}  # profilecheck: ignore\n", "PC010")


@pytest.mark.parametrize(
    "line", ["name = a  #profilecheck: ignore[PC2]", "size = # profilecheck: ignore"]
)
def test_in_a_section_that_takes_any_name(line: str) -> None:
    finds(f"[vec]\nnum_envs = 8\n[env]\n{line}\n", "PC010", at=(4, 1), severity="warning")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("name = 50% # profilecheck: ignore", "PC008"),
        ("name = a # profilecheck: ignore\n  b = 4", "PC011"),
    ],
)
def test_nor_what_else_is_wrong_with_such_a_text(line: str, code: str) -> None:
    text = f"[base]\nenv_name = a\n[vec]\nnum_envs = 8\n[env]\n{line}\n"
    assert report(text.replace(" # profilecheck: ignore", "")).findings
    finds(text, code)


def test_what_is_no_text_hides_what_is_wrong_with_its_line() -> None:
    quiet("[vec]\nnum_envs = 8\n[env]\nSize = 4 # profilecheck: ignore\n", "PC009")


def test_in_a_sweep() -> None:
    swept = (
        "[sweep.train.gamma]\ndistribution = uniform  # profilecheck: ignore\nmin = 0\nmax = 1\n"
    )
    finds(f"[vec]\nnum_envs = 8\n{swept}", "PC010", at=(4, 1))


def test_a_comment_above_silences_it_as_any_other() -> None:
    above = "# profilecheck: ignore[PC0] the launcher strips comments\n"
    quiet(f"[vec]\nnum_envs = 8\n{above}num_workers = auto  # note\n", "PC010")


# Comments on comments


def test_a_comment_without_codes_does_not_hide_what_is_wrong_with_comments() -> None:
    verdict = report("# profilecheck: ignore-file\n# profilecheck: traget=4.0\n" + text())
    assert [finding.code for finding in verdict.findings] == ["PC901"]


@pytest.mark.parametrize("word", ["PC9", "PC901", "target-not-in-force"])
@pytest.mark.parametrize("scope", ["", "-file"])
def test_one_that_names_their_family_does(word: str, scope: str) -> None:
    above = f"# profilecheck: ignore{scope}[{word}]\n# profilecheck: traget=4.0\n"
    quiet(above + text(), "PC901")


def test_select_and_ignore_choose_rules_by_prefix() -> None:
    assert [f.code for f in report(text(), select=["PC2"]).findings] == ["PC203"]
    assert not report(text(), ignore=["PC20", "PC016"]).findings
    assert not report(text(), select=["PC6"]).findings
