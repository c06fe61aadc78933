"""Large files: what a check does grows with the text and not with its square."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.rules.helpers import report
from tests.work import assert_linear, counted

pytestmark = pytest.mark.heavy
WRONG = "puffer train puffer_breakout --vec.num-envs 100 --vec.num-workers 6"
CALL = 'pufferlib.vector.make(E, backend="Serial", num_envs=100, num_workers=6)'
LINES = {
    "a.sh": f"{WRONG}\n",
    "a.md": f"```sh\n{WRONG}\n```\n",
    "a.yaml": f"- run: {WRONG}\n",
    "a.py": f"{CALL}\n",
    "b.py": f'os.system("{WRONG}")\n',
    "a.ipynb": f"{CALL}\n",
    "b.ipynb": f"!{WRONG}\n",
}
HEAD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"


def page(name: str, parts: Sequence[str]) -> str:
    """A file of these parts; in a notebook each is a cell."""
    if name.endswith(".ipynb"):
        cells = [
            {"cell_type": "code", "source": part} for part in ("import pufferlib.vector", *parts)
        ]
        return json.dumps({"nbformat": 4, "metadata": {}, "cells": cells})
    head = "import os\nimport pufferlib.vector\n" if name.endswith(".py") else ""
    return head + "".join(parts)


@pytest.mark.parametrize(
    ("head", "line"),
    [
        (HEAD, "[zz{n}]\na = 1\n"),
        (HEAD, "[trai{n}]\na = 1\n"),
        (HEAD + "[env]\na = 1\n", "  b{n} = 2\n"),
        (HEAD + "[env]\n", "a{n} = 1\n"),
        (HEAD, "zz{n} = 1\n"),
    ],
)
def test_ten_times_as_much_is_about_ten_times_the_work(head: str, line: str) -> None:
    def work(count: int) -> None:
        text = head + "".join(line.replace("{n}", str(n)) for n in range(count))
        report(text, name="experiment.ini", target="3.0")

    assert_linear(work, 100, 1000)


@pytest.mark.parametrize("name", sorted(LINES))
def test_what_is_written_alike_is_judged_once(name: str) -> None:
    def of(count: int) -> int:
        text = page(name, [LINES[name]] * count)
        return counted(lambda: report(text, name=name, target="3.0"))[1]

    of(10)
    assert of(200) - of(100) < 100 * 5_000  # judged by itself each takes several times as many


MAKE = "pv.make(f, backend=pv.Serial, num_envs="


@pytest.mark.parametrize(
    ("name", "head", "line"),
    [
        ("a.py", "import pufferlib.vector as pv\n", MAKE + "100, num_workers=6)\n"),
        (
            "a.py",
            "import pufferlib.vector as pv\n",
            "if x{n}:\n    n = {n}\n    " + MAKE + "n, num_workers=7)\n",
        ),
        ("a.yaml", "base:\n  env_name: a\nvec:\n  num_envs: 8\n", "  zz{n}: 1\n"),
    ],
)
def test_five_times_as_many_findings_are_about_five_times_the_work(
    name: str, head: str, line: str
) -> None:
    def work(count: int) -> None:
        text = head + "".join(line.replace("{n}", str(n)) for n in range(count))
        report(text, name=name, target="3.0")

    assert_linear(work, 60, 300)
