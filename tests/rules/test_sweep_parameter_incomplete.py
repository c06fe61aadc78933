"""PC671 sweep-parameter-incomplete."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC4 = "[vec]\ntotal_agents = 4096\n[env]\nx = 1\n"
VEC3 = "[vec]\nnum_envs = 8\n[env]\nx = 1\n"
KEYS = {"distribution": "uniform", "min": "0", "max": "1", "mean": "0.5", "scale": "auto"}


def table(*without: str, name: str = "env.x") -> str:
    keys = "".join(f"{key} = {text}\n" for key, text in KEYS.items() if key not in without)
    return f"[sweep.{name}]\n{keys}"


@pytest.mark.parametrize("key", ["distribution", "min", "max", "scale"])
def test_a_missing_key(key: str) -> None:
    found = finds(VEC4 + table(key), "PC671", at=(5, 1), severity="warning", target="4.0")
    assert f"[sweep.env.x] lacks {key}:" in found.message


def test_it_is_an_error_of_a_sweep() -> None:
    finds(VEC4 + table("scale"), "PC671", severity="error", target="4.0", mode="sweep")


def test_3_0_needs_a_mean() -> None:
    found = finds(VEC3 + table("mean"), "PC671", at=(5, 1))
    assert "lacks mean: the sweep ends with KeyError" in found.message


def test_several_missing_keys_are_one_finding() -> None:
    found = finds(VEC3 + table("distribution", "mean", "scale"), "PC671")
    assert "lacks distribution, mean, scale: the sweep ends with AssertionError" in found.message


def test_complete_parameters() -> None:
    quiet(VEC3 + table(), "PC671")
    quiet(VEC4 + table(), "PC671", target="4.0")


def test_4_0_needs_no_mean() -> None:
    quiet(VEC4 + table("mean"), "PC671", target="4.0")


def test_a_part_of_a_default_parameter() -> None:
    quiet(f"{VEC4}[sweep.train.gamma]\nmin = 0.9\n", "PC671", target="4.0")
    quiet(f"{VEC4}[sweep.train.gamma]\nmin = 0.9\n", "PC671", target="4.0", defaults="none")


def test_parameters_that_are_left_out_of_the_sweep() -> None:
    text = VEC4 + "[sweep]\nsweep_only = gamma, horizon\n" + table("scale")
    quiet(text, "PC671", target="4.0")


def test_tables_of_2_x_are_reported_otherwise() -> None:
    text = VEC4 + table("scale", name="parameters.env.parameters.x")
    quiet(text, "PC671", target="4.0")


def test_an_empty_table_does_not_reach_the_sweep() -> None:
    quiet(f"{VEC4}[sweep.env.x]\n", "PC671", target="4.0")


def test_a_sweep_of_another_program() -> None:
    text = "vec:\n  num_envs: 4\nsweep:\n  parameters:\n    lr:\n      min: 0\n      max: 1\n"
    quiet(text, "PC671", name="c.yaml", target="3.0")
