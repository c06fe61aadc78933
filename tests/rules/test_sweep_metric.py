"""PC678 sweep-metric."""

from __future__ import annotations

import pytest

from profilecheck.findings import Effect
from tests.rules.helpers import finds, quiet

VEC4 = "[base]\nenv_name = x\n[vec]\ntotal_agents = 4096\n"
VEC3 = "[base]\nenv_name = x\n[vec]\nnum_envs = 8\n"


def test_3_0_learns_from_no_run() -> None:
    text = f"{VEC3}[sweep]\nmetric = environment/score\n"
    found = finds(text, "PC678", at=(6, 1), severity="warning")
    assert "looks for environment/environment/score" in found.message
    assert found.effect is Effect.IGNORED
    assert found.fix is not None and found.fix.edits[0].text == "score"
    finds(text, "PC678", severity="error", mode="sweep")


@pytest.mark.parametrize("metric", ["environment/score", "env/score"])
def test_4_0_ends(metric: str) -> None:
    found = finds(f"{VEC4}[sweep]\nmetric = {metric}\n", "PC678", at=(6, 1), target="4.0")
    assert f"looks for env/{metric}, which is never logged, and the sweep ends" in found.message


@pytest.mark.parametrize(
    "metric", ["score", "stats/score", "environment", "env_score", "environment/"]
)
def test_silent_a_name_that_may_be_logged(metric: str) -> None:
    quiet(f"{VEC3}[sweep]\nmetric = {metric}\n", "PC678")


def test_silent_a_table_is_not_upstream_s_sweep() -> None:
    text = "vec:\n  num_envs: 8\nsweep:\n  metric: env/score\n"
    quiet(text, "PC678", name="a.yaml")
