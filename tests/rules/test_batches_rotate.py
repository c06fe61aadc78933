"""PC223: batches rotate."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_trained() -> None:
    finds(
        "[vec]\nnum_envs = 4\nbatch_size = 3\nzero_copy = False\n",
        "PC223",
        at=(3, 1),
        severity="error",
    )


def test_fires_on_bare() -> None:
    finds(
        '[vec]\nbackend = "Multiprocessing"\nnum_envs = 4\nbatch_size = 3\nzero_copy = false\n',
        "PC223",
        name="a.toml",
        severity="warning",
    )


def test_is_silent_on_divides() -> None:
    quiet("[vec]\nnum_envs = 4\nbatch_size = 2\nzero_copy = False\n", "PC223")


def test_is_silent_on_zero_copy() -> None:
    quiet("[vec]\nnum_envs = 4\nbatch_size = 2\n", "PC223")


def test_is_silent_on_eval() -> None:
    quiet("[vec]\nnum_envs = 4\nbatch_size = 3\nzero_copy = False\n", "PC223", mode="eval")
