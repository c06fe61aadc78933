"""PC607 optimizer."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_another_optimizer() -> None:
    finds(TRAIN + "optimizer = adamw\n", "PC607", at=(6, 1), severity="error")


def test_case_counts() -> None:
    finds(TRAIN + "optimizer = Adam\n", "PC607", at=(6, 1))


def test_none() -> None:
    finds(TRAIN + "optimizer = None\n", "PC607", at=(6, 1))


def test_silent_adam() -> None:
    quiet(TRAIN + "optimizer = adam\n", "PC607")


def test_silent_muon() -> None:
    quiet(TRAIN + "optimizer = muon\n", "PC607")


def test_silent_quoted() -> None:
    quiet(TRAIN + "optimizer = 'adam'\n", "PC607")


def test_silent_eval() -> None:
    quiet(TRAIN + "optimizer = x\n", "PC607", mode="eval")
