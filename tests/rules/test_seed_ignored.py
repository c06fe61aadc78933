"""PC225: seed ignored."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_plain() -> None:
    finds("[vec]\nnum_envs = 8\nseed = 7\n", "PC225", at=(3, 1), severity="warning")


def test_fires_on_pufferenv() -> None:
    finds("[vec]\nbackend = PufferEnv\nnum_envs = 1\nseed = 7\n", "PC225")


def test_is_silent_on_train_seed() -> None:
    quiet("[vec]\nnum_envs = 8\n[train]\nseed = 7\n", "PC225")


def test_is_silent_on_default_seed() -> None:
    quiet("[vec]\nnum_envs = 8\n", "PC225")


def test_is_silent_on_eval() -> None:
    quiet("[vec]\nnum_envs = 8\nseed = 7\n", "PC225", mode="eval")
