"""PC712: torchrun starts several trainers of 4.0."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

RUN = "-m pufferlib.pufferl train grid"


@pytest.mark.parametrize(
    "start",
    [
        "torchrun --nproc-per-node=2",
        "torchrun --standalone --nproc_per_node 4",
        "torchrun --nnodes=1 --nproc-per-node=2 --master-port 29500",
        "python -m torch.distributed.run --nproc-per-node=2",
        "srun torchrun --nproc-per-node=2",
    ],
)
def test_each_process_is_a_trainer(start: str) -> None:
    found = finds(f"{start} {RUN}", "PC712", name="run.sh", target="4.0", severity="warning")
    assert "--train.gpus" in found.message


@pytest.mark.parametrize(
    "start",
    [
        "python",
        "torchrun",
        "torchrun --standalone",
        "torchrun --nproc-per-node=1",
        "torchrun --nproc-per-node=$GPUS",
        "torchrun --nproc-per-node gpu",
        "torchrun --nnodes 2 --nproc-per-node=2",
        "accelerate launch --num_processes 2",
        "mpirun -n 2 python",
    ],
)
def test_one_process_or_nobody_knows(start: str) -> None:
    quiet(f"{start} {RUN}", "PC712", name="run.sh", target="4.0")


@pytest.mark.parametrize(
    "line",
    [
        "torchrun --nproc-per-node=2 -m pufferlib.pufferl eval grid",
        "torchrun --nproc-per-node=2 pufferl.py train grid",
    ],
)
def test_other_programs_and_modes(line: str) -> None:
    quiet(line, name="run.sh", target="4.0")


def test_silent_under_3_0() -> None:
    quiet("torchrun --nproc-per-node=2 -m pufferlib.pufferl train puffer_grid", name="run.sh")
