"""PC221: serial runs fewer."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_auto_below_the_file() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = 8\n", "PC221", at=(3, 1), severity="warning")


def test_fires_on_alone_runs_one() -> None:
    found = finds("[vec]\nbackend = Serial\n", "PC221", at=(2, 1))
    assert found.message.startswith("Serial runs 1 environment and not num_envs = 2")


def test_fires_on_explicit() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 2\n", "PC221", at=(4, 1))


def test_is_silent_on_equal() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\n", "PC221")


def test_is_silent_on_bare_call() -> None:
    quiet('[vec]\nbackend = "Serial"\nnum_envs = 8\n', "PC221", name="a.toml")


def test_is_silent_on_one() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 1\n", "PC221")


def test_is_silent_on_multiprocessing() -> None:
    quiet("[vec]\nnum_envs = 8\n", "PC221")
