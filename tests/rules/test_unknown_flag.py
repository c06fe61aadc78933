"""PC702: a flag that the launcher does not take."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.profiles.releases import PINS
from profilecheck.surroundings import Surroundings, look
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


@pytest.mark.parametrize("flag", ["--track", "--wandb-name x", "--exp-name=x"])
@pytest.mark.parametrize(
    ("target", "environment", "pin"),
    [
        ("3.0", "puffer_breakout", "pufferlib==3.0.0"),
        ("4.0", "breakout", PINS["4.0"]),
    ],
)
def test_no_ini_of_upstreams_gives_a_flag_without_a_dot(
    flag: str, target: str, environment: str, pin: str, tmp_path: Path
) -> None:
    text = f"puffer train {environment} {flag}\n"
    finds(text, "PC702", name="run.sh", target=target, severity="warning")
    finds(
        text,
        "PC702",
        name="run.sh",
        target=None,
        severity="error",
        surroundings=_tree(tmp_path, pin),
    )


@pytest.mark.parametrize(
    ("text", "pin"),
    [
        ("puffer train my_env --track", "pufferlib==3.0.0"),
        ("puffer train breakout --track", "pufferlib==3.0.0"),
        ("puffer train $ENV --track", "pufferlib==3.0.0"),
        ("puffer train puffer_breakout --wandb --tag x", "pufferlib==3.0.0"),
        ("puffer train puffer_breakout --$FLAG", "pufferlib==3.0.0"),
        ("python my/pufferl.py train puffer_breakout --track", "pufferlib==3.0.0"),
        ("puffer train puffer_breakout --track", "pufferlib-core==3.0.23"),
        ("puffer train puffer_breakout --track", "pufferlib @ git+https://github.com/me/x@3.0"),
        ("puffer train puffer_breakout --track --neptune", "pufferlib>=2"),
        (
            "puffer train puffer_breakout --track",
            "--extra-index-url https://x.y/\npufferlib==3.0.0",
        ),
    ],
)
def test_a_flag_without_a_dot_that_may_be_anothers(text: str, pin: str, tmp_path: Path) -> None:
    quiet(text, "PC702", name="run.sh", target=None, surroundings=_tree(tmp_path, pin))


def test_a_flag_without_a_dot_beside_a_package_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "pufferlib").mkdir()
    (tmp_path / "pufferlib" / "__init__.py").touch()
    around = _tree(tmp_path, "pufferlib==3.0.0")
    quiet(
        "puffer train puffer_breakout --track",
        "PC702",
        name="run.sh",
        target=None,
        surroundings=around,
    )


def _tree(folder: Path, pin: str) -> Surroundings:
    """What lies around a script of a project with this pin."""
    (folder / "requirements.txt").write_text(f"{pin}\n", encoding="utf-8")
    return look(folder / "run.sh")
