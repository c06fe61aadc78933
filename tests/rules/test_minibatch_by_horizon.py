"""PC606 minibatch-by-horizon."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_a_horizon_that_does_not_divide() -> None:
    finds(TRAIN + "bptt_horizon = 48\n", "PC606", at=(6, 1), severity="error")


def test_a_minibatch_that_is_no_multiple() -> None:
    finds(
        TRAIN + "minibatch_size = 8000\nbatch_size = 16384\nbptt_horizon = 128\n",
        "PC606",
        at=(6, 1),
    )


def test_the_maximum_is_what_is_computed() -> None:
    finds(TRAIN + "max_minibatch_size = 32\n", "PC606", at=(6, 1))


def test_a_horizon_from_the_agents() -> None:
    finds(TRAIN + "batch_size = 9600\nbptt_horizon = auto\n", "PC606", at=(7, 1), agents_per_env=16)


def test_silent_a_divisor() -> None:
    quiet(TRAIN + "bptt_horizon = 32\n", "PC606")


def test_silent_a_horizon_that_is_not_known() -> None:
    quiet(TRAIN + "batch_size = 9600\nbptt_horizon = auto\n", "PC606")


def test_silent_a_batch_that_is_no_multiple_is_silent() -> None:
    quiet(TRAIN + "batch_size = 8200\n", "PC606", agents_per_env=16)
