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


SNAKE = (
    "[base]\npackage = ocean\nenv_name = puffer_snake\n[vec]\nnum_envs = 8\n"
    "[env]\nnum_envs = 1\nnum_snakes = 256\n[train]\nbatch_size = 65536\n"
)


def test_the_agents_of_an_environment_of_upstreams_are_an_info() -> None:
    found = finds(SNAKE, "PC603", severity="info")
    assert found.message.startswith(
        "as upstream's puffer_snake, whose environments have 256 agents "
        "(num_envs = 1 and num_snakes = 256): batch_size = 65536"
    )
    assert "2048 agents (8 environments x 256)" in found.message


def test_one_environment_is_told_as_one() -> None:
    one = SNAKE.replace("[vec]\nnum_envs = 8", "[vec]\nnum_envs = 1").replace("65536", "8192")
    assert "256 agents (1 environment x 256)" in finds(one, "PC603", severity="info").message
    finds(SNAKE, "PC603", severity="error", agents_per_env=256)
    quiet(SNAKE, "PC603", agents_per_env=16)


def test_silent_an_environment_of_that_name_elsewhere() -> None:
    quiet(SNAKE.replace("ocean", "mine"), "PC603")


def test_what_is_certain_is_no_info() -> None:
    certain = SNAKE.replace("65536", "256\nminibatch_size = 256")
    assert "upstream" not in finds(certain, "PC603", severity="error").message
