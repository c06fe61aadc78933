"""PC313 unaligned-hidden-size."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(size: object) -> str:
    return f"[vec]\ntotal_agents = 4096\n[policy]\nhidden_size = {size}\n"


def test_a_size_that_is_no_multiple_of_eight() -> None:
    found = finds(ini(100), "PC313", at=(4, 1), severity="warning", target="4.0")
    assert found.notes[-1].message == "try hidden_size = 96 or 104"


def test_a_fraction_is_judged_as_c_reads_it() -> None:
    found = finds(ini(100.9), "PC313", target="4.0")
    assert "hidden_size = 100.9 (read as 100)" in found.message


def test_less_than_eight() -> None:
    assert finds(ini(4), "PC313", target="4.0").notes[-1].message == "try hidden_size = 8"


@pytest.mark.parametrize("size", [8, 128, 512.7, 1024])
def test_multiples_of_eight(size: object) -> None:
    quiet(ini(size), "PC313", target="4.0")


@pytest.mark.parametrize("size", [0, -4, "auto", "None"])
def test_what_fails_otherwise_is_reported_otherwise(size: object) -> None:
    quiet(ini(size), "PC313", target="4.0")


def test_3_0_takes_any_size() -> None:
    quiet("[vec]\nnum_envs = 8\n[policy]\nhidden_size = 100\n", "PC313")
