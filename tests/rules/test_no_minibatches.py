"""PC656 no-minibatches."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(ratio: object, minibatch: int = 65536) -> str:
    return (
        "[vec]\ntotal_agents = 1024\n"
        f"[train]\nminibatch_size = {minibatch}\nreplay_ratio = {ratio}\n"
    )


def test_less_than_one_minibatch() -> None:
    found = finds(ini(0.5), "PC656", at=(5, 1), severity="error", target="4.0")
    assert "replay_ratio = 0.5 of a batch of 65536 agent steps" in found.message
    assert found.notes[-1].message == "try replay_ratio = 1.0; or minibatch_size = 32768"


@pytest.mark.parametrize("ratio", ["0", "-1", "0.999", "False"])
def test_ratios_that_learn_nothing(ratio: str) -> None:
    finds(ini(ratio), "PC656", target="4.0")


def test_the_suggested_ratio_is_enough() -> None:
    found = finds(ini(0.1, 36352), "PC656", target="4.0")
    assert "replay_ratio = 0.555" in found.notes[-1].message
    quiet(ini(0.555, 36352), "PC656", target="4.0")


@pytest.mark.parametrize("ratio", ["1", "1.0", "0.99999999", "4"])
def test_one_minibatch_and_more(ratio: str) -> None:
    quiet(ini(ratio), "PC656", target="4.0")


def test_a_minibatch_larger_than_the_batch_is_reported_otherwise() -> None:
    quiet(ini(1.0, 131072), "PC656", target="4.0")


def test_eval_learns_nothing_anyway() -> None:
    quiet(ini(0), "PC656", target="4.0", mode="eval")
