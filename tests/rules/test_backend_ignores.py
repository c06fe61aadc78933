"""PC234: backend ignores."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_serial() -> None:
    finds(
        "[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\noverwork = True\n",
        "PC234",
        at=(5, 1),
        severity="info",
    )


def test_fires_on_ray() -> None:
    finds("[vec]\nbackend = Ray\nnum_envs = 8\nbatch_size = 8\nzero_copy = True\n", "PC234")


def test_is_silent_on_defaults() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\n", "PC234")


def test_is_silent_on_multiprocessing() -> None:
    quiet("[vec]\nnum_envs = 8\noverwork = True\n", "PC234")
