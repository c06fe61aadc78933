"""PC702: a flag that the launcher does not take."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


@pytest.mark.parametrize(
    ("flag", "right"),
    [
        ("--vec.num_envs 8", "--vec.num-envs"),
        ("--train.learning_rate=0.1", "--train.learning-rate"),
        ("--load_model_path latest", "--load-model-path"),
        ("--base.max-suggestion-cost 3", "--max-suggestion-cost"),
        ("--env.paddle_width 8", "--env.paddle-width"),
    ],
)
def test_an_underscore_is_no_dash(flag: str, right: str) -> None:
    found = finds(f"puffer train x {flag}", "PC702", name="run.sh", at=(1, 16), severity="error")
    assert found.fix is not None
    assert found.fix.edits[0].text == right


@pytest.mark.parametrize("target", ["3.0", "4.0"])
def test_a_slip_is_a_warning_where_the_ini_is_not_known(target: str) -> None:
    found = finds(
        "puffer train x --train.lerning-rate 0.1",
        "PC702",
        name="run.sh",
        target=target,
        severity="warning",
    )
    assert "did you mean --train.learning-rate?" in found.message


def test_words_that_belong_to_no_flag() -> None:
    finds("puffer train x extra", "PC702", name="run.sh", at=(1, 16), severity="error")
    finds("puffer train x --wandb True", "PC702", name="run.sh", at=(1, 24), severity="error")
    finds("puffer train x --base.foo 3", "PC702", name="run.sh", at=(1, 16), severity="error")
    finds("puffer train x -v", "PC702", name="run.sh", at=(1, 16), severity="error")


@pytest.mark.parametrize(
    "text",
    [
        "puffer train x --vec.num-envs 8 --vec.num-workers=4 --train.device cuda --wandb --tag t",
        "puffer train x --vec.num-w 4 --load-m latest",
        "puffer train x --vec.overwork True",
        "puffer train x --train.render-interval 3 --policy-architecture T --vec.worker-wait 1",
        "puffer train x --eval.backend Serial --selfplay.pool 3",
        "puffer train x --env.size 8 --env.deep.down 3 --policy.width 8 --rnn.hidden-size 8",
        "puffer train x --sweep.train.gamma.min 0.9",
        "puffer train x $FLAGS 8",
        "puffer train x $FLAGS 8 $MORE extra",
        "puffer train x --tag $TAG --vec.num-envs $((2 * 4))",
        'puffer train x "$@"',
        "puffer train x --train.learning-rate -1",
        "puffer train x --$NAME 8",
        "puffer train x [options]",
        "puffer train x ...",
        "puffer train x --help",
        "puffer train x -h",
    ],
)
def test_flags_that_there_are_and_those_that_an_ini_may_give(text: str) -> None:
    quiet(text, "PC702", name="run.sh")


def test_settings_without_dashes_may_be_a_forks() -> None:
    text = "puffer train x wandb=True train.total_timesteps=1000 vec.num_envs=$N"
    found = finds(text, "PC702", name="run.sh", severity="warning", at=(1, 16))
    assert "write --wandb=True" in found.message
    assert "nor do 1 more" in found.message
