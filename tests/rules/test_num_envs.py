"""PC201: num envs."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def test_fires_on_zero() -> None:
    finds("[vec]\nnum_envs = 0\n", "PC201", at=(2, 1), severity="error")


def test_fires_on_negative() -> None:
    finds("[vec]\nnum_envs = -4\n", "PC201")


def test_fires_on_float_literal() -> None:
    finds("[vec]\nnum_envs = 1e3\n", "PC201")


def test_fires_on_text() -> None:
    finds("[vec]\nnum_envs = many\n", "PC201")


def test_fires_on_none() -> None:
    finds("[vec]\nnum_envs = None\n", "PC201")


def test_fires_on_tuple() -> None:
    finds("[vec]\nnum_envs = 1, 2\n", "PC201")


def test_fires_on_toml() -> None:
    finds("[vec]\nnum_envs = 0\n", "PC201", name="a.toml", at=(2, 1))


def test_is_silent_on_whole() -> None:
    quiet("[vec]\nnum_envs = 8\n", "PC201")


def test_is_silent_on_underscore() -> None:
    quiet("[vec]\nnum_envs = 1_024\n", "PC201")


def test_is_silent_on_hex() -> None:
    quiet("[vec]\nnum_envs = 0x10\n", "PC201")


def test_is_silent_on_commented_literal() -> None:
    quiet("[vec]\nnum_envs = 8 # eight\n", "PC201")


def test_is_silent_on_env_section() -> None:
    quiet("[vec]\nnum_envs = 8\n[env]\nnum_envs = 0\n", "PC201")


def test_is_silent_on_eval_mode() -> None:
    quiet("[vec]\nnum_envs = 0\n", "PC201", mode="eval")


def test_is_silent_on_search_space_is_unknown() -> None:
    quiet("vec:\n  num_envs: {type: categorical}\n  backend: Serial\n", "PC201", name="a.yaml")


def test_is_silent_on_default_alone() -> None:
    quiet("[vec]\nnum_workers = 2\n", "PC201")


@pytest.mark.parametrize(("given", "meant"), [("1e3", "1000"), ("8.0", "8"), ("0", "2")])
def test_the_number_that_is_nearest_or_the_default_is_offered_and_not_one_environment(
    given: str, meant: str
) -> None:
    found = finds(f"[base]\nenv_name = a\n[vec]\nnum_envs = {given}\n", "PC201")
    assert [n.message for n in found.notes if n.message.startswith("try")] == [
        f"try num_envs = {meant}"
    ]


def test_the_default_is_offered_where_nothing_tells_what_was_meant() -> None:
    text = "[base]\nenv_name = x\n[vec]\nbackend = Serial\nnum_envs = 0\n"
    assert finds(text, "PC201").notes[-1].message == "try num_envs = 2"
