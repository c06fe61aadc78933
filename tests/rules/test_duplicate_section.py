"""PC007 duplicate-section."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_the_second_header_is_told() -> None:
    finds(VEC + "[env]\na = 1\n[vec]\nnum_workers = 8\n", "PC007", at=(7, 1), severity="error")


def test_an_empty_one_counts() -> None:
    finds(VEC + "[vec]\n", "PC007", at=(5, 1))


def test_silent_default_may_come_back() -> None:
    quiet(
        "[DEFAULT]\na = 1\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[DEFAULT]\nb = 1\n", "PC007"
    )


def test_silent_case_counts() -> None:
    quiet(VEC + "[Vec]\nnum_envs = 4\n", "PC007")


def test_silent_a_section_below_another() -> None:
    quiet(VEC + "[sweep.vec.num_envs]\nmin = 1\n[sweep]\nmetric = score\n", "PC007")


def test_silent_a_section_that_default_ini_has() -> None:
    quiet(TRAIN + "gamma = 0.9\n", "PC007")
