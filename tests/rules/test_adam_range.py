"""PC613 adam-range."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_a_negative_rate() -> None:
    finds(TRAIN + "optimizer = adam\nlearning_rate = -0.1\n", "PC613", at=(7, 1), severity="error")


def test_a_beta_of_one() -> None:
    finds(TRAIN + "optimizer = adam\nadam_beta2 = 1.0\n", "PC613", at=(7, 1))


def test_a_negative_eps() -> None:
    finds(TRAIN + "optimizer = adam\nadam_eps = -1e-8\n", "PC613", at=(7, 1))


def test_a_beta_that_is_no_float() -> None:
    finds(TRAIN + "optimizer = adam\nadam_beta1 = 0\n", "PC613", at=(7, 1))


def test_silent_a_rate_of_zero() -> None:
    quiet(TRAIN + "optimizer = adam\nlearning_rate = 0\n", "PC613")


def test_silent_floats_in_range() -> None:
    quiet(TRAIN + "optimizer = adam\nadam_beta1 = 0.0\nadam_beta2 = 0.99\nadam_eps = 0\n", "PC613")


def test_silent_muon_checks_nothing() -> None:
    quiet(TRAIN + "adam_beta1 = 1\nlearning_rate = -0.1\n", "PC613")
