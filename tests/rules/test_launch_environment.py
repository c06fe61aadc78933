"""PC705: an environment by its name in another generation."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def test_upstreams_prefix_under_4() -> None:
    found = finds(
        "puffer train puffer_breakout",
        "PC705",
        name="run.sh",
        target="4.0",
        at=(1, 14),
        severity="error",
    )
    assert found.fix is not None
    assert found.fix.edits[0].text == "breakout"


def test_one_that_4_lacks() -> None:
    found = finds("puffer train puffer_pysquared", "PC705", name="run.sh", target="4.0")
    assert "no such environment" in found.message


def test_a_bare_name_of_upstreams_under_3() -> None:
    found = finds("puffer train nmmo3", "PC705", name="run.sh", target="3.0", severity="warning")
    assert "puffer_nmmo3" in found.message


@pytest.mark.parametrize(
    ("target", "environment"),
    [
        ("4.0", "breakout"),
        ("4.0", "my_env"),
        ("4.0", "puffer_my_env"),
        ("4.0", "$ENV"),
        ("4.0", "puffer_$ENV"),
        ("3.0", "puffer_breakout"),
        ("3.0", "breakout"),
        ("3.0", "cartpole"),
        ("3.0", "pokemon_red"),
        ("3.0", "my_env"),
    ],
)
def test_right_names_and_ones_own(target: str, environment: str) -> None:
    quiet(f"puffer train {environment}", "PC705", name="run.sh", target=target)
