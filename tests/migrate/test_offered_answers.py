"""Every answer that a launch line's question offers is one that it takes."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from profilecheck.migrate.decisions import see_that_all_answer
from profilecheck.migrate.expansions import Expansions, puts_in
from tests.migrate.helpers import migrated, question

pytestmark = pytest.mark.heavy

SHELL = (
    *("$N", "${N}", '"$N"', '"${N}"', "${N:-8}", '"${N:-8}"', "$1", "${1:-4}", "8$N", "$N$M"),
    *("$((N*2))", '"$((N / 2))"', "$(( N > 4 ? 4 : N ))", "$(( $(nproc) / 2 ))", "$[N*2]"),
    *("`cat n.txt`", "$(cat n.txt)", '"$(cat n.txt)"', '$(cat "n.txt")', "$(cat 'n.txt')"),
    *("$(wc -l < n.txt)", "$(jq -r .n c.json)", "$(cat n.txt | head -1)", "$(a && b)", "$(a; b)"),
    *("$(echo $N)", '$(python -c "print(3)")', "$(awk '{print $1}' n)", "${N%x}", "${N:=8}"),
    *("${A[0]}", "${#A[@]}"),
)
MAKE = (
    *("$(N)", "${N}", '"$(N)"', "$N", "$$N", "$${N}", "$$((N*2))", "$$(( $$(nproc) / 2 ))"),
    *("$(shell nproc)", "$$(nproc)", "$$(cat n.txt)", "`nproc`"),
)
WORKFLOW = ("${{ matrix.n }}", "${{ inputs.n || 8 }}", "$N", "${N:-8}", "$(nproc)", '"$(cat n)"')
OTHERS = ("$N", "${N}", "${N:-8}", "$(nproc)")
LINES = [
    ("run.sh", SHELL, "puffer train puffer_breakout --vec.num-envs=@\n"),
    ("run.sh", SHELL, "puffer train puffer_breakout --vec.num-envs 8 --vec.total-agents @\n"),
    ("run.sh", SHELL, "puffer train puffer_breakout --train.bptt-horizon 8 --train.horizon @\n"),
    ("run.sh", OTHERS, "puffer train $ENV --vec.num-envs @\n"),
    ("run.sh", OTHERS, "puffer train ${ENV:-puffer_breakout} --vec.num-envs @\n"),
    (
        "run.sh",
        SHELL,
        "torchrun --standalone --nproc-per-node=4 -m pufferlib.pufferl train puffer_breakout "
        "--train.total-timesteps @\n",
    ),
    (
        "run.sh",
        OTHERS,
        "torchrun --standalone --nproc-per-node=@ -m pufferlib.pufferl train puffer_breakout "
        "--train.total-timesteps 1000\n",
    ),
    ("Makefile", MAKE, "a:\n\tpuffer train puffer_breakout --vec.num-envs @\n"),
    (
        ".github/workflows/a.yml",
        WORKFLOW,
        "jobs:\n  a:\n    steps:\n      - run: puffer train puffer_breakout --vec.num-envs @\n",
    ),
    ("Dockerfile", OTHERS, "FROM x\nRUN puffer train puffer_breakout --vec.num-envs @\n"),
    ("README.md", OTHERS, "```sh\npuffer train puffer_breakout --vec.num-envs @\n```\n"),
    (
        "compose.yml",
        ("$N", "${N}"),
        "services:\n  a:\n    command: puffer train puffer_breakout --vec.num-envs @\n",
    ),
]


@pytest.mark.parametrize(
    ("name", "text"),
    [(name, line.replace("@", raw)) for name, texts, line in LINES for raw in texts],
)
def test_each_offered_answer_is_taken(name: str, text: str) -> None:
    asked = [
        (one.key, choice.answer) for one in migrated(text, name).questions for choice in one.choices
    ]
    assert asked
    for key, answer in asked:
        decide = {key.rpartition(":")[2]: answer}
        ledger = migrated(text, name, decide=decide)
        see_that_all_answer(decide, [ledger])
        assert question(ledger, key).answer == answer
        assert ledger.status != "blocked" or {one.key for one in ledger.open} - {key}


@pytest.mark.parametrize(
    "answer",
    [*SHELL[:1], *SHELL[2:8], "$((A * B))", "`a b`", "${{ matrix.n }}", "$$(($(N) * 3))", "$N0"],
)
def test_what_puts_in_a_count(answer: str) -> None:
    assert puts_in(answer)


@pytest.mark.parametrize(
    "answer",
    ["", '"', "8", "N", "$", "$N * 2", "$(a", "`a", "$(a))", "$N; rm x", "$(a\nb)", "$N-x"],
)
def test_what_puts_in_none(answer: str) -> None:
    assert not puts_in(answer)


@pytest.mark.skipif(shutil.which("bash") is None, reason="a shell works the products out")
@pytest.mark.parametrize(
    ("raw", "held"),
    [
        ("$N", 6),
        ('"${N}"', 6),
        ("${M:-2}", 2),
        ("`echo 5`", 5),
        ("$(echo $N)", 6),
        ('"$(echo "$N")"', 6),
        ("$((N / 2))", 3),
        ("$(( $(echo 9) - 1 ))", 8),
        ("${A[1]}", 4),
        ("${#A[@]}", 2),
        ("${K%x}", 7),
        ("$1", 9),
    ],
)
def test_a_shell_works_the_product_out(raw: str, held: int) -> None:
    product = Expansions().times(raw, 3)
    script = f"N=6; A=(3 4); K=7x; set -- 9; echo {product}"
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout == f"{held * 3}\n"
