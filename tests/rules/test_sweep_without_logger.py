"""PC711: a sweep of 3.0 without a logger."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


@pytest.mark.parametrize(
    "text",
    [
        "puffer sweep puffer_breakout",
        "puffer sweep puffer_breakout --train.seed 3 --tag wandb",
        "puffer sweep puffer_breakout --wandb-project mine",
        "python -m pufferlib.pufferl sweep puffer_breakout --max-runs 9",
        'puffer sweep puffer_breakout --tag "$NAME"',
        'puffer sweep "$ENV_NAME"',
    ],
)
def test_it_always_raises(text: str) -> None:
    finds(text, "PC711", name="run.sh", severity="error")


@pytest.mark.parametrize(
    "text",
    [
        "puffer sweep puffer_breakout --wandb",
        "puffer sweep puffer_breakout --train.seed 3 --neptune",
        "puffer sweep puffer_breakout $ARGS",
        'puffer sweep puffer_breakout "$@"',
        'puffer sweep puffer_breakout "$LOGGER"',
        "puffer sweep puffer_breakout <logger>",
        "puffer sweep puffer_breakout ...",
        "puffer sweep puffer_breakout --help",
        "puffer sweep $ARGS",
        "puffer sweep --wandb puffer_breakout",
        "puffer sweep",
        "puffer train puffer_breakout",
        "puffer $MODE puffer_breakout",
        "python my/pufferl.py sweep puffer_breakout",
    ],
)
def test_silent_where_it_may_have_one(text: str) -> None:
    quiet(text, "PC711", name="run.sh")


def test_silent_under_4_0() -> None:
    quiet("puffer sweep breakout", "PC711", name="run.sh", target="4.0")


def test_a_warning_on_a_forks_line() -> None:
    text = "puffer sweep my_env --train.mine 1 --train.another-one 2"
    finds(text, "PC711", name="run.sh", severity="warning")
