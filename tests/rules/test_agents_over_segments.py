"""PC603 agents-over-segments."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_more_environments_than_rows() -> None:
    finds(TRAIN + "batch_size = 256\nminibatch_size = 256\n", "PC603", at=(6, 1), severity="error")


def test_more_agents_than_rows() -> None:
    finds(TRAIN + "batch_size = 8192\n", "PC603", at=(6, 1), agents_per_env=17)


def test_horizon_auto_comes_to_nothing() -> None:
    finds(
        TRAIN + "batch_size = 100\nbptt_horizon = auto\nminibatch_size = 1\n",
        "PC603",
        at=(6, 1),
        agents_per_env=16,
    )


def test_a_long_horizon() -> None:
    finds(TRAIN + "batch_size = 8192\nbptt_horizon = 2048\n", "PC603", at=(6, 1))


def test_silent_as_many_rows_as_agents() -> None:
    quiet(TRAIN + "batch_size = 8192\n", "PC603", agents_per_env=16)


def test_silent_an_unknown_number_of_agents() -> None:
    quiet(TRAIN + "batch_size = 8192\n", "PC603")


def test_silent_a_batch_that_follows_the_agents() -> None:
    quiet(TRAIN, "PC603", agents_per_env=100)


def test_silent_serial_runs_fewer() -> None:
    quiet(
        BASE
        + "[vec]\nbackend = Serial\nnum_envs = 256\nbatch_size = 128\n[train]\nbatch_size = 8192\n",
        "PC603",
    )


def test_silent_broken_vectorization_tells_no_agents() -> None:
    quiet(BASE + "[vec]\nnum_envs = 0\n[train]\nbatch_size = 256\nminibatch_size = 256\n", "PC603")
