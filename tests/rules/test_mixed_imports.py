"""PC403: modules or names of two generations in one Python file."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

CODE = "PC403"
BOTH = "import pufferlib.vector\nfrom pufferlib import torch_pufferl\n"


@pytest.mark.parametrize(
    "text",
    [
        BOTH,
        "from pufferlib import PufferEnv, torch_pufferl\n",
        "import pufferlib\nfrom pufferlib import torch_pufferl\npufferlib.vector.make(x)\n",
        "if old:\n    import pufferlib.vector\nelse:\n    import pufferlib.torch_pufferl\n",
    ],
)
def test_uses_of_two_generations(text: str) -> None:
    finds(text, CODE, name="train.py", target=None, severity="warning")


def test_each_is_told_with_its_line() -> None:
    found = finds(BOTH, CODE, name="train.py", target=None, at=(1, 8))
    assert "pufferlib.vector is of 3.0 (line 1)" in found.message
    assert "pufferlib.torch_pufferl is of 4.0 (line 2)" in found.message


@pytest.mark.parametrize(
    ("text", "target"),
    [
        (BOTH, "3.0"),
        (BOTH, "4.0"),
        (f"# profilecheck: target=4.0\n{BOTH}", None),
        ("import pufferlib.vector\n", None),
        ("from pufferlib import torch_pufferl, pufferl\n", None),
        (
            "try:\n    import pufferlib.vector\nexcept ImportError:\n    from pufferlib import torch_pufferl\n",
            None,
        ),
    ],
)
def test_what_is_decided_or_guarded(text: str, target: str | None) -> None:
    quiet(text, CODE, name="train.py", target=target)
