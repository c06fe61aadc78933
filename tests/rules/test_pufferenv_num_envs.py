"""PC212: pufferenv num envs."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def test_fires_on_inherited_two() -> None:
    finds("[vec]\nbackend = PufferEnv\n", "PC212", at=(2, 1))


def test_fires_on_eight() -> None:
    finds("[vec]\nbackend = PufferEnv\nnum_envs = 8\n", "PC212", at=(3, 1))


def test_a_table_without_a_backend_may_get_one_from_elsewhere() -> None:
    table = "[vec]\nnum_envs = 256\nnum_workers = 8\nzero_copy = false\n"
    found = finds(table, "PC212", name="a.toml", at=(2, 1), severity="warning")
    assert found.message == (
        "if no backend is given elsewhere, vector.make's default PufferEnv takes num_envs = 1, not 256; "
        "with default.ini below it use --defaults ini"
    )
    quiet(table, "PC220", name="a.toml")


def test_a_table_that_is_the_whole_call_fails() -> None:
    table = "[vec]\nnum_envs = 256\n"
    finds(table, "PC212", name="a.toml", at=(2, 1), severity="error", defaults="signature")


@pytest.mark.parametrize("name", ["a.ini", "a.toml"])
def test_is_silent_where_nothing_is_known_of_the_backend(name: str) -> None:
    quiet("[vec]\nnum_envs = 256\nnum_workers = 8\n", name=name, defaults="none")


def test_a_backend_that_cannot_be_known_is_no_missing_one() -> None:
    quiet("vec:\n  backend: ${backend}\n  num_envs: 256\n", name="a.yaml")


def test_what_every_backend_refuses_is_found_without_a_backend() -> None:
    table = "vec:\n  num_envs: 100\n  num_workers: 6\n"
    finds(table, "PC203", name="a.yaml", severity="error")
    finds(table, "PC203", name="a.yaml", severity="error", defaults="none")
    quiet(table.replace("100", "1"), "PC203", name="a.yaml")


def test_a_table_without_a_number_of_environments_may_get_one_from_elsewhere() -> None:
    table = "vec:\n  backend: Multiprocessing\n  num_workers: 4\n"
    found = finds(table, "PC203", name="a.yaml", severity="warning")
    assert found.message.startswith("if no num_envs is given elsewhere: ")
    finds(table, "PC203", name="a.yaml", severity="error", defaults="signature")
    quiet(table, name="a.yaml", defaults="none")


def test_is_silent_on_one() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\n", "PC212")


def test_is_silent_on_true_is_one() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = True\n", "PC212")


def test_is_silent_on_alone_in_toml() -> None:
    quiet('[vec]\nbackend = "PufferEnv"\n', "PC212", name="a.toml")


def test_is_silent_on_serial() -> None:
    quiet("[vec]\nbackend = Serial\nnum_envs = 8\nbatch_size = 8\n", "PC212")
