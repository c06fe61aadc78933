"""PC653 horizon-zero."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(horizon: object) -> str:
    return f"[vec]\ntotal_agents = 4096\n[train]\nhorizon = {horizon}\n"


@pytest.mark.parametrize(
    ("horizon", "said"),
    [
        ("0", "ZeroDivisionError"),
        ("0.0", "ZeroDivisionError"),
        ("False", "ZeroDivisionError"),
        ("0.5", "reads as 0"),
        ("-64", "so few steps"),
    ],
)
def test_no_steps(horizon: str, said: str) -> None:
    found = finds(ini(horizon), "PC653", at=(4, 1), severity="error", target="4.0")
    assert said in found.message
    assert found.notes[-1].message == "try horizon = 64"


def test_it_is_the_only_error() -> None:
    verdict = quiet(ini(0), "PC652", target="4.0")
    assert [f.code for f in verdict.findings if f.severity == "error"] == ["PC653"]


@pytest.mark.parametrize("horizon", ["8", "64.0", "1.5", "auto"])
def test_steps_and_no_numbers(horizon: str) -> None:
    quiet(ini(horizon), "PC653", target="4.0")


def test_eval_sets_it_itself() -> None:
    quiet(ini(0), "PC653", target="4.0", mode="eval")
