"""Launch lines of 3.0 as 4.0's: what is written, what is told, and what stays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from profilecheck.findings import Severity
from profilecheck.migrate.files import migrate_bytes
from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.request import Request
from profilecheck.options import Options
from profilecheck.surroundings import look
from tests.migrate.helpers import entry, migrated, question, result

INI = """[base]
package = ocean
env_name = puffer_mine
[vec]
num_envs = 8
[env]
num_envs = 16
[train]
bptt_horizon = 64
minibatch_size = 1024
total_timesteps = 1000000
"""


def line(text: str, name: str = "run.sh", **more: object) -> str:
    """What becomes of a text, without its last line end."""
    return result(f"{text}\n", name, **more).removesuffix("\n")


def stays(text: str, name: str = "run.sh", **more: object) -> FileLedger:
    """The ledger of a text that is not changed."""
    ledger = migrated(f"{text}\n", name, **more)  # type: ignore[arg-type]
    assert ledger.after is None, ledger.after
    return ledger


def in_tree(
    folder: Path,
    text: str,
    ini: str = INI,
    agents: int | None = 1,
    decide: Mapping[str, str] | None = None,
    default: str | None = None,
) -> FileLedger:
    """The ledger of a script beside config/mine.ini, and config/default.ini where there is one."""
    (folder / "config").mkdir(exist_ok=True)
    if default is not None:
        (folder / "config" / "default.ini").write_text(default, encoding="utf-8")
    (folder / "config" / "mine.ini").write_text(ini, encoding="utf-8")
    path = folder / "run.sh"
    path.write_text(f"{text}\n", encoding="utf-8")
    request = Request(Options(agents_per_env=agents), decide or {})
    return migrate_bytes(path.read_bytes(), "run.sh", request, look(path), name=str(path))


def written(ledger: FileLedger) -> str:
    """The result without its last line end."""
    assert ledger.after is not None, (ledger.status, ledger.reason, ledger.questions)
    return ledger.after.decode().removesuffix("\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "puffer train puffer_breakout --vec.num-envs 8 --train.bptt-horizon 32",
            "puffer train breakout --vec.total-agents 8192 --train.horizon 32",
        ),
        (
            "python -m pufferlib.pufferl train puffer_pong --vec.num-envs=2",
            "python -m pufferlib.pufferl train pong --vec.total-agents=2048",
        ),
        (
            "uv run puffer train puffer_snake --vec.num-envs 2 --env.num-envs 3",
            "uv run puffer train snake --vec.total-agents 1536",
        ),
        (
            "puffer train puffer_breakout --env.num-envs 512",
            "puffer train breakout --vec.total-agents 4096",
        ),
        (
            "puffer train puffer_breakout --train.seed 7 --train.checkpoint-interval 5",
            "puffer train breakout --seed 7 --checkpoint-interval 5",
        ),
        (
            'puffer train puffer_breakout --train.data-dir "$OUT/a b" --tag x',
            'puffer train breakout --checkpoint-dir "$OUT/a b" --log-dir "$OUT/a b" --tag x',
        ),
        (
            "puffer train puffer_breakout --train.data-dir=out",
            "puffer train breakout --checkpoint-dir=out --log-dir=out",
        ),
        (
            "puffer sweep puffer_breakout --wandb --max-runs 10",
            "puffer sweep breakout --wandb --sweep.max-runs 10",
        ),
        (
            "puffer train puffer_breakout --train.adam-beta1 0.9 --train.anneal-lr True",
            "puffer train breakout --train.beta1 0.9 --train.anneal-lr 1",
        ),
        ("puffer train puffer_breakout --local-rank 0 --tag a", "puffer train breakout --tag a"),
        ("puffer train puffer_breakout --neptune", "puffer train breakout"),
        (
            "puffer train puffer_breakout --train.bptt 32",
            "puffer train breakout --train.horizon 32",
        ),
        ("puffer train puffer_breakout", "puffer train breakout"),
        ('puffer train "puffer_breakout"', 'puffer train "breakout"'),
        (
            "puffer train puffer_breakout --vec.num-envs 4 --vec.num-envs 8",
            "puffer train breakout --vec.total-agents 8192",
        ),
        (
            "puffer train puffer_snake --env.num-snakes 4 --train.update-epochs 2",
            "puffer train snake --env.num-agents 4 --train.replay-ratio 2",
        ),
        (
            "puffer train puffer_breakout --rnn.hidden-size 64",
            "puffer train breakout --policy.hidden-size 64",
        ),
    ],
)
def test_a_line(before: str, after: str) -> None:
    assert line(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "torchrun --standalone --nnodes=1 --nproc-per-node=6 -m pufferlib.pufferl train puffer_nmmo3 --tag a",
            "python -m pufferlib.pufferl train nmmo3 --train.gpus 6 --tag a",
        ),
        (
            "CUDA_VISIBLE_DEVICES=0,1 .venv/bin/torchrun --nproc_per_node 2 pufferlib/pufferl.py train puffer_pong",
            "CUDA_VISIBLE_DEVICES=0,1 .venv/bin/python pufferlib/pufferl.py train pong --train.gpus 2",
        ),
        (
            "python -m torch.distributed.run --nproc-per-node=2 -m pufferlib.pufferl train puffer_pong",
            "python -m pufferlib.pufferl train pong --train.gpus 2",
        ),
        (
            "srun torchrun --nproc-per-node=$GPUS -m pufferlib.pufferl train puffer_pong",
            "srun python -m pufferlib.pufferl train pong --train.gpus $GPUS",
        ),
        (
            "torchrun --nproc-per-node 1 -m pufferlib.pufferl train puffer_pong",
            "python -m pufferlib.pufferl train pong",
        ),
    ],
)
def test_processes(before: str, after: str) -> None:
    assert line(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "torchrun --nnodes=2 --nproc-per-node=8 -m pufferlib.pufferl train puffer_pong",
        "torchrun --nproc-per-node=gpu -m pufferlib.pufferl train puffer_pong",
        "torchrun --nproc-per-node=2 --what x -m pufferlib.pufferl train puffer_pong",
        "accelerate launch -m pufferlib.pufferl train puffer_pong",
        "puffer export puffer_breakout",
        "puffer autotune puffer_breakout",
        "puffer profile puffer_breakout --vec.num-envs 8",
    ],
)
def test_what_has_no_counterpart_stays_and_is_told(text: str) -> None:
    ledger = stays(text)
    (port,) = ledger.ports
    assert port.how
    assert ledger.status == "by-hand"
    assert not ledger.errors


def test_a_line_that_stays_keeps_no_other_from_changing() -> None:
    text = "puffer export puffer_pong --load-model-path a.pt --vec.num-envs 8\npuffer train puffer_pong"
    assert line(text).endswith("--vec.num-envs 8\npuffer train pong")


def test_flags_that_nobody_knows_stay() -> None:
    text = "puffer train puffer_pong --vec.num-envs 8 --mine 3 --train.mine=4"
    assert line(text) == "puffer train pong --vec.total-agents 8192 --mine 3 --train.mine=4"


@pytest.mark.parametrize(
    "text",
    [
        "puffer train breakout --vec.total-agents 4096 --train.horizon 32",
        "puffer train mine --train.learning-rate 0.1",
        "puffer train breakout --train.gpus 2 --sweep.max-runs 3",
        "puffer train mine",
        "./puffer train breakout",
        "python demo.py --env puffer_breakout --mode train",
        "echo puffer train puffer_breakout --vec.num-envs 8",
        "# puffer train puffer_breakout --vec.num-envs 8",
        "puffer train puffer_breakout --vec.num-envs 8  # profilecheck: target=3.0",
    ],
)
def test_what_is_left(text: str) -> None:
    ledger = stays(text)
    assert ledger.status in ("left", "unchanged")
    assert not ledger.questions
    assert not ledger.ports


# Words where they stand


def test_continuations_comments_and_indents_stay() -> None:
    text = (
        "if true; then\n"
        "    puffer train puffer_breakout \\\n"
        "        --vec.num-envs 8 \\\n"
        "        --vec.num-workers 4 \\\n"
        "        --train.learning-rate=0.01  \\\n"
        "\t--neptune --neptune-project a \\\n"
        "        --train.device cuda   # keep\n"
        "fi"
    )
    assert line(text) == (
        "if true; then\n"
        "    puffer train breakout \\\n"
        "        --vec.total-agents 8192 \\\n"
        "        --train.learning-rate=0.01   # keep\n"
        "fi"
    )


def test_a_continuation_that_would_be_left_empty_goes() -> None:
    text = "puffer train puffer_breakout \\\n  --tag a \\\n  --neptune"
    assert line(text) == "puffer train breakout \\\n  --tag a"


def test_carriage_returns_stay() -> None:
    text = "puffer train puffer_breakout \\\r\n  --neptune \\\r\n  --tag a\r"
    assert line(text) == "puffer train breakout \\\r\n  --tag a\r"


def test_an_array() -> None:
    text = 'A=(\n  --vec.num-envs 8  # many\n  --neptune\n  --train.seed "$S"\n)\npuffer train puffer_pong "${A[@]}"'
    assert line(text) == (
        'A=(\n  --vec.total-agents 8192  # many\n  --seed "$S"\n)\npuffer train pong "${A[@]}"'
    )


def test_a_variable_with_flags() -> None:
    text = 'A="--vec.num-envs 8 --vec.num-workers 2"\npuffer train puffer_pong $A'
    assert line(text) == 'A="--vec.total-agents 8192"\npuffer train pong $A'


def test_a_variable_that_lines_need_otherwise_blocks() -> None:
    text = 'A="--vec.num-envs 8"\npuffer train puffer_pong $A\npuffer train puffer_target $A'
    ledger = stays(text)
    assert ledger.status == "blocked"
    assert "line 1 is used by the launches on line 2 and line 3" in ledger.reason


def test_a_variable_that_lines_need_alike() -> None:
    text = 'A="--vec.num-envs 4"\npuffer train puffer_pong $A\npuffer train puffer_breakout $A'
    assert line(text).startswith('A="--vec.total-agents 4096"\n')


def test_a_command_in_quotes() -> None:
    text = "bash -c 'puffer train puffer_pong --vec.num-envs 8 --neptune'"
    assert line(text) == "bash -c 'puffer train pong --vec.total-agents 8192'"


def test_a_list_in_json() -> None:
    text = 'FROM x\nCMD ["puffer", "train", "puffer_pong", "--vec.num-envs", "8", "--neptune", "--train.data-dir=a"]'
    assert line(text, "Dockerfile") == (
        'FROM x\nCMD ["puffer", "train", "pong", "--vec.total-agents", "8192", "--checkpoint-dir=a", "--log-dir=a"]'
    )


@pytest.mark.parametrize("comment", ["# why", "# why \\", "#--a \\\n  # b"])
def test_a_comment_within_a_command_of_a_dockerfile(comment: str) -> None:
    text = f"FROM x\nRUN puffer train puffer_pong \\\n  {comment}\n  --vec.backend Serial\nCOPY . ."
    assert line(text, "Dockerfile") == f"FROM x\nRUN puffer train pong\n  {comment}\nCOPY . ."


def test_items_of_yaml() -> None:
    text = (
        "services:\n  a:\n    command:\n      - puffer\n      - train\n      - puffer_pong  # env\n"
        '      - --vec.num-workers\n      - "4"\n      - --vec.num-envs\n      - "8"'
    )
    assert line(text, "compose.yml") == (
        "services:\n  a:\n    command:\n      - puffer\n      - train\n      - pong  # env\n"
        '      - --vec.total-agents\n      - "8192"'
    )


def test_a_folded_step() -> None:
    text = (
        "jobs:\n  a:\n    steps:\n      - run: >-\n          puffer train puffer_pong\n"
        "          --vec.num-envs 2\n          --vec.backend Serial"
    )
    assert line(text, ".github/workflows/a.yml") == (
        "jobs:\n  a:\n    steps:\n      - run: >-\n          puffer train pong\n"
        "          --vec.total-agents 1024"
    )


def test_a_page() -> None:
    text = "# a\n\n> ```console\n> $ puffer train puffer_pong \\\n>     --neptune \\\n>     --vec.num-envs 2\n> ```\n\nputfer"
    assert line(text, "README.md") == (
        "# a\n\n> ```console\n> $ puffer train pong \\\n>     --vec.total-agents 2048\n> ```\n\nputfer"
    )


def test_commands_in_python() -> None:
    text = (
        'import os, subprocess\nos.system("puffer train puffer_pong --vec.num-envs 8 --neptune")\n'
        'subprocess.run(["puffer", "train", "puffer_pong", "--neptune", "--train.data-dir", "a", "--tag", "b"])'
    )
    assert line(text, "run.py") == (
        'import os, subprocess\nos.system("puffer train pong --vec.total-agents 8192")\n'
        'subprocess.run(["puffer", "train", "pong", "--checkpoint-dir", "a", "--log-dir", "a", "--tag", "b"])'
    )


def test_a_list_in_python_that_is_put_together() -> None:
    text = (
        'import subprocess\ncmd = ["torchrun", "--nproc-per-node", "2", "-m", "pufferlib.pufferl", "train", "puffer_pong"]\n'
        'subprocess.run(cmd + ["--neptune"] + ["--vec.num-envs", "8"])'
    )
    assert line(text, "run.py") == (
        'import subprocess\ncmd = ["python", "-m", "pufferlib.pufferl", "train", "pong", "--train.gpus", "2"]\n'
        'subprocess.run(cmd + [] + ["--vec.total-agents", "8192"])'
    )


def test_a_cell_of_a_notebook() -> None:
    def notebook(code: str) -> str:
        cell = {"cell_type": "code", "metadata": {}, "outputs": [], "source": [code]}
        return json.dumps({"nbformat": 4, "metadata": {}, "cells": [cell]}) + "\n"

    text = notebook("!puffer train puffer_pong --vec.num-envs 8 --neptune")
    ledger = migrated(text, "a.ipynb", decide={"a.ipynb:1:1:launch.neptune": "drop"})
    assert ledger.after == notebook("!puffer train pong --vec.total-agents 8192").encode()
    assert question(ledger, "1:1:launch.neptune").answer == "drop"


# Variables


def test_a_value_that_only_moves_stays_as_it_is_written() -> None:
    assert (
        line('puffer train puffer_pong --train.seed "${S:-1}"')
        == 'puffer train pong --seed "${S:-1}"'
    )


def test_a_count_in_a_variable_is_asked_for() -> None:
    ledger = stays("puffer train puffer_pong --vec.num-envs $N")
    assert ledger.status == "blocked"
    asked = question(ledger, "1:vec.total_agents")
    assert [choice.answer for choice in asked.choices] == ["$((N * 1024))", "leave"]


@pytest.mark.parametrize(
    "key", ["vec.total_agents", "run.sh:vec.total_agents", "run.sh:1:vec.total_agents"]
)
@pytest.mark.parametrize(
    ("answer", "after"), [("$((N * 1024))", "$((N * 1024))"), ("4096", "4096")]
)
def test_a_count_in_a_variable_is_decided(key: str, answer: str, after: str) -> None:
    made = line("puffer train puffer_pong --vec.num-envs $N", decide={key: answer})
    assert made == f"puffer train pong --vec.total-agents {after}"


def test_a_count_in_a_variable_that_is_known_stays_a_variable() -> None:
    text = 'N=4\npuffer train puffer_pong --vec.num-envs "$N"\necho $N'
    assert line(text) == 'N=4\npuffer train pong --vec.total-agents "$((N * 1024))"\necho $N'


def test_a_count_in_a_makefile() -> None:
    text = "N := 4\nall:\n\tpuffer train puffer_pong --vec.num-envs $(N)"
    after = "N := 4\nall:\n\tpuffer train pong --vec.total-agents $$(($(N) * 1024))"
    assert line(text, "Makefile") == after


def test_an_environment_in_a_variable_of_its_own_is_renamed_there() -> None:
    text = 'ENV="puffer_pong"  # one\npuffer train $ENV --tag a\npuffer eval "${ENV}"'
    assert line(text) == 'ENV="pong"  # one\npuffer train $ENV --tag a\npuffer eval "${ENV}"'


def test_an_environment_in_a_variable_that_others_use_loses_its_prefix_where_it_is_used() -> None:
    text = 'ENV=puffer_pong\npuffer train "$ENV" > logs/$ENV.txt'
    assert line(text) == 'ENV=puffer_pong\npuffer train "${ENV#puffer_}" > logs/$ENV.txt'


def test_an_unknown_environment_loses_its_prefix() -> None:
    text = "puffer train $1 --train.bptt-horizon 16"
    assert line(text) == "puffer train ${1#puffer_} --train.horizon 16"


def test_an_environment_in_a_make_variable() -> None:
    text = "ENV ?= puffer_pong\nall:\n\tpuffer train $(ENV) --train.bptt-horizon 16"
    after = "ENV ?= puffer_pong\nall:\n\tpuffer train $(ENV:puffer_%=%) --train.horizon 16"
    assert line(text, "Makefile") == after


def test_an_environment_that_a_template_puts_in_is_told() -> None:
    text = "jobs:\n  a:\n    steps:\n      - run: puffer train ${{ matrix.env }} --train.bptt-horizon 8"
    ledger = migrated(f"{text}\n", ".github/workflows/a.yml")
    assert b"${{ matrix.env }} --train.horizon 8" in (ledger.after or b"")
    assert "matrix.env" in ledger.ports[0].what


# What is told


def test_neptune_is_a_decision() -> None:
    text = "puffer train puffer_pong --neptune --neptune-project a --neptune-name b"
    assert question(migrated(text, "run.sh"), "1:launch.neptune").open
    made = line(text, decide={"launch.neptune": "wandb"})
    assert made == "puffer train pong --wandb --wandb-project a"


@pytest.mark.parametrize(
    ("name", "project", "made"),
    [
        ("run.sh", "team/rl", "rl"),
        ("run.sh", "'team/rl'", "'rl'"),
        ("run.sh", '"team/$P"', '"$P"'),
        ("run.sh", '"$P"', '"${P##*/}"'),
        ("Makefile", "$(P)", "$(notdir $(P))"),
        ("run.sh", "a --neptune-project team/b", "a --wandb-project b"),
    ],
)
def test_a_project_of_wandb_has_no_workspace(name: str, project: str, made: str) -> None:
    before = "a:\n\t" if name == "Makefile" else ""
    text = f"{before}puffer train puffer_pong --neptune --neptune-project {project}\n"
    after = migrated(text, name, decide={"launch.neptune": "wandb"}).after
    assert after == f"{before}puffer train pong --wandb --wandb-project {made}\n".encode()


def test_a_workspace_of_neptune_is_told() -> None:
    text = "puffer train puffer_pong --neptune --neptune-project team/rl\n"
    ledger = migrated(text, "run.sh", decide={"launch.neptune": "wandb"})
    assert "team is a workspace of Neptune" in ledger.parts[0].remarks[0]
    assert "WANDB_ENTITY" in ledger.parts[0].remarks[0]
    named = text.replace("--neptune-project team/rl", "--neptune-name team")
    ledger = migrated(named, "run.sh", decide={"launch.neptune": "wandb"})
    assert ledger.after == b"puffer train pong --wandb\n"
    assert "team is a workspace of Neptune" in ledger.parts[0].remarks[0]


def test_a_name_that_wandb_refuses_is_not_written() -> None:
    text = "puffer train puffer_pong --neptune --neptune-project 50%"
    assert line(text, decide={"launch.neptune": "wandb"}) == "puffer train pong --wandb"


def test_steps_of_several_processes_are_a_decision() -> None:
    text = "torchrun --nproc-per-node=2 -m pufferlib.pufferl train puffer_pong --train.total-timesteps 100"
    asked = question(migrated(text, "run.sh"), "1:train.total_timesteps")
    assert [choice.answer for choice in asked.choices] == ["keep", "200"]
    assert line(text, decide={"train.total_timesteps": "200"}).endswith(
        "train pong --train.gpus 2 --train.total-timesteps 200"
    )


def test_a_text_that_is_true_is_a_decision() -> None:
    text = "puffer train puffer_pong --train.anneal-lr False"
    assert line(text).endswith("--train.anneal-lr 1")
    assert line(text, decide={"train.anneal_lr": "0"}).endswith("--train.anneal-lr 0")


def test_a_checkpoint_is_told_and_stays() -> None:
    ledger = migrated("puffer eval puffer_pong --load-model-path a.pt\n", "run.sh")
    assert ledger.after == b"puffer eval pong --load-model-path a.pt\n"
    assert "--load-model-path a.pt" in ledger.ports[0].what
    assert not migrated("puffer eval puffer_pong --load-model-path latest\n", "run.sh").ports


def test_the_project_of_wandb_is_told_where_it_changes() -> None:
    def notes(text: str) -> str:
        return " ".join(note for part in migrated(text, "run.sh").parts for note in part.remarks)

    assert "puffer4" in notes("puffer train puffer_pong --wandb\n")
    assert "puffer4" not in notes("puffer train puffer_pong --wandb --wandb-project a\n")


def test_another_package_s_environment_of_the_same_name_is_told() -> None:
    ledger = migrated("puffer train breakout --train.bptt-horizon 8\n", "run.sh")
    assert ledger.after == b"puffer train breakout --train.horizon 8\n"
    assert "binding to another package" in ledger.ports[0].how


def test_every_word_that_changes_is_in_the_ledger() -> None:
    text = "puffer train puffer_pong --vec.num-envs 2 --vec.backend Serial --max-runs 3 --tag a\n"
    ledger = migrated(text, "run.sh")
    assert entry(ledger, "base", "env_name").puts[0].value == "pong"
    assert entry(ledger, "vec", "num_envs").puts[0].value == 1024
    assert entry(ledger, "vec", "backend").action == "dropped"
    assert entry(ledger, "", "--max-runs").action == "renamed"


# The INI of a line


def test_the_agents_come_from_the_line_s_own_ini(tmp_path: Path) -> None:
    ledger = in_tree(tmp_path, "puffer train puffer_mine --vec.num-envs 4")
    assert written(ledger) == "puffer train mine --vec.total-agents 64"


def test_what_is_asked_of_the_ini_is_not_asked_of_the_line(tmp_path: Path) -> None:
    ledger = in_tree(tmp_path, "puffer train puffer_mine --train.learning-rate 0.1")
    assert not ledger.questions


def test_a_minibatch_that_the_line_breaks_is_asked_for(tmp_path: Path) -> None:
    text = "puffer train puffer_mine --train.bptt-horizon 48"
    ledger = in_tree(tmp_path, text)
    assert question(ledger, "1:train.minibatch_size").open
    folder = tmp_path / "again"
    folder.mkdir()
    decided = in_tree(folder, text, decide={"train.minibatch_size": "960"})
    assert written(decided) == "puffer train mine --train.minibatch-size 960 --train.horizon 48"


def test_buffers_that_the_line_s_agents_need_are_added(tmp_path: Path) -> None:
    ledger = in_tree(tmp_path, "puffer train puffer_mine --vec.num-envs 3 --env.num-envs 7")
    assert written(ledger).startswith("puffer train mine --vec.num-threads ") or (
        "--vec.num-buffers" in written(ledger)
    )


def test_unknown_agents_block_the_line(tmp_path: Path) -> None:
    ledger = in_tree(tmp_path, "puffer train puffer_mine --vec.num-envs 4", agents=None)
    assert ledger.status == "blocked"


def test_the_line_s_agents_take_the_place_of_those_of_a_half_migrated_ini(tmp_path: Path) -> None:
    ini = INI.replace("num_envs = 8", "total_agents = 4096")
    ledger = in_tree(tmp_path, "puffer train puffer_mine --vec.num-envs 4", ini)
    assert written(ledger) == "puffer train mine --vec.total-agents 64"


def test_fewer_games_in_each_environment(tmp_path: Path) -> None:
    text = "puffer train puffer_mine --env.num-envs 32 --train.update-epochs 2"
    after = "puffer train mine --vec.total-agents 256 --train.replay-ratio 2"
    assert written(in_tree(tmp_path, text)) == after


def test_the_ledger_tells_unknown_values_by_their_text() -> None:
    text = "puffer train puffer_pong --train.data-dir $OUT --vec.num-envs $N\n"
    ledger = migrated(text, "run.sh", decide={"vec.total_agents": "$((N * 1024))"})
    assert all(put.as_written for put in entry(ledger, "train", "data_dir").puts)
    assert entry(ledger, "vec", "num_envs").puts[0].value == "$((N * 1024))"


def test_an_ini_that_is_migrated_already_tells_no_games(tmp_path: Path) -> None:
    ini = "[base]\nenv_name = breakout\n[vec]\ntotal_agents = 64\n"
    ledger = in_tree(tmp_path, "puffer train puffer_breakout --vec.num-envs 4", ini, None)
    assert ledger.status == "blocked"
    assert "no INI of the environment" in ledger.reason


# The result


@pytest.mark.parametrize(
    "text",
    [
        "puffer train puffer_breakout --vec.num-envs 8 --train.data-dir a --max-runs 3 --neptune",
        'N=4\nE=puffer_pong\npuffer train $E --vec.num-envs "$N" --train.seed $S',
        "torchrun --nproc-per-node=2 -m pufferlib.pufferl train puffer_pong --train.bptt-horizon 8",
    ],
)
def test_a_second_run_changes_nothing(text: str) -> None:
    first = result(f"{text}\n", "run.sh")
    again = migrated(first, "run.sh")
    assert again.after is None
    assert not again.questions


def test_the_result_has_no_error_of_launch_lines() -> None:
    text = (
        "puffer train puffer_breakout --vec.num-envs 8 --vec.num-workers 2 --train.adam-eps 1e-8 "
        "--train.compile True --train.optimizer adam --train.max-minibatch-size 8 --neptune\n"
    )
    ledger = migrated(text, "run.sh")
    assert [one.code for one in ledger.findings if one.severity is Severity.ERROR] == []


def test_strings_with_a_prefix_in_a_list() -> None:
    text = (
        'run(["puffer", r"train", r"puffer_breakout", r"--vec.num-envs", "8", R"--vec.num-workers=4", '
        'u"--train.bptt-horizon", r"32"])\n'
    )
    after = (
        'run(["puffer", r"train", r"breakout", r"--vec.total-agents", "8192", '
        'u"--train.horizon", r"32"])\n'
    )
    head = "from subprocess import run\n"
    found = migrated(head + text, "run.py").after
    assert found is not None and found.decode() == head + after
