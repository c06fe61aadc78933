"""PC614 zero-interval."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_zero() -> None:
    finds(TRAIN + "checkpoint_interval = 0\n", "PC614", at=(6, 1), severity="error")


def test_false() -> None:
    finds(TRAIN + "checkpoint_interval = False\n", "PC614", at=(6, 1))


def test_silent_a_number() -> None:
    quiet(TRAIN + "checkpoint_interval = 50\n", "PC614")


def test_silent_a_large_number() -> None:
    quiet(TRAIN + "checkpoint_interval = 1_000_000\n", "PC614")


def test_silent_none_given() -> None:
    quiet(TRAIN, "PC614")
