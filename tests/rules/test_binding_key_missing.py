"""PC310 binding-key-missing."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(name: str, env: str = "", vec: str = "total_agents = 4096\n") -> str:
    return f"[base]\nenv_name = {name}\n[vec]\n{vec}{env}"


def test_an_environment_without_its_keys() -> None:
    found = finds(ini("squared"), "PC310", at=(2, 1), severity="error", target="4.0")
    assert "[env] lacks size: the binding of squared reads it" in found.message


def test_a_section_without_some_of_its_keys() -> None:
    text = ini("connect4", "[env]\nnum_agents = 1\nenv_pieces = 0\n")
    found = finds(text, "PC310", at=(5, 1), target="4.0")
    assert "lacks player_pieces" in found.message


def test_a_key_that_is_no_number() -> None:
    text = ini("slimevolley", "[env]\nnum_agents = [8]\n")
    found = finds(text, "PC310", at=(6, 1), target="4.0")
    assert "num_agents = [8] is no number" in found.message


def test_each_of_several_environments() -> None:
    found = finds(ini("squared g2048"), "PC310", at=(2, 1), severity="error", target="4.0")
    both = "[env] lacks size, scaffolding_ratio: the bindings of squared and g2048 read them"
    assert both in found.message
    text = ini("squared reef", "[env]\nsize = many\n")
    found = finds(text, "PC310", at=(6, 1), severity="warning", target="4.0")
    assert "never reaches the binding of squared, which reads it" in found.message


def test_eval_makes_environments_too() -> None:
    finds(ini("squared"), "PC310", target="4.0", mode="eval")


@pytest.mark.parametrize(
    ("name", "env"),
    [
        ("squared", "size = 11"),
        ("g2048", "scaffolding_ratio = 0.3"),
        ("drone", "num_drones = 64\ntask = 1\nalpha_dist = 0.7"),
        ("target", ""),
    ],
)
def test_environments_with_their_keys(name: str, env: str) -> None:
    quiet(ini(name, f"[env]\n{env}\n"), "PC310", target="4.0")


def test_keys_of_a_projects_default_ini_count() -> None:
    default = "[base]\n[vec]\ntotal_agents = 4096\n[env]\nsize = 11\n"
    quiet(ini("squared"), "PC310", target="4.0", default_ini=default)


def test_keys_that_are_set_from_outside_count() -> None:
    quiet(ini("squared"), "PC310", target="4.0", set_="env.size=11")


@pytest.mark.parametrize("name", ["my_env", "my_squared squared_continuous", "puffer_squared"])
def test_other_environments(name: str) -> None:
    quiet(ini(name), "PC310", target="4.0")


def test_3_0_has_its_defaults_in_python() -> None:
    quiet("[base]\nenv_name = squared\n[vec]\nnum_envs = 8\n", "PC310")


def test_a_table_is_not_launched_by_upstream() -> None:
    text = '[base]\nenv_name = "squared"\n[vec]\ntotal_agents = 4096\n'
    quiet(text, "PC310", name="c.toml", target="4.0")
