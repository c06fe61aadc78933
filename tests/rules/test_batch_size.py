"""PC206: batch size."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_zero() -> None:
    finds("[vec]\nnum_envs = 8\nbatch_size = 0\n", "PC206", at=(3, 1))


def test_fires_on_text() -> None:
    finds("[vec]\nnum_envs = 8\nbatch_size = half\n", "PC206")


def test_fires_on_negative() -> None:
    finds("[vec]\nnum_envs = 8\nbatch_size = -4\n", "PC206")


def test_fires_on_auto_without_workers() -> None:
    finds(
        '[vec]\nbackend = "Serial"\nnum_envs = 8\nbatch_size = "auto"\n',
        "PC206",
        name="a.toml",
        at=(4, 1),
    )


def test_fires_on_serial_none() -> None:
    finds("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = None\n", "PC206")


def test_is_silent_on_auto() -> None:
    quiet("[vec]\nnum_envs = 8\nbatch_size = auto\n", "PC206")


def test_is_silent_on_number() -> None:
    quiet("[vec]\nnum_envs = 8\nbatch_size = 4\n", "PC206")


def test_is_silent_on_pufferenv() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\nbatch_size = 0\n", "PC206")


def test_serial_takes_no_none() -> None:
    text = "vec:\n  num_envs: 8\n  backend: Serial\n  batch_size: null\n"
    told = finds(text, "PC206", name="a.yaml").message
    assert told.startswith(
        "batch_size = None is refused by Serial, which takes only a whole number"
    )
