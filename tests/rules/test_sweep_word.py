"""PC672 sweep-word."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC4 = "[vec]\ntotal_agents = 4096\n"
VEC3 = "[vec]\nnum_envs = 8\n"


def test_an_unknown_distribution() -> None:
    text = f"{VEC4}[sweep.train.gamma]\ndistribution = normal\n"
    found = finds(text, "PC672", at=(4, 1), severity="warning", target="4.0")
    assert "use uniform, int_uniform, uniform_pow2, log_normal or logit_normal" in found.message
    finds(text, "PC672", severity="error", target="4.0", mode="sweep")


@pytest.mark.parametrize("setting", ["goal = max", "method = protein", "method = Carbs"])
def test_goal_and_method(setting: str) -> None:
    finds(f"{VEC4}[sweep]\n{setting}\n", "PC672", at=(4, 1), target="4.0")


def test_time_is_a_scale_of_log_normal_only() -> None:
    found = finds(f"{VEC4}[sweep.train.gamma]\nscale = time\n", "PC672", at=(4, 1), target="4.0")
    assert "scale = 'time': use auto or a number" in found.message


def test_another_word_for_a_scale() -> None:
    text = f"{VEC3}[sweep.train.learning_rate]\nscale = wide\n"
    assert "auto, time or a number" in finds(text, "PC672", at=(4, 1)).message


@pytest.mark.parametrize("setting", ["goal = minimize", "method = Random", "method = Protein"])
def test_known_words(setting: str) -> None:
    quiet(f"{VEC4}[sweep]\n{setting}\n", "PC672", target="4.0")


def test_3_0_has_carbs() -> None:
    quiet(f"{VEC3}[sweep]\nmethod = Carbs\n", "PC672")


@pytest.mark.parametrize("scale", ["auto", "0.5", "2"])
def test_known_scales(scale: str) -> None:
    quiet(f"{VEC4}[sweep.train.gamma]\nscale = {scale}\n", "PC672", target="4.0")


def test_time_of_the_timesteps() -> None:
    quiet(f"{VEC4}[sweep.train.total_timesteps]\nscale = time\n", "PC672", target="4.0")


def test_any_metric_may_be_swept() -> None:
    quiet(f"{VEC4}[sweep]\nmetric = my_score\n", "PC672", target="4.0")


def test_a_sweep_of_another_program() -> None:
    text = "vec:\n  total_agents: 4096\nsweep:\n  method: bayes\n  goal: max\n"
    quiet(text, "PC672", name="c.yaml", target="4.0")
