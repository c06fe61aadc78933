"""Launch lines in Python that are bytes, or texts that are divided into words."""

from __future__ import annotations

import ast

import pytest

from tests.migrate.helpers import migrated

HEAD = "import os, shlex, subprocess\n"
OLD = "puffer train puffer_breakout --vec.num-envs 8"
NEW = "puffer train breakout --vec.total-agents 8192"


@pytest.mark.parametrize(
    "form",
    [
        'subprocess.run("@".split())\n',
        'subprocess.run("@".split(" "))\n',
        'subprocess.run("@".split(None))\n',
        'subprocess.run(shlex.split("@"))\n',
        'subprocess.run(shlex.split("""\n    @\n"""))\n',
        'command = "@"\nsubprocess.run(command.split())\n',
        'command = "@"\nsubprocess.run(shlex.split(command))\n',
        'subprocess.run(b"@", shell=True)\n',
        'subprocess.run(b"@".split())\n',
        'os.system(b"@")\n',
        'os.system(rb"@")\n',
    ],
)
def test_a_text_that_is_divided_or_bytes(form: str) -> None:
    ledger = migrated(HEAD + form.replace("@", OLD), "a.py")
    assert ledger.after == (HEAD + form.replace("@", NEW)).encode(), (ledger.status, ledger.reason)


def test_words_over_several_lines() -> None:
    text = f'{HEAD}subprocess.run("""\n  {OLD}\n  --vec.num-workers 4\n  --seed 3\n""".split())\n'
    ledger = migrated(text, "a.py")
    after = (ledger.after or b"").decode()
    assert "num-workers" not in after
    assert after.split('"""')[1].split() == [*NEW.split(), "--seed", "3"]


def test_a_list_of_bytes_stays_one() -> None:
    words = "torchrun --standalone --nproc-per-node=4 -m pufferlib.pufferl train puffer_breakout --vec.num-envs=8"
    text = f"{HEAD}subprocess.run([{', '.join(f'b{word!r}' for word in words.split())}])\n"
    after = (migrated(text, "a.py").after or b"").decode()
    call = ast.parse(after).body[-1]
    assert isinstance(call, ast.Expr) and isinstance(call.value, ast.Call)
    made = ast.literal_eval(call.value.args[0])
    expected = "python -m pufferlib.pufferl train breakout --train.gpus 4 --vec.total-agents=8192"
    assert made == expected.encode().split()


@pytest.mark.parametrize(
    "call",
    [
        f'"{OLD}".split(",")',
        f'"{OLD} | tee x".split()',
        '[b"puffer", b"train", environment, b"--vec.num-envs", b"8"]',
    ],
)
def test_what_is_no_list_of_known_words_is_left(call: str) -> None:
    assert migrated(f"{HEAD}subprocess.run({call})\n", "a.py").after is None
