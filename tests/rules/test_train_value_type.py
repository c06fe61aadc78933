"""PC617 train-value-type."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

BASE = "[base]\nenv_name = x\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_a_word_for_a_loss() -> None:
    finds(TRAIN + "gamma = high\n", "PC617", at=(6, 1), severity="error")


def test_a_list_for_a_loss() -> None:
    finds(TRAIN + "ent_coef = [0.1]\n", "PC617", at=(6, 1), severity="error")


def test_none_for_the_rate() -> None:
    finds(TRAIN + "learning_rate = None\n", "PC617", at=(6, 1), severity="error")


def test_none_for_the_total() -> None:
    finds(TRAIN + "total_timesteps = None\n", "PC617", at=(6, 1), severity="error")


def test_a_word_for_the_seed() -> None:
    finds(TRAIN + "seed = random\n", "PC617", at=(6, 1), severity="error")


def test_multiprocessing_adds_to_none() -> None:
    finds(TRAIN + "seed = None\n", "PC617", at=(6, 1), severity="error")


def test_a_path_that_is_none() -> None:
    finds(TRAIN + "data_dir = None\n", "PC617", at=(6, 1), severity="error")


def test_a_word_for_the_interval() -> None:
    finds(TRAIN + "checkpoint_interval = never\n", "PC617", at=(6, 1), severity="error")


def test_a_word_for_a_switch() -> None:
    finds(TRAIN + "anneal_lr = maybe\n", "PC617", at=(6, 1), severity="warning")


def test_true_for_a_loss() -> None:
    finds(TRAIN + "gamma = True\n", "PC617", at=(6, 1), severity="warning")


def test_a_rate_that_muon_does_not_check() -> None:
    finds(TRAIN + "learning_rate = -0.1\n", "PC617", at=(6, 1), severity="warning")


def test_no_device_is_the_cpu() -> None:
    finds(TRAIN + "device = None\n", "PC617", at=(6, 1), severity="warning")


def test_serial_takes_no_seed() -> None:
    finds(
        BASE + "[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\n[train]\nseed = None\n",
        "PC617",
        at=(8, 1),
        severity="warning",
    )


def test_silent_odd_numbers_that_are_accepted() -> None:
    quiet(TRAIN + "learning_rate = 0\ngamma = 1\nclip_coef = 0\nent_coef = -0.1\n", "PC617")
    quiet(TRAIN + "max_grad_norm = 1e400\nvf_coef = 0\ngae_lambda = 0\n", "PC617")


def test_silent_ints_for_floats() -> None:
    quiet(TRAIN + "vf_coef = 2\nmax_grad_norm = 1\n", "PC617")


def test_silent_one_and_zero_for_switches() -> None:
    quiet(TRAIN + "anneal_lr = 1\ncompile = 0\n", "PC617")


def test_silent_names_that_are_never_read() -> None:
    quiet(TRAIN + "name = 4\nproject = None\n", "PC617")


def test_silent_an_unknown_name() -> None:
    quiet(TRAIN + "my_setting = high\n", "PC617")


def test_silent_a_number_as_text_is_reported_as_such() -> None:
    quiet(TRAIN + "gamma = '0.9'\n", "PC617")


def test_silent_a_boolean_as_text_is_reported_as_such() -> None:
    quiet(TRAIN + "anneal_lr = false\n", "PC617")


def test_silent_a_comment_is_reported_as_such() -> None:
    quiet(TRAIN + "gamma = 0.9 ; high\n", "PC617")


def test_silent_eval() -> None:
    quiet(TRAIN + "gamma = high\n", "PC617", mode="eval")


@pytest.mark.parametrize(
    "line, wanted",
    [
        ("gamma = 1.5", "from 0 to 1"),
        ("gae_lambda = -0.1", "from 0 to 1"),
        ("clip_coef = -1", "at least 0"),
        ("max_grad_norm = 0", "above 0"),
        ("adam_beta1 = 1", "at least 0, below 1"),
    ],
)
def test_a_number_that_makes_no_sense(line: str, wanted: str) -> None:
    found = finds(TRAIN + line + "\n", "PC617", at=(6, 1), severity="warning")
    assert f"{line} makes no sense: it should be {wanted}, and" in found.message


def test_a_comma_for_a_decimal_point() -> None:
    text = "[base]\nenv_name = x\n[train]\ngamma = 0,99\n"
    assert finds(text, "PC617").notes[-1].message == "try gamma = 0.99"
