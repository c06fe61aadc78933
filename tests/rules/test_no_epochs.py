"""PC611 no-epochs."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_less_than_a_batch() -> None:
    finds(
        TRAIN + "total_timesteps = 4096\nbatch_size = 8192\n", "PC611", at=(6, 1), severity="error"
    )


def test_less_than_the_least_batch() -> None:
    finds(TRAIN + "total_timesteps = 511\n", "PC611", at=(6, 1), severity="error")


def test_less_than_the_batch_of_known_agents() -> None:
    finds(
        TRAIN + "total_timesteps = 8000\n", "PC611", at=(6, 1), agents_per_env=16, severity="error"
    )


def test_nothing_is_trained() -> None:
    finds(TRAIN + "total_timesteps = 0\n", "PC611", at=(6, 1), severity="warning")


def test_nothing_is_trained_either() -> None:
    finds(TRAIN + "total_timesteps = -1\n", "PC611", at=(6, 1), severity="warning")


def test_silent_one_batch() -> None:
    quiet(TRAIN + "total_timesteps = 8192\nbatch_size = 8192\n", "PC611")


def test_silent_as_float() -> None:
    quiet(TRAIN + "total_timesteps = 1e6\n", "PC611")


def test_silent_enough_for_some_number_of_agents() -> None:
    quiet(TRAIN + "total_timesteps = 512\n", "PC611")
