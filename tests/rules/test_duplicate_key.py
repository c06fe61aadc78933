"""PC006 duplicate-key."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_the_second_is_told() -> None:
    finds(VEC + "num_envs = 16\n", "PC006", at=(5, 1), severity="error")


def test_case_does_not_count() -> None:
    finds(VEC + "Num_Envs = 16\n", "PC006", at=(5, 1), severity="error")


def test_each_further_one() -> None:
    finds(VEC + "num_envs = 16\nnum_envs = 4\n", "PC006", at=(5, 1), count=2)


def test_twice_in_default() -> None:
    finds(VEC + "[DEFAULT]\na = 1\n[DEFAULT]\na = 2\n", "PC006", at=(8, 1))


def test_json_keeps_the_last() -> None:
    finds('{"vec": {"num_envs": 1, "num_envs": 1}}', "PC006", name="a.json", severity="warning")


def test_yaml_keeps_the_last() -> None:
    finds(
        "vec:\n  num_envs: 1\n  num_envs: 1\n",
        "PC006",
        at=(3, 3),
        name="a.yaml",
        severity="warning",
    )


def test_silent_one_of_each() -> None:
    quiet(VEC + "num_workers = 8\n", "PC006")


def test_silent_the_same_key_in_two_sections() -> None:
    quiet(VEC + "[env]\nnum_envs = 8\n", "PC006")


def test_silent_a_key_that_default_ini_has() -> None:
    quiet(TRAIN + "gamma = 0.9\n", "PC006")


def test_silent_a_key_of_default_and_of_a_section() -> None:
    quiet("[DEFAULT]\nnum_envs = 4\n[base]\nenv_name = x\n[vec]\nnum_envs = 8\n", "PC006")
