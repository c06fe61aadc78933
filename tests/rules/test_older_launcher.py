"""PC710: the launcher of 2.0."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


@pytest.mark.parametrize("target", ["3.0", "4.0"])
def test_demo_with_its_flags(target: str) -> None:
    finds(
        "python demo.py --env x --mode train",
        "PC710",
        name="run.sh",
        target=target,
        severity="info",
    )


@pytest.mark.parametrize("text", ["puffer train x", "puffer train demo.py"])
def test_other_lines(text: str) -> None:
    quiet(text, "PC710", name="run.sh")
