"""PC616 use-rnn-overwritten."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"
FOUR = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"


def test_true() -> None:
    finds(TRAIN + "use_rnn = True\n", "PC616", at=(6, 1), severity="warning")


def test_false() -> None:
    finds(TRAIN + "use_rnn = False\n", "PC616", at=(6, 1), severity="warning")


def test_silent_rnn_name() -> None:
    quiet(BASE + "rnn_name = Recurrent\n[vec]\nnum_envs = 8\n", "PC616")


def test_silent_another_section() -> None:
    quiet(VEC + "[policy]\nuse_rnn = True\n", "PC616")


def test_silent_4_0() -> None:
    quiet(FOUR + "[train]\nuse_rnn = True\n", "PC616", target="4.0")
