"""PC803: a throughput without its samples."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet
from tests.rules.reports import NAME, page, written

CODE = "PC803"


def test_one_number_alone() -> None:
    found = finds(written("samples"), CODE, name=NAME, at=(2, 1), severity="warning")
    assert "no samples and no spread" in found.message


def test_a_spread_alone_is_advice() -> None:
    finds(written("samples", std=2.0), CODE, name=NAME, severity="info")


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
    finds(page("It is fast.\n", "samples"), CODE, name="a.md")


def test_is_silent_on_a_time_alone() -> None:
    text = written(
        "samples", "simulation_steps_per_second", title="a benchmark", wall_time=3, repeats=4
    )
    quiet(text, CODE, name=NAME)
