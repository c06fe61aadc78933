"""PC227: flag not bool."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_text() -> None:
    finds("[vec]\nnum_envs = 8\nzero_copy = never\n", "PC227", at=(3, 1), severity="warning")


def test_fires_on_none() -> None:
    finds("[vec]\nnum_envs = 8\noverwork = None\n", "PC227")


def test_is_silent_on_false() -> None:
    quiet("[vec]\nnum_envs = 8\nzero_copy = False\n", "PC227")


def test_is_silent_on_one() -> None:
    quiet("[vec]\nnum_envs = 8\noverwork = 1\n", "PC227")


def test_is_silent_on_serial_reads_neither() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\nzero_copy = never\n", "PC227")
