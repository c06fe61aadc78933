"""PC233: eval ignores vec."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_eval() -> None:
    finds("[vec]\nnum_envs = 8\n", "PC233", mode="eval", at=(2, 1), severity="info")


def test_is_silent_on_train() -> None:
    quiet("[vec]\nnum_envs = 8\n", "PC233")


def test_is_silent_on_no_vec() -> None:
    quiet("[base]\nenv_name = a\n[env]\nsize = 1\n", "PC233", mode="eval")
