"""PC228: tolerated type."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_true_envs() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = True\nbatch_size = 1\n", "PC228", at=(3, 1))


def test_fires_on_negative_workers() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = 8\nnum_workers = -8\nbatch_size = 8\n", "PC228")


def test_is_silent_on_int() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 1\nbatch_size = 1\n", "PC228")


def test_is_silent_on_plain() -> None:
    quiet("[vec]\nnum_envs = 8\n", "PC228")
