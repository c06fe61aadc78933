"""PC803: a throughput without its samples."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.reports import NAME, page, written

CODE = "PC803"


def test_one_number_alone() -> None:
    found = finds(written("samples"), CODE, name=NAME, at=(2, 1), severity="warning")
    assert "no samples and no spread" in found.message


def test_a_spread_alone_is_advice() -> None:
    finds(written("samples", std=2.0), CODE, name=NAME, severity="info")


@pytest.mark.parametrize(
    "more",
    [
        {"std_sps": 3000},
        {"stdev_simulation_sps": 3},
        {"sps_stderr": 30},
        {"stderr": 30},
        {"sem": 30},
        {"ci95": [1, 2]},
        {"min_sps": 1, "max_sps": 2},
        {"lowest_simulation_sps": 1},
        {"percentiles": {"p5": 1}},
        {"p95": 1},
        {"simulation_steps_per_second": "1.2M ± 30k"},
        {"simulation_steps_per_second": {"mean": 5, "low": 4, "high": 6}},
    ],
)
def test_a_spread_by_any_name_is_one(more: dict[str, object]) -> None:
    finds(written("samples", **more), CODE, name=NAME, severity="info")


def test_the_highest_rate_alone_is_no_spread() -> None:
    text = written("samples", "simulation_steps_per_second", sps_max=5)
    finds(text, CODE, name=NAME, severity="warning")


@pytest.mark.parametrize(
    "more",
    [
        {"sps_per_run": [1, 2, 3]},
        {"simulation_sps_runs": [1, 2, 3]},
        {"sps_values": [1, 2, 3]},
        {"sps_per_seed": {"1": 5, "2": 6, "3": 7}},
        {"runs": [1, 2, 3]},
        {"samples": [None, None, 5]},
        {"samples": ["1.1M", "1.2M", "1.3M"]},
        {"samples": ["runs/a.csv", "runs/b.csv", "runs/c.csv"]},
        {"samples": {"seed a": [1, 2], "seed b": [3, None]}},
        {"rates": [1_190_000, 1_200_000.5, 1_210_000]},
        {"values": [1_190_000, 1_200_000, 1_210_000]},
        {"trials": [{"sps": 1}, {"sps": 2}, {"sps": 3}]},
        {"simulation_steps_per_second": {"mean": 2, "values": [1, 2, 3]}},
    ],
)
def test_is_silent_on_samples_by_any_name(more: dict[str, object]) -> None:
    quiet(written("samples", **more), CODE, name=NAME)


@pytest.mark.parametrize(
    "more",
    [
        {"runs": ["a", "b", "c"]},
        {"runs": 5},
        {"rates": [0.1, 0.2, 0.3]},
        {"rates": ["a", "b", "c"]},
        {"samples": "not kept"},
        {"samples": [None] * 5},
        {"samples": ["a", "b", "c"]},
        {"samples": ["N/A", "TODO", "?"]},
        {"samples": [float("nan"), -1, 0, True]},
        {"samples": [{}, {"sps": None}, []]},
        {"runs": [{"sps": None}, {"sps": None}, {"sps": None}]},
        {"runs": [-1, -1, -1]},
        {"runs": [{"sps": 1, "num_envs": 4}] * 3},
        {"notes": "no samples were kept"},
    ],
)
def test_what_holds_no_samples(more: dict[str, object]) -> None:
    finds(written("samples", **more), CODE, name=NAME, severity="warning")


def test_few_samples_by_another_name_are_few_repeats() -> None:
    finds(written("samples", runs=[1]), "PC802", name=NAME)


def test_is_silent_on_samples() -> None:
    quiet(written(), CODE, name=NAME)


def test_is_silent_on_a_list_of_rates() -> None:
    rates = [1e6, 1.1e6, 1.2e6]
    text = written("samples", "simulation_steps_per_second", simulation_sps=rates)
    quiet(text, CODE, name=NAME)


def test_is_silent_on_samples_as_tables() -> None:
    quiet(written(samples=[{"seconds": 1.5}, {"seconds": 1.6}, {"seconds": 1.4}]), CODE, name=NAME)


def test_is_silent_where_too_few_repeats_are_told() -> None:
    quiet(written("samples", repeats=1), CODE, name=NAME)


def test_is_silent_where_the_page_speaks_of_them() -> None:
    quiet(page("The median of five runs.\n", "samples"), CODE, name="a.md")
    quiet(page("It makes 5M ± 3000.\n", "samples"), CODE, name="a.md")
    quiet(page("Within 2 % of each other.\n", "samples"), CODE, name="a.md")
    finds(page("It runs fast.\n", "samples"), CODE, name="a.md")
    finds(page("No samples were kept.\n", "samples"), CODE, name="a.md")


def test_is_silent_on_a_time_alone() -> None:
    text = written(
        "samples", "simulation_steps_per_second", title="a benchmark", wall_time=3, repeats=4
    )
    quiet(text, CODE, name=NAME)
