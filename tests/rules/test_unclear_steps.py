"""PC805: a throughput that may be one of simulation or of training."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.reports import NAME, page, written

CODE = "PC805"
RATE = "simulation_steps_per_second"


@pytest.mark.parametrize(
    "key", ["sps", "SPS", "steps_per_second", "agent_steps_per_second", "fps", "throughput"]
)
def test_a_rate_of_nobody_knows_what(key: str) -> None:
    finds(written(RATE, "includes", **{key: 1e6}), CODE, name=NAME)


@pytest.mark.parametrize(
    "key",
    [RATE, "training_steps_per_second", "train_sps", "simSps", "env_steps_per_sec", "sim_fps"],
)
def test_is_silent_where_its_name_tells(key: str) -> None:
    quiet(written(RATE, "includes", **{key: 1e6}), CODE, name=NAME)


def test_is_silent_where_another_rate_tells() -> None:
    quiet(written("includes", sps=1e6), CODE, name=NAME)


def test_is_silent_where_what_is_timed_is_told() -> None:
    quiet(written(RATE, sps=1e6), CODE, name=NAME)


@pytest.mark.parametrize("text", ["end-to-end training", "random actions", "simulation alone"])
def test_is_silent_where_a_text_tells(text: str) -> None:
    quiet(written(RATE, "includes", sps=1e6, title=text), CODE, name=NAME)
    quiet(page(text, RATE, "includes", sps=1e6), CODE, name="a.md")
