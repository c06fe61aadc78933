"""PC802: a throughput of fewer than three repeats."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.reports import NAME, page, written

CODE = "PC802"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_counts_repeats(count: int) -> None:
    found = finds(written("samples", repeats=count), CODE, name=NAME)
    assert "at least 3" in found.message


def test_counts_samples() -> None:
    finds(written(samples=[1.0, 2.0]), CODE, name=NAME, at=(3, 1))


def test_a_list_of_rates_is_its_samples() -> None:
    text = written("samples", "simulation_steps_per_second", simulation_sps=[1e6, 2e6])
    finds(text, CODE, name=NAME)


def test_samples_count_and_not_what_was_asked_for() -> None:
    finds(written(samples=[1.0, 2.0], repeats=5), CODE, name=NAME)


def test_is_silent_on_three() -> None:
    quiet(written(), CODE, name=NAME)
    quiet(page(), CODE, name="a.md")
    quiet(written("samples", repeats=3), CODE, name=NAME)


def test_is_silent_where_no_count_is_told() -> None:
    quiet(written("samples"), CODE, name=NAME)


def test_is_silent_on_a_count_that_is_no_number() -> None:
    quiet(written("samples", repeats="several"), CODE, name=NAME)
    quiet(written("samples", repeats=True), CODE, name=NAME)


def test_counts_the_samples_of_a_run_that_failed() -> None:
    found = finds(written(samples=[1.0], failures=["worker 3 died"]), CODE, name=NAME)
    assert "is of 1 repeat, of a run that came to no end: at least 3" in found.message


def test_is_silent_on_a_run_that_failed_without_samples() -> None:
    quiet(written("samples", repeats=2, failures=["worker 3 died"]), CODE, name=NAME)
    quiet(written(samples=[], repeats=2, failures=["worker 3 died"]), CODE, name=NAME)
