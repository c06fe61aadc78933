"""PC220: native ignores."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_workers() -> None:
    finds(
        "[vec]\nbackend = PufferEnv\nnum_envs = 1\nnum_workers = 8\n",
        "PC220",
        at=(4, 1),
        severity="warning",
    )


def test_fires_on_two_keys() -> None:
    finds(
        "[vec]\nbackend = PufferEnv\nnum_envs = 1\nnum_workers = 8\nbatch_size = 4\n",
        "PC220",
        count=2,
    )


def test_is_silent_on_defaults_are_not_ours() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\n", "PC220")


def test_is_silent_on_multiprocessing() -> None:
    quiet("[vec]\nnum_envs = 8\nnum_workers = 8\n", "PC220")


def test_is_silent_on_unknown_names_have_their_rule() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\nfoo = 1\n", "PC220")
