"""Launch lines that another program completes, or that a reader is to complete, are no faults."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report


@pytest.mark.parametrize(
    "line",
    [
        "parallel puffer train puffer_breakout --train.seed {} ::: 1 2 3",
        "echo 1 2 | xargs -n1 puffer train puffer_breakout --train.seed",
        "cat envs.txt | xargs -n1 puffer train",
        "mpirun -n 1 puffer train puffer_breakout : -n 1 other",
        *(
            f"puffer train puffer_breakout --vec.num-envs{join}{value}"
            for join in (" ", "=")
            for value in (
                "...",
                "N",
                "NUM",
                "NUM_ENVS",
                "{}",
                "{n}",
                "%N%",
                "$N",
                "'$N'",
                "'<n>'",
                "<n>",
            )
        ),
    ],
)
def test_right_lines(line: str) -> None:
    quiet(f"{line}\n", name="run.sh")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("xargs -I{} puffer train puffer_breakout --tag {} --vec.num-envs", "PC706"),
        (
            "mpirun puffer train puffer_breakout : puffer train puffer_breakout --vec.num-envs x",
            "PC706",
        ),
        ("parallel puffer train puffer_breakout --vec.num-envs x ::: 1", "PC706"),
        ("puffer train puffer_breakout :::", "PC702"),
    ],
)
def test_what_stays_wrong(line: str, code: str) -> None:
    finds(f"{line}\n", code, name="run.sh")


@pytest.mark.parametrize(
    "line",
    [
        "OUT=$({})",
        'OUT="$({} | tail -1)"',
        "OUT=`{}`",
        'echo "got $({})"',
        "if [ -z $({}) ]; then x; fi",
        "A=$(cat $({}))",
    ],
)
def test_what_a_substitution_runs(line: str) -> None:
    text = line.format("puffer train puffer_breakout --vec.num-envs x")
    finds(f"{text}\n", "PC706", name="run.sh", at=(1, text.index("--vec") + 1))


@pytest.mark.parametrize(
    "program",
    [
        '"$VENV/bin/puffer"',
        "$VENV/bin/puffer",
        "${VENV:-x}/bin/puffer",
        '"$A/$B/bin/puffer"',
        'python "$ROOT/pufferlib/pufferl.py"',
        '"$PYTHON" -m pufferlib.pufferl',
        'srun "$VENV/bin/puffer"',
    ],
)
def test_a_program_in_a_folder_that_is_not_known(program: str) -> None:
    finds(f"{program} train puffer_breakout --vec.num-envs x\n", "PC706", name="run.sh")


@pytest.mark.parametrize(
    "line",
    [
        "A='$(puffer train puffer_breakout --vec.num-envs x)'",
        "A=$(pgrep -f 'puffer train puffer_breakout --vec.num-envs x')",
        "A=$(echo puffer train puffer_breakout --vec.num-envs x)",
    ],
)
def test_a_substitution_that_launches_nothing(line: str) -> None:
    quiet(f"{line}\npuffer train puffer_breakout\n", name="run.sh")


@pytest.mark.parametrize("program", [".venv/bin/puffer", '"$VENV/bin/puffer"'])
def test_a_program_that_is_copied_is_not_run(program: str) -> None:
    quiet(f'sudo cp {program} "$TO"\npuffer train puffer_breakout\n', name="run.sh")


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        ("--train.anneal-lr False", "PC302"),
        ("--vec.num-buffers 3", "PC305"),
        ("--vec.num-threads 15 --vec.num-buffers 8", "PC307"),
        ("--train.horizon 60", "PC657"),
    ],
)
def test_what_the_native_trainer_makes_of_a_value_is_nothing_to_torch(
    flags: str, code: str
) -> None:
    quiet(f"puffer train breakout --slowly {flags}\n", code, name="run.sh", target="4.0")


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        ("--train.minibatch-size 8200 --train.horizon 64", "PC651"),
        (
            "--train.minibatch-size 8192 --train.horizon 64 --vec.total-agents 64",
            "PC652",
        ),
        (
            "--train.total-timesteps 10000 --train.horizon 64 --vec.total-agents 4096 --train.gpus 1",
            "PC655",
        ),
    ],
)
def test_what_the_launcher_makes_of_a_value_holds_for_torch_too(flags: str, code: str) -> None:
    finds(f"puffer train breakout --slowly {flags}\n", code, name="run.sh", target="4.0")


def test_a_launch_line_is_not_said_to_leave_train_to_another_trainer() -> None:
    line = "puffer train puffer_breakout --train.device cpu --train.optimizer sgd\n"
    verdict = report(line, name="run.sh", target="3.0")
    assert not [one for one in verdict.evidence if "not judged" in one.message]
