"""PC703: words of two generations on one launch line."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def test_flags_of_two_generations() -> None:
    text = "puffer train x --vec.total-agents 8 --train.horizon 3 --vec.num-workers 2"
    found = finds(text, "PC703", name="run.sh", target=None, at=(1, 55), severity="error")
    assert "3.0 and 4.0" in found.message
    assert found.span.end_column == 72


@pytest.mark.parametrize(
    "text",
    [
        "puffer export x --vec.total-agents 8",
        "puffer paretosweep x --neptune",
        "puffer train x --slowly --max-runs 3",
    ],
)
def test_a_mode_and_the_launchers_own_flags_count(text: str) -> None:
    finds(text, "PC703", name="run.sh", target=None)


@pytest.mark.parametrize(
    "text",
    [
        "puffer train x --vec.total-agents 8 --train.gamma 0.9",
        "puffer train x --vec.num-envs 8 --train.gamma 0.9",
        "puffer train x --vec.total-agents 8 --env.num-envs 8",
        "puffer train x --vec.total-agents 8\npuffer train x --vec.num-envs 8",
        "# profilecheck: target=4.0\npuffer train x --vec.total-agents 8 --vec.num-envs 8",
        "puffer train x --tag 3.0",
    ],
)
def test_lines_of_one_generation_each(text: str) -> None:
    quiet(text, "PC703", name="run.sh", target=None)


def test_what_the_run_says_decides() -> None:
    quiet(
        "puffer train x --vec.total-agents 8 --vec.num-envs 8", "PC703", name="run.sh", target="4.0"
    )


FORK = "puffer train x --vec.num-workers 8 --train.horizon 91 --policy-architecture T --train.minibatch-multiplier 3"


def test_with_flags_of_no_generation_it_may_be_a_fork() -> None:
    found = finds(FORK, "PC703", name="run.sh", target=None, severity="warning")
    assert (
        "a fork may have --policy-architecture, --train.minibatch-multiplier"
        in found.notes[-1].message
    )


def test_a_slip_is_no_flag_of_a_fork() -> None:
    text = "puffer train x --vec.num-workers 8 --train.horizon 91 --train.lerning-rate 1 --train.gama 1"
    finds(text, "PC703", name="run.sh", target=None, severity="error")
