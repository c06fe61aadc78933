"""PC608 precision."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_a_short_name() -> None:
    finds(TRAIN + "precision = bf16\n", "PC608", at=(6, 1), severity="error")


def test_a_type_that_torch_has() -> None:
    finds(TRAIN + "precision = float16\n", "PC608", at=(6, 1))


def test_a_number() -> None:
    finds(TRAIN + "precision = 32\n", "PC608", at=(6, 1))


def test_silent_float32() -> None:
    quiet(TRAIN + "precision = float32\n", "PC608")


def test_silent_bfloat16() -> None:
    quiet(TRAIN + "precision = bfloat16\n", "PC608")


def test_silent_none_given() -> None:
    quiet(TRAIN, "PC608")
