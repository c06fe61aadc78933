"""PC604 max-minibatch."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_no_multiple() -> None:
    finds(TRAIN + "minibatch_size = 49152\n", "PC604", at=(6, 1), severity="error")


def test_the_maximum_is_the_files() -> None:
    finds(TRAIN + "max_minibatch_size = 3000\n", "PC604", at=(6, 1))


def test_just_above() -> None:
    finds(TRAIN + "minibatch_size = 32832\n", "PC604", at=(6, 1))


def test_silent_a_multiple() -> None:
    quiet(TRAIN + "minibatch_size = 65536\n", "PC604")


def test_silent_equal() -> None:
    quiet(TRAIN + "minibatch_size = 32768\n", "PC604")


def test_silent_below() -> None:
    quiet(TRAIN + "minibatch_size = 24576\n", "PC604")


def test_silent_a_divisor() -> None:
    quiet(TRAIN + "max_minibatch_size = 4096\n", "PC604")
