"""Launch lines within quotes of another language: a word with quotes of its own is edited with all of them."""

from __future__ import annotations

import json

import pytest

from tests.migrate.helpers import migrated, result


def both(text: str) -> str:
    return f"--checkpoint-dir {text} --log-dir {text}"


@pytest.mark.parametrize(
    ("name", "line", "quoted"),
    [
        ("train.py", 'import os\nos.system("{}")\n', r"\"/x y\""),
        ("train.py", "import os\nos.system('{}')\n", r"\'/x y\'"),
        ("train.py", 'import os\nos.system("{}")\n', "'/x y'"),
        ("run.sh", 'ssh h "cd x; {}"\n', r"\"a b\""),
        ("ci.yml", "jobs: {{a: {{steps: [{{run: '{}'}}]}}}}\n", "''it s''"),
        ("ci.yml", 'jobs: {{a: {{steps: [{{run: "{}"}}]}}}}\n', r"\"a b\""),
    ],
)
@pytest.mark.parametrize("more", ["", " --tag x"])
def test_a_folder_is_written_twice_with_its_quotes(
    name: str, line: str, quoted: str, more: str
) -> None:
    before = line.format(f"puffer train puffer_breakout --train.data-dir {quoted}{more}")
    after = line.format(f"puffer train breakout {both(quoted)}{more}")
    assert result(before, name) == after


def test_in_a_cell() -> None:
    cell: dict[str, object] = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    before = '!puffer train puffer_pong --train.data-dir "a b" --tag x\n'
    made = {"cells": [{**cell, "source": [before]}], "metadata": {}, "nbformat": 4}
    after = json.loads(result(json.dumps(made), "run.ipynb"))["cells"][0]["source"]
    assert after == [f"!puffer train pong {both(chr(34) + 'a b' + chr(34))} --tag x\n"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            r"train \"puffer_breakout\" --vec.num-envs \"8\"",
            r"train \"breakout\" --vec.total-agents \"8192\"",
        ),
        (
            r"train puffer_breakout \"--vec.num-envs=8\"",
            r"train breakout \"--vec.total-agents=8192\"",
        ),
        (r"train puffer_breakout --train.compile \"False\" --tag x", "train breakout --tag x"),
    ],
)
def test_other_words_in_quotes(before: str, after: str) -> None:
    ledger = migrated(f'import os\nos.system("puffer {before}")\n', "train.py")
    assert ledger.after == f'import os\nos.system("puffer {after}")\n'.encode()
    assert result(f'ssh h "puffer {before}"\n', "run.sh") == f'ssh h "puffer {after}"\n'
