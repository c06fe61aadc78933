"""PC670 sweep-scalar."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC4 = "[vec]\ntotal_agents = 4096\n"
VEC3 = "[vec]\nnum_envs = 8\n"


def test_an_unknown_scalar() -> None:
    found = finds(
        f"{VEC4}[sweep]\nmax_price = 500\n", "PC670", at=(4, 1), severity="warning", target="4.0"
    )
    assert "AssertionError: Param max_price is not a dict" in found.message
    assert "(only a sweep meets this)" in found.message


def test_it_is_an_error_of_a_sweep() -> None:
    text = f"{VEC4}[sweep]\nmax_price = 500\n"
    found = finds(text, "PC670", severity="error", target="4.0", mode="sweep")
    assert "only a sweep" not in found.message


def test_the_right_name_is_told() -> None:
    found = finds(f"{VEC4}[sweep]\nmax_cost = 500\n", "PC670", target="4.0")
    assert "did you mean max_suggestion_cost?" in found.message
    found = finds(f"{VEC4}[sweep]\nprune_paretto = 1\n", "PC670", target="4.0")
    assert "did you mean prune_pareto?" in found.message


def test_a_value_beside_the_tables_of_a_section() -> None:
    finds(f"{VEC4}[sweep.train]\nnote = 1\n", "PC670", at=(4, 1), target="4.0")


def test_3_0_knows_four() -> None:
    finds(f"{VEC3}[sweep]\nname = sweep\n", "PC670", at=(4, 1))


@pytest.mark.parametrize(
    "key", ["method", "metric", "goal", "downsample", "gpus", "max_runs", "sweep_only", "use_gpu"]
)
def test_what_4_0_knows(key: str) -> None:
    quiet(f"{VEC4}[sweep]\n{key} = 1\n", "PC670", target="4.0")


@pytest.mark.parametrize("key", ["method", "metric", "goal", "downsample"])
def test_what_3_0_knows(key: str) -> None:
    quiet(f"{VEC3}[sweep]\n{key} = score\n", "PC670")


def test_tables_and_their_keys() -> None:
    quiet(f"{VEC4}[sweep.train.gamma]\nmin = 0.5\n", "PC670", target="4.0")


def test_tables_of_2_x_are_reported_otherwise() -> None:
    text = f"{VEC4}[sweep.parameters.train.parameters.gamma]\nmin = 0.5\nmax = 0.9\n"
    quiet(text, "PC670", target="4.0")


def test_a_sweep_of_another_program() -> None:
    text = "vec:\n  total_agents: 4096\nsweep:\n  program: train.py\n  method: bayes\n"
    quiet(text, "PC670", name="c.yaml", target="4.0")
