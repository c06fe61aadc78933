"""Which command lines launch PufferLib: each form once, and what only looks like one."""

from __future__ import annotations

import pytest

from profilecheck.profiles import profiles
from profilecheck.profiles.launch_lines import Launch, launch_of, telling_launch
from profilecheck.profiles.launch_programs import LAUNCHERS, WORDS
from profilecheck.sources import shell


def launches(text: str, name: str = "run.sh") -> list[Launch]:
    document = shell.read(text, name, name=name, data=text.encode(), marks=WORDS)
    return [found for command in document.commands if (found := launch_of(command))]


def told(launch: Launch) -> tuple[str, str, str, int]:
    mode, environment = (
        "" if word is None else word.text if word.whole else "?"
        for word in (launch.mode, launch.environment)
    )
    return launch.how, mode, environment, len(launch.arguments)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("puffer train x --a 1", ("program", "train", "x", 2)),
        (".venv/bin/puffer eval x", ("program", "eval", "x", 0)),
        ("$VENV/bin/puffer eval x", ("program", "eval", "x", 0)),
        ("puffer $MODE $ENV", ("program", "?", "?", 0)),
        ("puffer trian x", ("program", "trian", "x", 0)),
        ("puffer train", ("program", "train", "", 0)),
        ("python -m pufferlib.pufferl train x", ("module", "train", "x", 0)),
        ("python3.11 -u -O -m pufferlib.pufferl train x", ("module", "train", "x", 0)),
        ("python -um pufferlib.pufferl sweep x", ("module", "sweep", "x", 0)),
        ("$PY -m pufferlib.pufferl train x", ("module", "train", "x", 0)),
        ("python path/to/pufferl.py train x", ("file", "train", "x", 0)),
        (
            "torchrun --standalone --nproc-per-node=6 -m pufferlib.pufferl train x",
            ("module", "train", "x", 0),
        ),
        (
            "python -m torch.distributed.run -m pufferlib.pufferl train x",
            ("module", "train", "x", 0),
        ),
        ("accelerate launch -m pufferlib.pufferl train x", ("module", "train", "x", 0)),
        ("CUDA_VISIBLE_DEVICES=0 srun -n 1 --gpus=1 puffer train x", ("program", "train", "x", 0)),
        ("uv run --frozen puffer train x", ("program", "train", "x", 0)),
        ("poetry run puffer train x", ("program", "train", "x", 0)),
        ("docker run --rm --gpus all pufferai/tank:3 puffer train x", ("program", "train", "x", 0)),
        ("xvfb-run -a nohup time puffer train x", ("program", "train", "x", 0)),
        ("sudo -E env A=1 puffer train x", ("program", "train", "x", 0)),
        ("./puffer train --train.horizon=64", ("native", "train", "--train.horizon=64", 0)),
        ("/opt/puffer eval latest", ("native", "eval", "latest", 0)),
        ("python demo.py --env x --mode train", ("older", "", "", 4)),
        ("python demo.py --env x --train.num-envs 8", ("older", "", "", 4)),
        ("puffer --vec.num-envs 8 train x", ("program", "--vec.num-envs", "8", 2)),
    ],
)
def test_what_launches(text: str, expected: tuple[str, str, str, int] | None) -> None:
    assert [told(launch) for launch in launches(text)] == ([expected] if expected else [])


@pytest.mark.parametrize(
    "text",
    [
        "pgrep -af 'pufferlib.pufferl train'",
        "pkill -f pufferlib.pufferl",
        "pkill -f 'puffer train'",
        "echo puffer train x",
        "echo 'run: puffer train x'",
        "printf '%s' puffer train",
        "# puffer train x",
        "pip install pufferlib",
        "uv add pufferlib train",
        "python -c 'import pufferlib'",
        "python -m pufferlib.vector train",
        "python train.py --env puffer_x",
        "python my_pufferl_tool.py train x",
        "python demo.py --env x",
        "python demo.py train",
        "cat demo.py --env x --mode train",
        "puffer --help",
        "puffer",
        "puffer version",
        "puffer fish train",
        "docker run --name puffer image python x.py",
        "docker build -t me/puffer .",
        "docker run me/puffer python x.py",
        "git clone https://github.com/PufferAI/PufferLib puffer",
        "cd puffer && train x",
        "which puffer",
        "alias p='puffer train'",
        "PROGRAM=puffer",
        "cp config/puffer_x.ini train",
    ],
)
def test_what_launches_nothing(text: str) -> None:
    assert launches(text) == []


@pytest.mark.parametrize("text", ["puffer is an environment", "puffer trian x", "puffer train x"])
def test_a_block_without_a_language_may_be_prose(text: str) -> None:
    found = launches(f"```\n{text}\n```\n", "README.md")
    assert bool(found) is text.startswith("puffer train")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("puffer train x --vec.total-agents 8", {"4.0"}),
        ("puffer train x --vec.num-envs=8", {"3.0"}),
        ("puffer train x --vec.num_envs=8", {"3.0"}),
        ("puffer train x --neptune", {"3.0"}),
        ("puffer train x --slowly", {"4.0"}),
        ("puffer autotune x", {"3.0"}),
        ("puffer paretosweep x", {"4.0"}),
        ("puffer train x --vec.num-envs 8 --slowly", {"3.0", "4.0"}),
        ("./puffer train --vec.total-agents=8", {"5.0"}),
        ("./puffer match --train.momentum=0.9", {"5.0"}),
        ("puffer train x --train.momentum 0.9", {"5.0"}),
        ("puffer train x --wandb --wandb-project p --tag t", set()),
        ("puffer train x --load-model-path latest", set()),
        ("puffer train puffer_breakout", set()),
        ("puffer train x --train.gamma 0.9 --env.num-envs 8", set()),
        ("puffer train x $FLAGS", set()),
    ],
)
def test_what_tells_a_generation(text: str, expected: set[str]) -> None:
    (launch,) = launches(text)
    assert set(telling_launch(launch)) == expected


def test_a_forks_own_names_tell_nothing() -> None:
    (launch,) = launches("puffer train x --train.horizon 8")
    assert telling_launch(launch, frozenset({("train", "horizon")})) == {}


def test_every_profile_has_a_launcher_with_the_flags_that_it_knows() -> None:
    for name, profile in profiles().items():
        assert profile.fixed_flags <= LAUNCHERS[name].fixed.keys()
