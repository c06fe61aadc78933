"""PC210: workers over cores."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_plain() -> None:
    finds(
        "[vec]\nnum_envs = 64\nnum_workers = 32\n", "PC210", cores=16, at=(3, 1), severity="error"
    )


def test_fires_on_auto_counts_as_num_envs() -> None:
    finds("[vec]\nnum_envs = 64\n", "PC210", cores=16, at=(2, 1))


def test_fires_on_psutil_answers_none() -> None:
    finds("[vec]\nnum_envs = 2\nbackend = Multiprocessing\n", "PC210", cores="none")


def test_fires_on_even_overwork_on_none() -> None:
    finds(
        "[vec]\nnum_envs = 2\nbackend = Multiprocessing\noverwork = True\n", "PC210", cores="none"
    )


def test_is_silent_on_fits() -> None:
    quiet("[vec]\nnum_envs = 64\nnum_workers = 16\n", "PC210", cores=16)


def test_is_silent_on_overwork() -> None:
    quiet("[vec]\nnum_envs = 64\nnum_workers = 32\noverwork = True\n", "PC210", cores=16)


def test_is_silent_on_serial() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 64\nbatch_size = 64\n", "PC210", cores=16)


def test_is_silent_on_ray_has_no_check() -> None:
    quiet("[vec]\nbackend = Ray\nnum_envs = 64\nbatch_size = 64\n", "PC210", cores=16)


def test_is_silent_on_cores_unknown() -> None:
    quiet("[vec]\nnum_envs = 64\n", "PC210", cores=None, threads=8)


def test_is_silent_on_eval() -> None:
    quiet("[vec]\nnum_envs = 64\n", "PC210", cores=16, mode="eval")
