"""PC602 train-size-value."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_minibatch_auto() -> None:
    finds(TRAIN + "minibatch_size = auto\n", "PC602", at=(6, 1), severity="error")


def test_maximum_none() -> None:
    finds(TRAIN + "max_minibatch_size = None\n", "PC602", at=(6, 1))


def test_a_zero_horizon() -> None:
    finds(TRAIN + "bptt_horizon = 0\n", "PC602", at=(6, 1))


def test_a_negative_batch() -> None:
    finds(TRAIN + "batch_size = -8192\n", "PC602", at=(6, 1))


def test_a_negative_minibatch_fails_in_the_first_update() -> None:
    finds(TRAIN + "minibatch_size = -64\n", "PC602", at=(6, 1))


def test_a_float_batch() -> None:
    finds(TRAIN + "batch_size = 8192.0\n", "PC602", at=(6, 1))


def test_a_float_minibatch() -> None:
    finds(TRAIN + "minibatch_size = 8192.0\n", "PC602", at=(6, 1))


def test_a_word_for_the_horizon() -> None:
    finds(TRAIN + "bptt_horizon = long\n", "PC602", at=(6, 1))


def test_more_than_memory() -> None:
    finds(TRAIN + "batch_size = 9_000_000_000_000_000_000\n", "PC602", at=(6, 1))


def test_each_of_several() -> None:
    finds(TRAIN + "bptt_horizon = 0\nminibatch_size = 0\n", "PC602", at=(6, 1), count=2)


def test_silent_whole_numbers() -> None:
    quiet(
        TRAIN
        + "batch_size = 16_384\nbptt_horizon = 32\nminibatch_size = 4096\nmax_minibatch_size = 65536\n",
        "PC602",
    )


def test_silent_auto() -> None:
    quiet(TRAIN + "batch_size = auto\n", "PC602")


def test_silent_a_maximum_that_is_never_reached_may_be_a_float() -> None:
    quiet(TRAIN + "max_minibatch_size = 1e6\n", "PC602")


def test_silent_eval() -> None:
    quiet(TRAIN + "minibatch_size = auto\n", "PC602", mode="eval")
