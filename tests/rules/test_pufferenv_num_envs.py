"""PC212: pufferenv num envs."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_inherited_two() -> None:
    finds("[vec]\nbackend = PufferEnv\n", "PC212", at=(2, 1))


def test_fires_on_eight() -> None:
    finds("[vec]\nbackend = PufferEnv\nnum_envs = 8\n", "PC212", at=(3, 1))


def test_fires_on_signature_default() -> None:
    finds("[vec]\nnum_envs = 256\n", "PC212", name="a.toml", at=(2, 1))


def test_is_silent_on_one() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\n", "PC212")


def test_is_silent_on_true_is_one() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = True\n", "PC212")


def test_is_silent_on_alone_in_toml() -> None:
    quiet('[vec]\nbackend = "PufferEnv"\n', "PC212", name="a.toml")


def test_is_silent_on_serial() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\n", "PC212")
