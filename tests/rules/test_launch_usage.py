"""PC708: the mode and the environment come first."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("puffer --vec.num-envs 8 train x", 8),
        ("puffer train --vec.num-envs 8 x", 14),
        ("python -m pufferlib.pufferl train --wandb x", 35),
        ("puffer train", 1),
    ],
)
def test_a_flag_in_their_places_or_none(text: str, column: int) -> None:
    finds(text, "PC708", name="run.sh", at=(1, column), severity="error")


@pytest.mark.parametrize(
    "text",
    [
        "puffer train x --vec.num-envs 8",
        "puffer train --help",
        "puffer train $ARGS",
        'puffer train "$@"',
        "puffer $ARGS",
        "puffer train <env>",
        "puffer train my-env",
    ],
)
def test_lines_in_order(text: str) -> None:
    quiet(text, "PC708", name="run.sh")


def test_a_bare_block_of_a_page_may_only_name_the_mode() -> None:
    quiet("```\npuffer train\n```\n", "PC708", name="README.md")
