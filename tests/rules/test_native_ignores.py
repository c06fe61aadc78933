"""PC220: native ignores."""

from __future__ import annotations

import pytest

from profilecheck import ConfigError, validate
from tests.rules.helpers import finds, quiet


def test_fires_on_workers() -> None:
    finds(
        "[vec]\nbackend = PufferEnv\nnum_envs = 1\nnum_workers = 8\n",
        "PC220",
        at=(4, 1),
        severity="warning",
    )


def test_fires_on_two_keys() -> None:
    finds(
        "[vec]\nbackend = PufferEnv\nnum_envs = 1\nnum_workers = 8\nbatch_size = 4\n",
        "PC220",
        count=2,
    )


def test_is_silent_on_defaults_are_not_ours() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\n", "PC220")


def test_is_silent_on_multiprocessing() -> None:
    quiet("[vec]\nnum_envs = 8\nnum_workers = 8\n", "PC220")


def test_is_silent_on_unknown_names_have_their_rule() -> None:
    quiet("[vec]\nbackend = PufferEnv\nnum_envs = 1\nfoo = 1\n", "PC220")


def test_a_table_without_a_backend_is_told_once() -> None:
    table = "vec:\n  num_workers: 8\n  batch_size: 4\n"
    found = finds(table, "PC220", name="a.yaml", at=(2, 3))
    assert "ignores num_workers = 8 and batch_size = 4" in found.message
    finds(table, "PC220", name="a.yaml", defaults="signature", count=2)
    quiet(table, name="a.yaml", defaults="none")


def test_python_values_are_the_whole_call() -> None:
    with pytest.raises(ConfigError, match="PufferEnv takes num_envs = 1, not 8"):
        validate({"num_envs": 8}, target="3.0")
