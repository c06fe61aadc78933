"""PC312 inert-key."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

VEC = "[vec]\ntotal_agents = 4096\n"


@pytest.mark.parametrize(
    ("section", "setting"),
    [
        ("train", "seed = 7"),
        ("train", "beta2 = 0.9"),
        ("train", "eps = 1e-8"),
        ("policy", "expansion_factor = 2"),
        ("torch", "network = LSTM"),
    ],
)
def test_a_value_of_ones_own(section: str, setting: str) -> None:
    found = finds(
        f"{VEC}[{section}]\n{setting}\n", "PC312", at=(4, 1), severity="info", target="4.0"
    )
    assert "changes nothing" in found.message


def test_a_value_from_outside() -> None:
    finds(VEC, "PC312", target="4.0", set_="train.seed=7")


@pytest.mark.parametrize(
    ("section", "setting"),
    [
        ("train", "seed = 42"),
        ("train", "eps = 1e-12"),
        ("policy", "expansion_factor = 1"),
        ("torch", "network = MinGRU"),
        ("base", "seed = 7"),
        ("train", "beta1 = 0.9"),
        ("sweep.train.beta2", "min = 0.5"),
    ],
)
def test_the_default_and_what_counts(section: str, setting: str) -> None:
    quiet(f"{VEC}[{section}]\n{setting}\n", "PC312", target="4.0")


def test_3_0_reads_its_seed() -> None:
    quiet("[vec]\nnum_envs = 8\n[train]\nseed = 7\n", "PC312")
