"""Scripts made at random, each with the text that a migration is to leave, and with nothing else changed."""

from __future__ import annotations

import ast
import json
import random
from dataclasses import dataclass

import pytest

from profilecheck.migrate.ledger import FileLedger
from tests.migrate.helpers import migrated, standing
from tests.rules.helpers import report
from tests.sources.test_notebook import text as notebook
from tests.sources.test_python_fuzz import made as with_calls

SEEDS = 400
Pair = tuple[str, str]
"""A statement before and after."""

MOVED: tuple[Pair, ...] = (
    (
        "from pufferlib import unroll_nested_dict",
        "from pufferlib.sweep import unroll_nested_dict",
    ),
    (
        "from pufferlib import  unroll_nested_dict as {a}  # {a}",
        "from pufferlib.sweep import  unroll_nested_dict as {a}  # {a}",
    ),
    (
        "from pufferlib import ({i}\n  pufferl as {a}, unroll_nested_dict )",
        "from pufferlib.sweep import unroll_nested_dict\n{i}from pufferlib import ({i}\n  pufferl as {a} )",
    ),
    (
        "{a} = 1; from pufferlib.pufferlib import unroll_nested_dict as {a}; {a}",
        "{a} = 1; from pufferlib.sweep import unroll_nested_dict as {a}; {a}",
    ),
)
LAUNCHED: tuple[Pair, ...] = (
    (
        "from pufferlib import pufferl\n{i}pufferl.train('puffer_go' , {n})",
        "from pufferlib import pufferl\n{i}pufferl.train('go' , {n})",
    ),
    (
        "import pufferlib.pufferl as {a}\n{i}{a}.eval(\n\t'puffer_pong',\n)",
        "import pufferlib.pufferl as {a}\n{i}{a}.eval(\n\t'pong',\n)",
    ),
    (
        'from pufferlib.pufferl import load_config as {a}\n{i}x = {a}(env_name="puffer_snake")["train"]',
        'from pufferlib.pufferl import load_config as {a}\n{i}x = {a}(env_name="snake")["train"]',
    ),
)
SAME: tuple[str, ...] = (
    "x = 'puffer_go'  # pufferl.train('puffer_go')",
    "def {a}(x): return pufferlib.unroll_nested_dict",
    "from pufferlib import pufferl as {a}\n{i}{a}.train('go')",
    "from pufferlib import pufferl as {a}\n{i}{a}.train(unknown_{a})",
    "from pufferlib.vector import make as {a}\n{i}{a}(unknown_{a}, num_envs={n})",
    "from pufferlib import PufferEnv as {a}\n{i}y = [{a}]",
    "try:\n{i}    from pufferlib import unroll_nested_dict as {a}\n{i}except ImportError:\n{i}    {a} = None",
    "'''\n{i}from pufferlib import unroll_nested_dict\n{i}'''",
    "print(f'puffer_go \U0001f421 {n}')",
)


@dataclass
class Made:
    """A text, and what is to be left of it."""

    before: str
    after: str


def made(seed: int) -> Made:
    rng = random.Random(seed)
    before, after = ["import os"], ["import os"]
    for block in range(rng.randint(1, 6)):
        indent = "    " * rng.choice((0, 0, 1))
        if indent:
            head = rng.choice(
                (f"def f{block}(self):", f"class C{block}:", "if os.name:", "with x:")
            )
            before.append(head)
            after.append(head)
        pair = rng.choice((*MOVED, *LAUNCHED, *((one, one) for one in SAME)))
        words = {"a": f"name{block}", "i": indent, "n": rng.randint(1, 9)}
        before.append(indent + pair[0].format(**words))
        after.append(indent + pair[1].format(**words))
    end = rng.choice(("\n", "\r\n"))
    last = rng.choice(("", end))
    texts = [end.join("\n".join(lines).split("\n")) + last for lines in (before, after)]
    return Made(*texts)


def plan(text: str, name: str = "a.py") -> FileLedger:
    ledger = migrated(text, name, agents=1)
    assert ledger.status in ("changed", "by-hand", "left"), (ledger.reason, text)
    return ledger


@pytest.mark.parametrize("start", range(0, SEEDS, 50))
def test_only_what_is_promised_changes(start: int) -> None:
    for seed in range(start, start + 50):
        one = made(seed)
        ledger = plan(one.before)
        after = one.before if ledger.after is None else ledger.after.decode()
        assert after == one.after, one.before
        ast.parse(after)
        assert plan(after).after is None
        told = standing(one.before, (port.span for port in ledger.ports))
        errors = [
            f
            for f in report(after, name="a.py", target="4.0").findings
            if f.severity.value == "error"
        ]
        assert standing(after, (error.span for error in errors)) <= told, after
        assert not ledger.errors


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_in_a_notebook_the_same_changes(start: int) -> None:
    for seed in range(start, start + 50):
        one = made(seed)
        before = notebook(("markdown", one.before), "import os", one.before)
        ledger = plan(before, "a.ipynb")
        after = before if ledger.after is None else ledger.after.decode()
        sources = ["".join(cell["source"]) for cell in json.loads(after)["cells"]]
        assert sources == [one.before, "import os", one.after]
        assert not ledger.errors


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_made_calls_are_planned(start: int) -> None:
    for seed in range(start, start + 50):
        one = with_calls(seed)
        ledger = plan(one.text)
        assert ledger.after is None
        assert not ledger.errors, one.text
        told = [port.span.line for port in ledger.ports if port.what == "vector.make(...)"]
        lines = [line for line, _ in one.calls]
        assert told == [line for line in lines if line in told]
        for new in ledger.beside:
            found = report(new.text, name=new.path, target="4.0").findings
            assert not [f for f in found if f.severity.value == "error"], new.text
