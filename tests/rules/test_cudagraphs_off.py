"""PC315 cudagraphs-off."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC = "[vec]\ntotal_agents = 4096\n"


def test_minus_one() -> None:
    text = f"[base]\ncudagraphs = -1\n{VEC}"
    found = finds(text, "PC315", at=(2, 1), severity="warning", target="4.0")
    assert "segmentation fault" in found.message


def test_false_is_zero() -> None:
    found = finds(f"[base]\ncudagraphs = False\n{VEC}", "PC315", target="4.0")
    assert "does not switch them off" in found.message


@pytest.mark.parametrize("value", ["0", "1", "10", "-0.5", "True", "auto"])
def test_epochs_and_what_is_reported_otherwise(value: str) -> None:
    quiet(f"[base]\ncudagraphs = {value}\n{VEC}", "PC315", target="4.0")
