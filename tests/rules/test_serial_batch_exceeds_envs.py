"""PC208: serial batch exceeds envs."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_plain() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = 4\nbatch_size = 8\n", "PC208", at=(4, 1))


def test_is_silent_on_equal() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 4\nbatch_size = 4\n", "PC208")


def test_is_silent_on_below() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 4\nbatch_size = 2\n", "PC208")


def test_is_silent_on_multiprocessing_has_its_own_rule() -> None:
    quiet("[vec]\nnum_envs = 4\nbatch_size = 8\n", "PC208")
