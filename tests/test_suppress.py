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


def test_select_and_ignore_choose_rules_by_prefix() -> None:
    assert [f.code for f in report(text(), select=["PC2"]).findings] == ["PC203"]
    assert not report(text(), ignore=["PC20", "PC016"]).findings
    assert not report(text(), select=["PC6"]).findings
