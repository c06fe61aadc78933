"""PC609 torch-deterministic."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_one() -> None:
    finds(TRAIN + "torch_deterministic = 1\n", "PC609", at=(6, 1), severity="error")


def test_none() -> None:
    finds(TRAIN + "torch_deterministic = None\n", "PC609", at=(6, 1))


def test_a_word() -> None:
    finds(TRAIN + "torch_deterministic = strict\n", "PC609", at=(6, 1))


def test_silent_true() -> None:
    quiet(TRAIN + "torch_deterministic = True\n", "PC609")


def test_silent_false() -> None:
    quiet(TRAIN + "torch_deterministic = False\n", "PC609")


def test_silent_a_boolean_as_text_is_reported_as_such() -> None:
    quiet(TRAIN + "torch_deterministic = true\n", "PC609")
