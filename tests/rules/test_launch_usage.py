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


@pytest.mark.parametrize(
    "text",
    [
        'ENTRYPOINT ["puffer", "train"]\nCMD ["puffer_breakout"]',
        'CMD ["puffer_breakout"]\nENTRYPOINT ["puffer", "train"]',
        'ENTRYPOINT ["puffer", "train"]',
        'ENTRYPOINT ["puffer", "train"]\nCMD ["puffer_breakout", "--wandb"]\nFROM y\nCMD ["x"]',
        'ENTRYPOINT ["puffer"]\nCMD ["train"]\nCMD ["train", "puffer_breakout"]',
        'ENTRYPOINT ["puffer", "train"]\nCMD puffer_breakout',
        'ONBUILD ENTRYPOINT ["puffer", "train"]',
    ],
)
def test_an_entry_point_and_what_is_run_behind_it_are_one_line(text: str) -> None:
    quiet(f"FROM x\n{text}\n", "PC708", name="Dockerfile")


def test_an_entry_point_and_a_command_that_name_no_environment() -> None:
    text = 'FROM x\nENTRYPOINT ["puffer"]\nCMD ["train"]\n'
    finds(text, "PC708", name="Dockerfile", at=(2, 13))


def test_a_flag_of_the_command_is_judged_behind_the_entry_point() -> None:
    text = 'FROM x\nENTRYPOINT ["puffer", "train"]\nCMD ["puffer_breakout", "--vec.total-agents", "8"]\n'
    finds(text, "PC701", name="Dockerfile", at=(3, 25))
