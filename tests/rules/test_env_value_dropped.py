"""PC309 env-value-dropped."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC = "[base]\nenv_name = my_env\n[vec]\ntotal_agents = 4096\n"


@pytest.mark.parametrize("value", ["forest", "'3'", "None", "[1, 2]", "{'a': 1}"])
def test_a_value_that_is_no_number(value: str) -> None:
    found = finds(
        f"{VEC}[env]\nmap_name = {value}\n", "PC309", at=(6, 1), severity="warning", target="4.0"
    )
    assert "never reaches the environment" in found.message


def test_a_key_that_a_known_binding_does_not_read() -> None:
    text = "[base]\nenv_name = squared\n[vec]\n[env]\nsize = 11\nname = forest\n"
    finds(text, "PC309", at=(6, 1), target="4.0")


@pytest.mark.parametrize("value", ["3", "0.5", "True", "-1e-3", "1_000"])
def test_numbers_arrive(value: str) -> None:
    quiet(f"{VEC}[env]\nsize = {value}\n", "PC309", target="4.0")


def test_a_key_that_a_known_binding_needs_is_reported_as_such() -> None:
    text = "[base]\nenv_name = squared\n[vec]\n[env]\nsize = large\n"
    quiet(text, "PC309", target="4.0")


def test_3_0_hands_over_everything() -> None:
    quiet("[vec]\nnum_envs = 8\n[env]\nmap_name = forest\n", "PC309")


def test_other_sections_are_not_handed_over() -> None:
    quiet(f"{VEC}[envs]\nmap_name = forest\n", "PC309", target="4.0")
