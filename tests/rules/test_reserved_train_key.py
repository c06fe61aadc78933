"""PC615 reserved-train-key."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"
TRAIN = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n[train]\n"


def test_env() -> None:
    finds(TRAIN + "env = my_env\n", "PC615", at=(6, 1), severity="error")


def test_whatever_its_value() -> None:
    finds(TRAIN + "env = None\n", "PC615", at=(6, 1))


def test_silent_the_section_env() -> None:
    quiet(VEC + "[env]\nenv = 3\n", "PC615")


def test_silent_env_name() -> None:
    quiet(TRAIN + "seed = 1\n", "PC615")


def test_silent_eval() -> None:
    quiet(TRAIN + "env = x\n", "PC615", mode="eval")


def test_silent_yaml_is_not_launched() -> None:
    quiet("vec: {num_envs: 1}\ntrain: {env: x}\n", "PC615", name="a.yaml")
