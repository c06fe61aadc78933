"""PC658 native-value-range."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

TRAIN = "[vec]\ntotal_agents = 4096\n[train]\n"


@pytest.mark.parametrize(
    "line, wanted",
    [
        ("gamma = 99.5", "from 0 to 1"),
        ("gae_lambda = 1.01", "from 0 to 1"),
        ("vf_clip_coef = -0.2", "at least 0"),
        ("learning_rate = -0.1", "at least 0"),
        ("max_grad_norm = 0", "above 0"),
        ("beta1 = 1.0", "at least 0, below 1"),
    ],
)
def test_a_number_that_makes_no_sense(line: str, wanted: str) -> None:
    found = finds(TRAIN + line + "\n", "PC658", at=(4, 1), severity="warning", target="4.0")
    assert f"{line} makes no sense: it should be {wanted}, and" in found.message


@pytest.mark.parametrize(
    "line", ["gamma = 1", "gamma = 0", "learning_rate = 0", "ent_coef = -0.01", "vtrace_c_clip = 5"]
)
def test_silent_ends_of_the_range_and_what_is_done(line: str) -> None:
    quiet(TRAIN + line + "\n", "PC658", target="4.0")


def test_silent_what_has_a_rule_of_its_own() -> None:
    text = TRAIN + "gpus = 0\nhorizon = 0\nminibatch_size = 0\nreplay_ratio = 0\n"
    quiet(text, "PC658", target="4.0")


def test_silent_text_and_what_is_never_read() -> None:
    quiet(TRAIN + "gamma = high\nbeta2 = 7\n", "PC658", target="4.0")


def test_silent_eval() -> None:
    quiet(TRAIN + "gamma = 2\n", "PC658", target="4.0", mode="eval")
