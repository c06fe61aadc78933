"""PC652 minibatch-over-batch."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(minibatch: object, horizon: object, agents: object) -> str:
    return (
        f"[vec]\ntotal_agents = {agents}\n"
        f"[train]\nminibatch_size = {minibatch}\nhorizon = {horizon}\n"
    )


def test_a_minibatch_that_no_rollout_fills() -> None:
    found = finds(ini(8192, 64, 64), "PC652", at=(4, 1), severity="error", target="4.0")
    assert "more than horizon x total_agents = 64 x 64 = 4096" in found.message
    assert found.notes[-1].message == "try minibatch_size = 4096; or total_agents = 128"


def test_a_file_that_gives_only_the_agents() -> None:
    finds("[vec]\ntotal_agents = 64\n", "PC652", at=(2, 1), target="4.0")


def test_a_fraction_of_agents_counts_as_python_has_it() -> None:
    quiet(ini(8192, 64, 128.0), "PC652", target="4.0")
    finds(ini(8192, 64, 127.5), "PC652", target="4.0")


@pytest.mark.parametrize(("minibatch", "agents"), [(8192, 128), (8192, 4096), (64, 2)])
def test_up_to_the_whole_batch(minibatch: int, agents: int) -> None:
    quiet(ini(minibatch, 64, agents), "PC652", target="4.0")


def test_eval_has_no_batch() -> None:
    quiet(ini(8192, 64, 1), "PC652", target="4.0", mode="eval")


def test_what_fails_otherwise_is_reported_otherwise() -> None:
    quiet(ini(8192, 0, 64), "PC652", target="4.0")
    quiet(ini("auto", 64, 64), "PC652", target="4.0")


def test_a_table_that_leaves_the_horizon_open() -> None:
    text = "[vec]\ntotal_agents = 64\n[train]\nminibatch_size = 8192\n"
    quiet(text, "PC652", name="c.toml", target="4.0")
