"""PC674 sweep-gpus."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(run: object, sweep: object) -> str:
    return f"[vec]\ntotal_agents = 4096\n[train]\ngpus = {run}\n[sweep]\ngpus = {sweep}\n"


def test_a_run_that_needs_more_than_there_are() -> None:
    found = finds(ini(4, 2), "PC674", at=(4, 1), severity="warning", target="4.0")
    assert "ZeroDivisionError (only a sweep meets this)" in found.message
    finds(ini(4, 2), "PC674", severity="error", target="4.0", mode="sweep")


def test_runs_of_several_gpus_are_doubtful_in_a_sweep() -> None:
    found = finds(ini(2, 8), "PC674", at=(4, 1), severity="warning", target="4.0", mode="sweep")
    assert "overlapping GPUs" in found.message


@pytest.mark.parametrize(("run", "sweep"), [(1, 0), (1, 4), (4, 0), (2, 8), ("all", 2)])
def test_training_on_several_gpus(run: object, sweep: object) -> None:
    quiet(ini(run, sweep), "PC674", target="4.0")


def test_a_sweep_with_one_gpu_a_run() -> None:
    quiet(ini(1, 8), "PC674", target="4.0", mode="sweep")
