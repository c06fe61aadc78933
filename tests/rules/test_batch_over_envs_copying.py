"""PC222: batch over envs copying."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_plain() -> None:
    finds("[vec]\nnum_envs = 4\nbatch_size = 8\nzero_copy = False\n", "PC222", at=(3, 1))


def test_is_silent_on_zero_copy_has_its_own_rule() -> None:
    quiet("[vec]\nnum_envs = 4\nbatch_size = 8\n", "PC222")


def test_is_silent_on_equal() -> None:
    quiet("[vec]\nnum_envs = 4\nbatch_size = 4\nzero_copy = False\n", "PC222")
