"""PC655 native-no-epochs."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(total: object, gpus: object = 1) -> str:
    return f"[vec]\ntotal_agents = 4096\n[train]\ntotal_timesteps = {total}\ngpus = {gpus}\n"


def test_less_than_a_batch() -> None:
    found = finds(ini(100_000), "PC655", at=(4, 1), severity="error", target="4.0")
    assert "less than one batch of total_agents x horizon = 4096 x 64 = 262144" in found.message
    assert found.notes[-1].message == "try total_timesteps = 262144"


def test_the_share_of_one_of_several_gpus() -> None:
    found = finds(ini(1_000_000, 8), "PC655", target="4.0")
    assert "total_timesteps = 1000000 / 8 GPUs" in found.message
    assert found.notes[-1].message == "try total_timesteps = 2097152"


@pytest.mark.parametrize("total", [0, -1, 262_143, 1e5])
def test_nothing_to_train(total: object) -> None:
    finds(ini(total), "PC655", target="4.0")


@pytest.mark.parametrize(("total", "gpus"), [(262_144, 1), (1e7, 1), (2_097_152, 8)])
def test_a_batch_and_more(total: object, gpus: int) -> None:
    quiet(ini(total, gpus), "PC655", target="4.0")


def test_what_fails_otherwise_is_reported_otherwise() -> None:
    quiet(ini("forever"), "PC655", target="4.0")
    quiet(ini(100_000, 0), "PC655", target="4.0")


def test_eval_trains_nothing_anyway() -> None:
    quiet(ini(100), "PC655", target="4.0", mode="eval")


def test_a_table_that_leaves_the_horizon_open() -> None:
    quiet(ini(100), "PC655", name="c.toml", target="4.0")
