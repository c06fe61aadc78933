"""PC706: a value that the launcher does not take."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


@pytest.mark.parametrize(
    "flags",
    [
        "--vec.num-envs eight",
        "--vec.num-envs=",
        "--train.gamma high",
        "--vec.num-workers all",
        "--fps fast",
        "--save-frames 1e3",
        "--render-mode rgb",
        "--vec.num-envs --tag x",
        "--vec.num-envs",
        "--train.learning-rate -1e-5",
        "--wandb=True",
        "--neptune=",
        "--w",
        "--tag '--train.device=a b'",
        "--vec.num 8",
        "--vec.num-envs None",
    ],
)
def test_what_argparse_refuses(flags: str) -> None:
    finds(f"puffer train x {flags}", "PC706", name="run.sh", at=(1, 16), severity="error")


def test_a_number_of_another_kind_may_be_that_of_the_ini() -> None:
    finds("puffer train x --train.total-timesteps 1e9", "PC706", name="run.sh", severity="info")
    finds("puffer train default --fps 1e9x", "PC706", name="run.sh", severity="error")


def test_what_argparse_takes_for_a_flag() -> None:
    found = finds("puffer train x --train.ent-coef -1e-5", "PC706", name="run.sh")
    assert "--train.ent-coef=-1e-5" in found.message


@pytest.mark.parametrize(
    "flags",
    [
        "--vec.num-envs 8 --vec.num-workers auto --vec.batch-size auto",
        "--vec.num-envs 8_192",
        "--train.gamma 1 --train.learning-rate 1e-5 --train.ent-coef=-1e-5",
        "--train.learning-rate -1",
        "--train.anneal-lr False",
        "--rnn-name Recurrent --package ocean",
        "--wandb --neptune --tag 3 --fps 30 --render-mode human",
        "--vec.num-envs $N --train.gamma=$G",
        "--load-m latest",
        "--tag '-x y=1'",
    ],
)
def test_what_it_takes(flags: str) -> None:
    quiet(f"puffer train x {flags}", "PC706", name="run.sh")


@pytest.mark.parametrize(
    "flags", ["--vec.total-agents auto", "--train.horizon auto", "--train.anneal-lr 1"]
)
def test_4_takes_auto_everywhere(flags: str) -> None:
    quiet(f"puffer eval x {flags}", "PC706", name="run.sh", target="4.0")
