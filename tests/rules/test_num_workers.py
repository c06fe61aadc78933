"""PC204: num workers."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_zero() -> None:
    finds("[vec]\nnum_envs = 8\nnum_workers = 0\n", "PC204", at=(3, 1))


def test_fires_on_none_is_no_default() -> None:
    finds("[vec]\nnum_envs = 8\nnum_workers = None\n", "PC204")


def test_fires_on_capital_auto() -> None:
    finds("[vec]\nnum_envs = 8\nnum_workers = Auto\n", "PC204")


def test_fires_on_negative() -> None:
    finds("[vec]\nnum_envs = 8\nnum_workers = -2\nbatch_size = 8\n", "PC204")


def test_fires_on_float() -> None:
    finds("[vec]\nnum_envs = 8\nnum_workers = 2.0\n", "PC204")


def test_is_silent_on_auto() -> None:
    quiet("[vec]\nnum_workers = auto\n", "PC204")


def test_is_silent_on_one() -> None:
    quiet("[vec]\nnum_envs = 8\nnum_workers = 1\nbatch_size = 8\n", "PC204")


def test_is_silent_on_serial_takes_negative() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 8\nnum_workers = -8\nbatch_size = 8\n", "PC204")


def test_is_silent_on_pufferenv_ignores_zero() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\nnum_workers = 0\n", "PC204")


def test_fires_in_a_sweep_that_draws_num_envs() -> None:
    finds("[vec]\nnum_workers = 0\n", "PC204", mode="sweep")
