"""PC205: batch by envs per worker."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_one_worker_auto() -> None:
    finds("[vec]\nnum_envs = 8\nnum_workers = 1\n", "PC205", at=(3, 1))


def test_fires_on_plain() -> None:
    finds("[vec]\nnum_envs = 8\nnum_workers = 4\nbatch_size = 3\n", "PC205", at=(4, 1))


def test_fires_on_serial_too() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = 8\nnum_workers = 4\nbatch_size = 3\n", "PC205")


def test_is_silent_on_multiple() -> None:
    quiet("[vec]\nnum_envs = 8\nnum_workers = 4\nbatch_size = 4\n", "PC205")


def test_is_silent_on_none_means_all() -> None:
    quiet("[vec]\nnum_envs = 8\nnum_workers = 2\nbatch_size = None\n", "PC205")


def test_is_silent_on_follows_a_blamed_worker() -> None:
    quiet("[vec]\nnum_envs = 8\nnum_workers = 3\nbatch_size = 3\n", "PC205")


def test_is_silent_on_no_workers_given() -> None:
    quiet(
        'vec = {num_envs = 8, backend = "Multiprocessing", batch_size = 4}\n',
        "PC205",
        name="a.toml",
    )
