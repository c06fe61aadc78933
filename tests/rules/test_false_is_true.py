"""PC707: a text that means false, and is true."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


@pytest.mark.parametrize("text", ["False", "false", "no", "off", "FALSE"])
def test_a_word_for_false(text: str) -> None:
    found = finds(
        f"puffer train x --train.anneal-lr {text}",
        "PC707",
        name="run.sh",
        at=(1, 16),
        severity="warning",
    )
    assert "write --train.anneal-lr=" in found.message
    finds(f"puffer train x --vec.zero-copy={text}", "PC707", name="run.sh")


def test_under_4_as_well() -> None:
    finds("puffer train x --reset-state False", "PC707", name="run.sh", target="4.0")


@pytest.mark.parametrize(
    "flags",
    [
        "--train.anneal-lr True",
        "--train.anneal-lr=",
        "--train.anneal-lr ''",
        "--train.anneal-lr $X",
        "--train.anneal-lr 0",
        "--tag False",
        "--train.device off",
        "--env.flag False",
        "--wandb",
    ],
)
def test_what_is_as_it_reads_or_is_not_known(flags: str) -> None:
    quiet(f"puffer train x {flags}", "PC707", name="run.sh")


def test_where_the_ini_has_false_the_flag_is_left_out() -> None:
    left = finds("puffer train x --train.compile False", "PC707", name="run.sh")
    assert (
        "leave it out (where the environment's INI has True, write --train.compile=)"
        in left.message
    )
    written = finds("puffer train x --train.anneal-lr False", "PC707", name="run.sh")
    assert written.message.endswith("write --train.anneal-lr=")
