"""PC621 declared-agents."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

SNAKE = "[base]\nenv_name = slimevolley\n[env]\nnum_agents = 300\n"
SNAKE_3 = "[base]\npackage = ocean\nenv_name = puffer_snake\n[env]\nnum_snakes = 8\nnum_envs = 2\n"


def test_another_count_than_the_environment_reads() -> None:
    found = finds(SNAKE, "PC621", at=(4, 1), severity="info", target="4.0", agents_per_env=8)
    assert "--agents-per-env is 8" in found.message
    assert "environments have 300 agents (num_agents = 300)" in found.message


def test_the_product_of_two_settings() -> None:
    found = finds(SNAKE_3, "PC621", severity="info", agents_per_env=16)
    assert "--agents-per-env is 16 in each of 2 games" in found.message
    assert "16 agents (num_envs = 2 and num_snakes = 8)" in found.message
    assert "declare 8" in found.message
    quiet(SNAKE_3, "PC621", agents_per_env=8)


def test_the_same_count_and_none() -> None:
    quiet(SNAKE, "PC621", target="4.0", agents_per_env=300)
    quiet(SNAKE, "PC621", target="4.0")


def test_what_env_does_not_set_is_no_contradiction() -> None:
    quiet("[base]\nenv_name = target\n", "PC621", target="4.0", agents_per_env=4)
    quiet("[base]\nenv_name = slimevolley\n", "PC621", target="4.0", agents_per_env=4)
    quiet(SNAKE.replace("slimevolley", "my_env"), "PC621", target="4.0", agents_per_env=4)


def test_what_a_sweep_draws() -> None:
    swept = f"{SNAKE}[sweep.env.num_agents]\nmin = 1\nmax = 9\ndistribution = int_uniform\n"
    quiet(swept, "PC621", target="4.0", agents_per_env=8, mode="sweep")
