"""PC601 batch-and-horizon-auto."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_both_in_the_file() -> None:
    finds(TRAIN + "batch_size = auto\nbptt_horizon = auto\n", "PC601", at=(6, 1), severity="error")


def test_one_by_default_ini() -> None:
    finds(TRAIN + "bptt_horizon = auto\n", "PC601", at=(6, 1))


def test_an_override() -> None:
    finds(VEC, "PC601", at=(1, 1), set_="train.bptt_horizon=auto")


def test_silent_batch_alone() -> None:
    quiet(TRAIN + "batch_size = auto\n", "PC601")


def test_silent_horizon_alone() -> None:
    quiet(TRAIN + "batch_size = 8192\nbptt_horizon = auto\n", "PC601")


def test_silent_eval_makes_no_trainer() -> None:
    quiet(TRAIN + "bptt_horizon = auto\n", "PC601", mode="eval")


def test_silent_a_sweep_draws_the_horizon() -> None:
    quiet(TRAIN + "bptt_horizon = auto\n", "PC601", mode="sweep")


def test_silent_yaml_has_no_trainer() -> None:
    quiet(
        "vec: {num_envs: 1}\ntrain: {batch_size: auto, bptt_horizon: auto}\n",
        "PC601",
        name="a.yaml",
    )
