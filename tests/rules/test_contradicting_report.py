"""PC808: a report whose numbers do not agree with each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.bench.reports import another, changed
from tests.rules.helpers import finds, quiet
from tests.rules.reports import NAME, page, written

CODE = "PC808"
REPORT = another()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d["samples"][2].update(seconds=3e9), "sample 3 tells "),
        (lambda d: d["simulation_steps_per_second"].update(median=5.0), "its median is 5.0, "),
        (lambda d: d["simulation_steps_per_second"].update(spread=0.9), "its spread is 0.9, "),
        (lambda d: d["run"].update(repeats=4), "3 samples, and 4 repeats"),
        (lambda d: d["samples"][0].update(checksum="x"), "its samples have different checksums"),
    ],
)
def test_what_bench_compare_refuses(change: Callable[[dict[str, Any]], None], told: str) -> None:
    text = changed(change).model_dump_json()
    assert f"contradicts itself: {told}" in finds(text, CODE, name=NAME).message


def test_several_are_told_in_one_finding() -> None:
    def change(data: dict[str, Any]) -> None:
        data["simulation_steps_per_second"].update(
            median=1.0, minimum=1.0, maximum=1.0, lower_quartile=1.0
        )

    notes = [one.message for one in finds(changed(change).model_dump_json(), CODE, name=NAME).notes]
    assert len(notes) == 3 and notes[2] == "and 1 more"


def test_is_silent_on_our_own_reports() -> None:
    quiet(REPORT.model_dump_json(), CODE, name=NAME)


@pytest.mark.parametrize(
    "more",
    [
        {"median": 2_400_000},
        {"median_sps": 1_203_000},
        {"samples": [{"sps": 1e6}, {"sps": 2e6}, {"sps": 3e6}], "median": 2_500_000},
        {"sps": {"median": 1_300_000.5}},
    ],
)
def test_a_median_that_is_not_that_of_the_samples(more: dict[str, object]) -> None:
    finds(written(**more), CODE, name=NAME)


def test_it_stands_at_the_median() -> None:
    found = finds(page("", median=1_190_000), CODE, name="a.md", at=(20, 1))
    assert found.message == (
        "median = 1190000 is not the median of the 3 samples, which is 1200000"
    )


@pytest.mark.parametrize("count", [0, 1])
def test_one_repeat_has_no_several_samples(count: int) -> None:
    found = finds(written(repeats=count), CODE, name=NAME)
    assert found.message == f"repeats = {count}, and there are 3 samples"


@pytest.mark.parametrize(
    "more",
    [
        {"repeats": 3},
        {"repeats": 2},
        {"run": 1},
        {"runs": 1},
        {"samples": [1_200_000], "repeats": 1},
        {"repeats": True},
        {"median": 1_200_000},
        {"samples": [1_190_000, 1_204_331, 1_210_000], "median": 1_200_000},
        {"samples": [1_190_000, 1_210_000], "median": 1_200_000},
        {"samples": [5.3, 5.2, 5.4], "median": 1_200_000},
        {"samples": [1.19, 1.2, 1.21], "median_sps": 1_200_000},
        {"samples": [1_190_000, None, 1_210_000], "median": 7_000_000},
        {"seconds": {"median": 1_300_000}},
        {"mean": 1_200_001},
        {"median": True},
        {"median": float("inf")},
    ],
)
def test_is_silent_on_what_may_be_right(more: dict[str, object]) -> None:
    quiet(written(**more), CODE, name=NAME)
