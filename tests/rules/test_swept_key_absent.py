"""PC673 swept-key-absent."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = my_env\n[vec]\ntotal_agents = 4096\n"
KEYS = "distribution = uniform\nmin = 0\nmax = 1\nscale = auto\n"


def test_an_argument_that_the_environment_is_not_given() -> None:
    text = f"{VEC}[sweep.env.reward]\n{KEYS}"
    found = finds(text, "PC673", at=(5, 1), severity="warning", target="4.0")
    assert "give [env] reward a value (only a sweep meets this)" in found.message
    finds(text, "PC673", severity="error", target="4.0", mode="sweep")


@pytest.mark.parametrize("name", ["train.my_coef", "base.seed", "my_key"])
def test_other_keys_that_are_not_there(name: str) -> None:
    finds(f"{VEC}[sweep.{name}]\n{KEYS}", "PC673", at=(5, 1), target="4.0")


def test_a_misspelt_key() -> None:
    text = f"{VEC}[sweep.policy.hidden_sise]\n{KEYS}"
    found = finds(text, "PC673", at=(5, 1), target="4.0")
    assert "did you mean [sweep.policy.hidden_size]?" in found.message


def test_an_environments_keys_are_known_even_without_defaults() -> None:
    finds(f"{VEC}[sweep.env.reward]\n{KEYS}", "PC673", target="4.0", defaults="none")


@pytest.mark.parametrize("name", ["train.gamma", "vec.num_threads", "policy.num_layers", "seed"])
def test_keys_of_default_ini(name: str) -> None:
    quiet(f"{VEC}[sweep.{name}]\n{KEYS}", "PC673", target="4.0")


def test_an_argument_that_the_environment_is_given() -> None:
    quiet(f"{VEC}[env]\nreward = 1\n[sweep.env.reward]\n{KEYS}", "PC673", target="4.0")


def test_a_flag_of_the_command_line_is_a_key_too() -> None:
    quiet(f"{VEC}[sweep.fps]\n{KEYS}", "PC673", target="4.0")


def test_without_defaults_other_sections_are_open() -> None:
    quiet(f"{VEC}[sweep.train.gamma]\n{KEYS}", "PC673", target="4.0", defaults="none")


def test_a_default_ini_has_no_environment_of_its_own() -> None:
    quiet(f"{VEC}[sweep.env.reward]\n{KEYS}", "PC673", target="4.0", name="default.ini")


def test_default_parameters_are_nobodys_fault() -> None:
    default = "[base]\n[vec]\ntotal_agents = 4096\n[sweep.env.reward]\n" + KEYS
    quiet(VEC, "PC673", target="4.0", default_ini=default)


def test_3_0_puts_the_key_there_itself() -> None:
    quiet(f"[vec]\nnum_envs = 8\n[sweep.env.reward]\n{KEYS}mean = 0.5\n", "PC673")
