"""PC605 batch-below-minibatch."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_a_small_batch_over_default_ini() -> None:
    finds(TRAIN + "batch_size = 6144\n", "PC605", at=(6, 1), severity="error")


def test_both_in_the_file() -> None:
    finds(TRAIN + "batch_size = 4096\nminibatch_size = 8192\n", "PC605", at=(7, 1))


def test_auto_with_few_agents() -> None:
    finds(TRAIN, "PC605", at=(4, 1), agents_per_env=15)


def test_serial_counts_its_batch() -> None:
    finds(
        BASE + "[vec]\nbackend = Serial\nnum_envs = 8\n[train]\nbatch_size = auto\n",
        "PC605",
        at=(7, 1),
        agents_per_env=31,
    )


def test_silent_auto_with_enough_agents() -> None:
    quiet(TRAIN, "PC605", agents_per_env=16)


def test_silent_auto_with_agents_unknown() -> None:
    quiet(TRAIN, "PC605")


def test_silent_equal() -> None:
    quiet(TRAIN + "batch_size = 8192\n", "PC605")


def test_silent_a_smaller_minibatch() -> None:
    quiet(TRAIN + "batch_size = 4096\nminibatch_size = 4096\n", "PC605")


def test_silent_eval() -> None:
    quiet(TRAIN + "batch_size = 6144\n", "PC605", mode="eval")


def test_silent_a_sweep_draws_the_minibatch() -> None:
    quiet(TRAIN + "batch_size = 6144\n", "PC605", mode="sweep")


def test_silent_a_default_ini_below_decides() -> None:
    quiet(
        TRAIN + "batch_size = 4096\n",
        "PC605",
        default_ini="[base]\n[vec]\nbackend = Multiprocessing\nnum_envs = 2\n[train]\nminibatch_size = 64\nbptt_horizon = 64\nmax_minibatch_size = 64\n",
    )
