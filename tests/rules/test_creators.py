"""PC207: creators."""

from __future__ import annotations

from tests.rules.helpers import finds, quiet


def test_fires_on_list_of_numbers() -> None:
    finds(
        "vec:\n  backend: Serial\n  num_envs: 4\n  env_kwargs: [1, 2]\n",
        "PC207",
        name="a.yaml",
        at=(4, 3),
    )


def test_fires_on_args_mapping() -> None:
    finds("[vec]\nnum_envs = 4\nenv_args = 7\n", "PC207")


def test_is_silent_on_mapping() -> None:
    quiet("vec:\n  backend: Serial\n  num_envs: 4\n  env_kwargs: {a: 1}\n", "PC207", name="a.yaml")


def test_is_silent_on_args_list() -> None:
    quiet("[vec]\nnum_envs = 4\nenv_args = []\n", "PC207")


def test_is_silent_on_env_section() -> None:
    quiet("[vec]\nnum_envs = 4\n[env]\nsize = 3\n", "PC207")


def test_is_silent_of_a_call_whose_creators_may_be_a_list() -> None:
    call = "vector.make(found, [[]] * 4, [{}] * 4, vector.Serial, 4)"
    text = f"from pufferlib import vector\nfrom envs import build\n\nfound = build(4)\n{call}\n"
    quiet(text, "PC207", name="a.py")
    finds(text.replace("[{}] * 4", "[{}] * 3"), "PC207", name="a.py")
