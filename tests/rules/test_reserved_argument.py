"""PC209: reserved argument."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_kwargs() -> None:
    finds("[vec]\nnum_envs = 2\nenv_kwargs = {}\n", "PC209", at=(3, 1))


def test_is_silent_on_args() -> None:
    quiet("[vec]\nnum_envs = 2\nenv_args = []\n", "PC209")


def test_is_silent_on_toml_is_a_bare_call() -> None:
    quiet('[vec]\nbackend = "Serial"\nnum_envs = 2\nenv_kwargs = {}\n', "PC209", name="a.toml")


def test_is_silent_on_env_section() -> None:
    quiet("[vec]\nnum_envs = 2\n[env]\nenv_kwargs = 3\n", "PC209")


def test_is_silent_on_what_hydra_may_add() -> None:
    text = "# @package _global_\nvec: {num_envs: 2, num_workers: 2}\nbase: {env_name: puffer_breakout}\n"
    quiet(text, "PC209", name="a.yaml", defaults="ini")
