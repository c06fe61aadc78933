"""PC232: unused rnn."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_plain() -> None:
    finds("[vec]\nnum_envs = 2\n[rnn]\nhidden_size = 256\n", "PC232", at=(4, 1))


def test_fires_on_two_keys_are_one_finding() -> None:
    finds("[vec]\nnum_envs = 2\n[rnn]\nhidden_size = 256\ninput_size = 256\n", "PC232", at=(4, 1))


def test_is_silent_on_named() -> None:
    quiet(
        "[base]\nenv_name = a\nrnn_name = Recurrent\n[vec]\nnum_envs = 2\n[rnn]\nhidden_size = 256\n",
        "PC232",
    )


def test_is_silent_on_empty() -> None:
    quiet("[vec]\nnum_envs = 2\n[rnn]\n", "PC232")
