"""PC612 segments-by-agents."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_rows_left_over() -> None:
    finds(TRAIN + "batch_size = 12800\n", "PC612", at=(6, 1), agents_per_env=3, severity="error")


def test_environments_alone_decide() -> None:
    finds(BASE + "[vec]\nnum_envs = 6\n[train]\nbatch_size = 8192\n", "PC612", at=(6, 1))


def test_a_horizon_from_the_agents() -> None:
    finds(
        TRAIN + "batch_size = 1000\nbptt_horizon = auto\nminibatch_size = 300\n",
        "PC612",
        at=(6, 1),
        agents_per_env=37,
    )


def test_silent_rows_that_divide() -> None:
    quiet(TRAIN + "batch_size = 16384\n", "PC612", agents_per_env=16)


def test_silent_agents_that_are_not_known() -> None:
    quiet(TRAIN + "batch_size = 12800\n", "PC612")


def test_silent_a_batch_that_follows_the_agents() -> None:
    quiet(TRAIN, "PC612", agents_per_env=20)


def test_silent_a_batch_of_one_environment_may_hold_one_agent() -> None:
    quiet(BASE + "[vec]\nnum_envs = 3\nbatch_size = 1\n[train]\nbatch_size = 12800\n", "PC612")


def test_silent_a_batch_of_one_agent() -> None:
    quiet(
        BASE + "[vec]\nnum_envs = 3\nbatch_size = 1\n[train]\nbatch_size = 12800\n",
        "PC612",
        agents_per_env=1,
    )


def test_silent_one_environment() -> None:
    quiet(BASE + "[vec]\nbackend = PufferEnv\nnum_envs = 1\n[train]\nbatch_size = 12800\n", "PC612")
