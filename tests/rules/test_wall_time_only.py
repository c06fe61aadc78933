"""PC804: a time without the steps that it took."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report
from tests.rules.reports import NAME, page, written

CODE = "PC804"
RATE = "simulation_steps_per_second"


@pytest.mark.parametrize("key", ["wall_time", "wallTime", "elapsed_seconds", "duration"])
def test_a_time_alone(key: str) -> None:
    text = written(RATE, "agent_steps", title="Benchmark of the ferry", **{key: 41.5})
    assert "41.5 is a time alone" in finds(text, CODE, name=NAME).message


def test_is_silent_on_steps() -> None:
    quiet(written(RATE, title="Benchmark of the ferry", wall_time=41.5), CODE, name=NAME)


def test_is_silent_on_a_rate() -> None:
    quiet(written("agent_steps", title="Benchmark", wall_time=41.5), CODE, name=NAME)


def test_is_silent_where_the_page_speaks_of_steps() -> None:
    text = page("All make 6,400,000 steps.\n", RATE, "agent_steps", title="Benchmark", seconds=2)
    quiet(text, CODE, name="a.md")


@pytest.mark.parametrize("value", ["02:00:00", None, True, 0])
def test_a_time_that_is_no_measured_one_makes_no_report(value: object) -> None:
    text = written(RATE, "agent_steps", title="Benchmark", walltime=value)
    assert report(text, name=NAME, target=None).state.value == "skipped"


def test_what_does_not_call_itself_a_benchmark_is_none() -> None:
    text = written(RATE, "agent_steps", wall_time=41.5)
    assert report(text, name=NAME, target=None).state.value == "skipped"
