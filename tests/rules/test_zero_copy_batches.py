"""PC211: zero copy batches."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_odd_auto() -> None:
    finds("[vec]\nnum_envs = 5\n", "PC211", at=(2, 1))


def test_fires_on_plain() -> None:
    finds("[vec]\nnum_envs = 8\nbatch_size = 3\n", "PC211", at=(3, 1))


def test_fires_on_above() -> None:
    finds("[vec]\nnum_envs = 8\nbatch_size = 16\n", "PC211")


def test_is_silent_on_divides() -> None:
    quiet("[vec]\nnum_envs = 8\nbatch_size = 4\n", "PC211")


def test_is_silent_on_three_auto() -> None:
    quiet("[vec]\nnum_envs = 3\n", "PC211")


def test_is_silent_on_off() -> None:
    quiet("[vec]\nnum_envs = 8\nbatch_size = 3\nzero_copy = False\n", "PC211")


def test_is_silent_on_ray() -> None:
    quiet("[vec]\nbackend = Ray\nnum_envs = 8\nbatch_size = 3\n", "PC211")
