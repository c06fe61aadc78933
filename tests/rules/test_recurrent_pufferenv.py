"""PC231: recurrent pufferenv."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_plain() -> None:
    finds(
        "[base]\nenv_name = a\nrnn_name = Recurrent\n[vec]\nbackend = PufferEnv\nnum_envs = 1\n",
        "PC231",
        at=(5, 1),
    )


def test_is_silent_on_not_recurrent() -> None:
    quiet("[base]\nenv_name = a\n[vec]\nbackend = PufferEnv\nnum_envs = 1\n", "PC231")


def test_is_silent_on_serial() -> None:
    quiet(
        "[base]\nenv_name = a\nrnn_name = Recurrent\n[vec]\nbackend = Serial\nnum_envs = 1\n",
        "PC231",
    )


def test_is_silent_on_eval() -> None:
    quiet(
        "[base]\nenv_name = a\nrnn_name = Recurrent\n[vec]\nbackend = PufferEnv\nnum_envs = 1\n",
        "PC231",
        mode="eval",
    )
