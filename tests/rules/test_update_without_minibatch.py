"""PC619 update-without-minibatch."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_half_a_minibatch() -> None:
    finds(TRAIN + "batch_size = 8192\nupdate_epochs = 0.5\n", "PC619", at=(7, 1), severity="error")


def test_zero() -> None:
    finds(TRAIN + "update_epochs = 0\n", "PC619", at=(6, 1))


def test_negative() -> None:
    finds(TRAIN + "update_epochs = -1\n", "PC619", at=(6, 1))


def test_few_agents() -> None:
    finds(TRAIN + "update_epochs = 0.5\n", "PC619", at=(6, 1), agents_per_env=16)


def test_silent_half_of_two() -> None:
    quiet(TRAIN + "batch_size = 16384\nupdate_epochs = 0.5\n", "PC619")


def test_silent_a_batch_that_is_not_known() -> None:
    quiet(TRAIN + "update_epochs = 0.5\n", "PC619")


def test_silent_four() -> None:
    quiet(TRAIN + "update_epochs = 4\n", "PC619")


def test_silent_nothing_is_trained_at_all() -> None:
    quiet(TRAIN + "update_epochs = 0\ntotal_timesteps = 0\n", "PC619")
