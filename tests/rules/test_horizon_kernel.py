"""PC657 horizon-kernel."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(horizon: object, minibatch: int = 8000) -> str:
    return (
        f"[vec]\ntotal_agents = 4096\n[train]\nminibatch_size = {minibatch}\nhorizon = {horizon}\n"
    )


def test_a_horizon_that_breaks_the_checkpoints() -> None:
    found = finds(ini(50), "PC657", at=(5, 1), severity="warning", target="4.0")
    assert "horizon = 50 is no multiple of 4" in found.message
    assert "never written" in found.message
    assert found.notes[-1].message == "try horizon = 40 or 64"


@pytest.mark.parametrize("horizon", [20, 4])
def test_a_horizon_that_a_float_build_takes(horizon: int) -> None:
    found = finds(ini(horizon), "PC657", target="4.0")
    assert "no multiple of 8" in found.message and "--float" in found.message


@pytest.mark.parametrize("horizon", [1, 2])
def test_a_horizon_within_the_first_checkpoint(horizon: int) -> None:
    found = finds(ini(horizon), "PC657", target="4.0")
    assert "no multiple of 8" in found.message and "--float" not in found.message


@pytest.mark.parametrize("horizon", [8, 40, 64, 64.5])
def test_multiples_of_eight(horizon: object) -> None:
    quiet(ini(horizon), "PC657", target="4.0")


@pytest.mark.parametrize("horizon", [0, -4, "auto"])
def test_what_fails_otherwise_is_reported_otherwise(horizon: object) -> None:
    quiet(ini(horizon), "PC657", target="4.0")


def test_eval_sets_it_to_one() -> None:
    quiet(ini(50), "PC657", target="4.0", mode="eval")


def test_3_0_takes_any_horizon() -> None:
    quiet("[vec]\nnum_envs = 8\n[train]\nbptt_horizon = 50\n", "PC657")
