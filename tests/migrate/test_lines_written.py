"""Launch lines as people write them, in scripts of all kinds: what becomes of each, and what is told of what is not known."""

from __future__ import annotations

import pytest

from profilecheck.migrate.ledger import FileLedger
from tests.migrate.helpers import migrated
from tests.migrate.test_lines import line


def told(ledger: FileLedger) -> str:
    """All that a ledger says besides its diff."""
    notes = [note for part in ledger.parts for note in part.remarks]
    return " ".join([*notes, *(f"{port.what}: {port.how}" for port in ledger.ports)])


SHELL = [
    ("puffer train puffer_$E --tag a", "puffer train $E --tag a"),
    ('puffer train "puffer_${E}" --tag a', 'puffer train "${E}" --tag a'),
    (
        "puffer train ${E[$I]} --train.bptt-horizon 8",
        "puffer train ${E[$I]#puffer_} --train.horizon 8",
    ),
    ('puffer train puffer_pong --train.seed=$S "$@"', 'puffer train pong --seed=$S "$@"'),
    (
        "srun --gres=gpu:1 puffer train puffer_pong --train.seed $S",
        "srun --gres=gpu:1 puffer train pong --seed $S",
    ),
    (
        'sbatch --wrap="puffer train puffer_pong --train.seed 3"',
        'sbatch --wrap="puffer train pong --seed 3"',
    ),
    (
        "nohup puffer train puffer_pong --train.seed 3 &> a.log &",
        "nohup puffer train pong --seed 3 &> a.log &",
    ),
    (
        "A=1 timeout 2h puffer train puffer_pong --train.seed 3 || exit 1",
        "A=1 timeout 2h puffer train pong --seed 3 || exit 1",
    ),
    (
        "for s in 1 2; do puffer train puffer_pong --train.seed=$s; done",
        "for s in 1 2; do puffer train pong --seed=$s; done",
    ),
    (
        "cat > job.sh <<EOF\npuffer train puffer_pong --train.seed $S\nEOF",
        "cat > job.sh <<EOF\npuffer train pong --seed $S\nEOF",
    ),
    (
        "sbatch <<'EOF'\n#!/bin/bash\npuffer train puffer_pong --train.seed 1\nEOF",
        "sbatch <<'EOF'\n#!/bin/bash\npuffer train pong --seed 1\nEOF",
    ),
    (
        "python -m torch.distributed.launch --nproc_per_node=2 a/pufferl.py train puffer_pong",
        "python a/pufferl.py train pong --train.gpus 2",
    ),
    (
        "N=2\ntorchrun --nproc-per-node=$N -m pufferlib.pufferl train puffer_pong",
        "N=2\npython -m pufferlib.pufferl train pong --train.gpus $N",
    ),
    (
        "puffer train puffer_pong --train.precision float32 --train.compile True",
        "puffer train pong",
    ),
]
PYTHON = [
    (
        'c = ["puffer", "train", f"puffer_{env}", f"--train.seed={s}"]\nsubprocess.run(c)',
        'c = ["puffer", "train", f"{env}", f"--seed={s}"]\nsubprocess.run(c)',
    ),
    (
        'subprocess.run(["puffer", "train", env, "--train.bptt-horizon", str(n)])',
        'subprocess.run(["puffer", "train", env.removeprefix("puffer_"), "--train.horizon", str(n)])',
    ),
    (
        'subprocess.run(["puffer", "train", "puffer_pong", f"--train.data-dir={d}", "--train.device", "cpu"])',
        'subprocess.run(["puffer", "train", "pong", f"--checkpoint-dir={d}", f"--log-dir={d}", "--slowly"])',
    ),
    (
        'subprocess.run(["torchrun", f"--nproc-per-node={n}", "-m", "pufferlib.pufferl", "train", env, "--neptune"])',
        'subprocess.run(["python", "-m", "pufferlib.pufferl", "train", env.removeprefix("puffer_"), "--train.gpus", f"{n}"])',
    ),
    (
        'subprocess.run(["torchrun", "--nproc-per-node", str(n), "-m", "pufferlib.pufferl", "train", "puffer_pong"])',
        'subprocess.run(["python", "-m", "pufferlib.pufferl", "train", "pong", "--train.gpus", str(n)])',
    ),
    (
        'os.system("""\n  puffer train puffer_pong \\\\\n    --neptune \\\\\n    --train.seed 1\n""")',
        'os.system("""\n  puffer train pong \\\\\n    --seed 1\n""")',
    ),
    (
        'os.system(f"puffer train puffer_pong --vec.num-workers {n} --train.seed {s}")',
        'os.system(f"puffer train pong --seed {s}")',
    ),
    (
        'os.system("puffer train puffer_pong --train.seed %d" % s)',
        'os.system("puffer train pong --seed %d" % s)',
    ),
]
MAKE = [
    ("a:\n\tpuffer train puffer_$(E) --train.seed $(S)", "a:\n\tpuffer train $(E) --seed $(S)"),
    ("a: ; N=4; puffer train puffer_pong --vec.num-envs $$N", "a: ; N=4; puffer train pong --vec.total-agents $$((N * 1024))"),
    (
        "E = pong\na:\n\tpuffer train puffer_$(E) --train.seed 1",
        "E = pong\na:\n\tpuffer train $(E) --seed 1",
    ),
    (
        "G = 4\na:\n\ttorchrun --nproc-per-node=$(G) -m pufferlib.pufferl train puffer_pong",
        "G = 4\na:\n\tpython -m pufferlib.pufferl train pong --train.gpus $(G)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), SHELL)
def test_in_a_shell(before: str, after: str) -> None:
    assert line(before) == after


@pytest.mark.parametrize(("before", "after"), PYTHON)
def test_in_python(before: str, after: str) -> None:
    assert line(f"import os, subprocess\n{before}", "run.py") == f"import os, subprocess\n{after}"


@pytest.mark.parametrize(("before", "after"), MAKE)
def test_in_a_makefile(before: str, after: str) -> None:
    assert line(before, "Makefile") == after


@pytest.mark.parametrize(
    "command",
    [
        'os.system("puffer train puffer_pong --vec.num-workers %d --train.seed %d" % (n, s))',
        'os.system("puffer train puffer_pong --vec.num-workers={} --tag {}".format(n, s))',
    ],
)
def test_what_is_put_in_by_its_place_stays(command: str) -> None:
    ledger = migrated(f"import os\n{command}\n", "run.py")
    assert ledger.status == "blocked"
    assert "by its place" in ledger.reason


@pytest.mark.parametrize(
    "command",
    [
        "puffer train ${ENV} --vec.num-envs ${N}",
        '["puffer", "train", "$ENV", "--vec.num-envs", "$N"]',
    ],
)
def test_compose_works_nothing_out(command: str) -> None:
    """Compose puts in variables itself, and takes neither ``$((`` nor ``#``."""
    text = f"services:\n  a:\n    command: {command}\n"
    ledger = migrated(text, "compose.yml", decide={"vec.total_agents": "64"})
    assert b"$((" not in (ledger.after or b"")
    assert b"#puffer_" not in (ledger.after or b"")
    assert "mend what is put in here" in told(ledger)


# What is not known


def test_a_line_that_tells_nothing_is_of_its_file_s_generation() -> None:
    text = (
        "for e in puffer_pong puffer_snake; do puffer train $e --train.seed $S; done\n"
        "puffer eval puffer_pong\n"
    )
    ledger = migrated(text, "run.sh")
    assert b"puffer train ${e#puffer_} --seed $S;" in (ledger.after or b"")
    assert "puts in" not in told(ledger)


def test_on_a_page_a_line_that_tells_nothing_stays_and_is_told() -> None:
    text = "```sh\npuffer train puffer_pong\npuffer train mine --train.seed 1\n```\n"
    ledger = migrated(text, "README.md")
    assert ledger.after == text.replace("puffer_pong", "pong").encode()
    assert "line 3 stays as it is" in told(ledger)


@pytest.mark.parametrize(
    ("text", "name", "flags"),
    [
        (
            'if a; then X="--train.device cpu"; fi\npuffer train puffer_pong $X',
            "run.sh",
            "line 1, and not known here: write it for 4.0 there (--train.device)",
        ),
        (
            'A=(--tag a)\nA+=(\n  --neptune\n)\npuffer train puffer_pong "${A[@]}"',
            "run.sh",
            "line 3, and not known here: write it for 4.0 there (--neptune)",
        ),
        (
            'import subprocess\nc = ["puffer", "train", "puffer_pong", "--train.seed", "1"]\n'
            'c += ["--vec.num-workers", "2"]\nc.append("--neptune")\nsubprocess.run(c)',
            "run.py",
            "line 3, and not known here: write it for 4.0 there (--vec.num-workers, --neptune)",
        ),
        ("puffer train puffer_pong $X", "run.sh", "what $X puts in is not known"),
        ('puffer train puffer_pong "$@"', "run.sh", 'what "$@" puts in is not known'),
        ('run() { puffer train "$@"; }\npuffer eval puffer_pong', "run.sh", '"$@" puts in'),
        ("a:\n\tpuffer train puffer_pong $(X)", "Makefile", "what $(X) puts in is not known"),
    ],
)
def test_words_that_are_not_known_are_told(text: str, name: str, flags: str) -> None:
    assert flags in told(migrated(f"{text}\n", name))


@pytest.mark.parametrize(
    "text",
    [
        "X='--tag a'\npuffer train puffer_pong $X",
        "puffer train puffer_pong --train.seed $S --tag $T",
        "puffer train puffer_pong [flags]",
    ],
)
def test_of_what_is_known_or_is_a_value_nothing_is_told(text: str) -> None:
    assert told(migrated(f"{text}\n", "run.sh")) == ""


def test_a_choice_of_precision_is_told() -> None:
    text = "puffer train puffer_pong --train.precision float32\n"
    assert "build.sh --float" in told(migrated(text, "run.sh"))
