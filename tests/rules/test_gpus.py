"""PC654 gpus."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(gpus: object) -> str:
    return f"[vec]\ntotal_agents = 4096\n[train]\ngpus = {gpus}\n"


@pytest.mark.parametrize(
    ("gpus", "error"),
    [
        ("0", "ZeroDivisionError"),
        ("-1", "ZeroDivisionError"),
        ("False", "ZeroDivisionError"),
        ("2.0", "TypeError"),
        ("all", "TypeError"),
        ("None", "TypeError"),
    ],
)
def test_no_number_of_gpus(gpus: str, error: str) -> None:
    found = finds(ini(gpus), "PC654", at=(4, 1), severity="error", target="4.0")
    assert error in found.message
    assert found.notes[-1].message == "try gpus = 1"


@pytest.mark.parametrize("gpus", ["1", "8", "True"])
def test_numbers_of_gpus(gpus: str) -> None:
    quiet(ini(gpus), "PC654", target="4.0")


def test_eval_reads_none() -> None:
    quiet(ini(0), "PC654", target="4.0", mode="eval")


def test_a_sweep_may_take_all() -> None:
    quiet("[vec]\ntotal_agents = 4096\n[sweep]\ngpus = 0\n", "PC654", target="4.0")
