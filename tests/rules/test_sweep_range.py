"""PC676 sweep-range."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC4 = "[vec]\ntotal_agents = 4096\n"
VEC3 = "[vec]\nnum_envs = 8\n"


@pytest.mark.parametrize(
    ("name", "setting", "said"),
    [
        ("ent_coef", "min = 0", "not above 0, as log_normal needs it"),
        ("ent_coef", "max = -1", "not above 0"),
        ("gamma", "max = 1", "not below 1, as logit_normal needs it"),
        ("gamma", "min = 0.9999", "max = 0.9999 equals min"),
        ("clip_coef", "max = many", "max = 'many' is no number"),
    ],
)
def test_bounds_that_end_the_sweep(name: str, setting: str, said: str) -> None:
    text = f"{VEC4}[sweep.train.{name}]\n{setting}\n"
    found = finds(text, "PC676", at=(4, 1), severity="warning", target="4.0")
    assert said in found.message and "(only a sweep meets this)" in found.message
    finds(text, "PC676", severity="error", target="4.0", mode="sweep")


def test_swapped_bounds_run() -> None:
    text = f"{VEC4}[sweep.train.clip_coef]\nmin = 2\n"
    found = finds(text, "PC676", severity="warning", target="4.0", mode="sweep")
    assert "max = 1.0 is below min" in found.message


def test_3_0_takes_the_logarithm_of_the_mean_too() -> None:
    text = f"{VEC3}[sweep.train.ent_coef]\nmean = 0\n"
    assert "mean = 0 is not above 0" in finds(text, "PC676", at=(4, 1)).message


def test_4_0_starts_from_the_configs_own_value() -> None:
    text = f"{VEC4}[train]\nent_coef = 0\n[sweep.train.ent_coef]\nmin = 1e-4\n"
    found = finds(text, "PC676", at=(4, 1), target="4.0")
    assert "[train] ent_coef = 0 is not above 0" in found.message


def test_a_sweep_of_default_ini_starts_there_too() -> None:
    text = f"{VEC4}[train]\nent_coef = 0\n"
    quiet(text, "PC676", target="4.0")
    finds(text, "PC676", at=(4, 1), severity="error", target="4.0", mode="sweep")


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("clip_coef", "min = 0"),
        ("clip_coef", "min = -1"),
        ("gamma", "min = 0"),
        ("ent_coef", "min = 1e-9"),
        ("total_timesteps", "min = 5e7"),
    ],
)
def test_bounds_that_work(name: str, setting: str) -> None:
    quiet(f"{VEC4}[sweep.train.{name}]\n{setting}\n", "PC676", target="4.0")


def test_4_0_does_not_read_the_mean() -> None:
    quiet(f"{VEC4}[sweep.train.ent_coef]\nmean = 0\n", "PC676", target="4.0")


def test_a_mean_outside_the_range_works() -> None:
    quiet(f"{VEC3}[sweep.train.ent_coef]\nmean = 5\n", "PC676")


def test_an_unknown_distribution_is_reported_otherwise() -> None:
    text = f"{VEC4}[sweep.train.ent_coef]\ndistribution = normal\nmin = 0\n"
    quiet(text, "PC676", target="4.0")


def test_an_own_value_below_1_is_all_that_log_odds_ask() -> None:
    text = f"{VEC4}[train]\ngamma = 1\n[sweep.train.gamma]\nmin = 0.9\n"
    quiet(text, "PC676", target="4.0")


def test_what_is_not_known() -> None:
    text = (
        "vec:\n  total_agents: 8\nsweep:\n  train:\n    gamma:\n      distribution: log_normal\n"
        "      min: ${low}\n      max: 1\n      scale: auto\n"
    )
    quiet(text, "PC676", name="c.yaml", target="4.0")
