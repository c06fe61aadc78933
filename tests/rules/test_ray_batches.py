"""PC224: ray batches."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_zero() -> None:
    finds(
        '[vec]\nbackend = "Ray"\nnum_envs = 4\nbatch_size = 0\n',
        "PC224",
        name="a.toml",
        severity="error",
    )


def test_fires_on_first_only() -> None:
    finds("[vec]\nbackend = Ray\nnum_envs = 4\nbatch_size = 2\n", "PC224", severity="warning")


def test_fires_on_auto_below_the_file() -> None:
    finds("[vec]\nbackend = Ray\nnum_envs = 4\n", "PC224", severity="warning")


def test_fires_on_above() -> None:
    finds("[vec]\nbackend = Ray\nnum_envs = 4\nbatch_size = 8\n", "PC224", severity="error")


def test_is_silent_on_equal() -> None:
    quiet("[vec]\nbackend = Ray\nnum_envs = 4\nbatch_size = 4\n", "PC224")


def test_is_silent_on_multiprocessing() -> None:
    quiet("[vec]\nnum_envs = 4\nbatch_size = 2\n", "PC224")


def test_is_silent_on_bare_default() -> None:
    quiet('[vec]\nbackend = "Ray"\nnum_envs = 4\n', "PC224", name="a.toml")
