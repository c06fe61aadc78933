"""Constants that something binds anew without naming them in a statement."""

from __future__ import annotations

from textwrap import indent

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.sources.python import read

HEAD = "import sys, importlib\nimport pufferlib.vector\n"
BOUND = "N = 10\nW = 3\n"
CALL = "pufferlib.vector.make(f, num_envs=N, num_workers=W)\n"
OWN = "sys.modules[__name__]"


def unknown(text: str) -> set[object]:
    (call,) = read(HEAD + text, "a.py", frozenset({"pufferlib"})).calls
    return {one.key for one in call.arguments if one.value is UNKNOWN and one.key != 0}


BOTH = {"num_envs", "num_workers"}
ANY = (
    "from config import *",
    "try:\n    from config import *\nexcept ImportError:\n    pass",
    "globals().update(load())",
    "globals().update(**load())",
    "for k, x in load(): globals()[k] = x",
    "g = globals()\nfor k, x in load(): g[k] = x",
    "exec(open('configurator.py').read())",
    "exec(code, globals())",
    "fill(globals())",
    f"for k, x in load(): setattr({OWN}, k, x)",
    f"vars({OWN}).update(load())",
    "locals().update(load())",
    "def setup():\n    globals().update(load())\nsetup()",
)
ONE = (
    'globals()["W"] = 5',
    "globals().update(W=5)",
    'globals().update({"W": 5})',
    'globals().__setitem__("W", 5)',
    'vars()["W"] = 5',
    'locals()["W"] = 5',
    'exec("W = 5")',
    'def setup():\n    exec("global W; W = 5")\nsetup()',
    f"{OWN}.W = 5",
    f"{OWN}.__dict__['W'] = 5",
    f"this = {OWN}\nthis.W = 5",
    f'setattr({OWN}, "W", 5)',
    "importlib.import_module(__name__).W = 5",
)
NONE = (
    'globals()["V"] = 5',
    "globals().update(V=5)",
    'print(globals()["W"])',
    'W2 = globals().get("W")',
    "config = {k: globals()[k] for k in keys}",
    "config = {k: x for k, x in globals().items() if not k.startswith('_')}",
    'exec("V = 5")',
    "exec(code, {})",
    "def setup():\n    exec(code)\nsetup()",
    "def setup():\n    locals()['W'] = 5\nsetup()",
    f"{OWN}.V = 5",
    f"classes = inspect.getmembers({OWN})",
    f"x = getattr({OWN}, 'W')",
    "def exec(code): pass\nexec('W = 5')",
    "eval('W')",
)


@pytest.mark.parametrize("between", ANY)
def test_any_constant_may_be_another(between: str) -> None:
    assert unknown(f"{BOUND}{between}\n{CALL}") == BOTH


@pytest.mark.parametrize("between", ONE)
def test_one_constant_is_another(between: str) -> None:
    assert unknown(f"{BOUND}{between}\n{CALL}") == {"num_workers"}


@pytest.mark.parametrize("between", NONE)
def test_constants_are_what_they_were(between: str) -> None:
    assert unknown(f"{BOUND}{between}\n{CALL}") == set()


@pytest.mark.parametrize("between", [ANY[0], ONE[0], ONE[6]])
def test_what_comes_before_the_assignment_or_after_the_call_changes_nothing(between: str) -> None:
    assert unknown(f"{between}\n{BOUND}{CALL}") == set()
    assert unknown(f"{BOUND}{CALL}{between}\n") == set()


@pytest.mark.parametrize("between", [ANY[0], ANY[6]])
def test_a_function_reads_what_is_bound_last(between: str) -> None:
    function = "def main():\n" + indent(CALL, "    ")
    assert unknown(f"{BOUND}{function}{between}\nmain()\n") == BOTH
    assert unknown(f"{between}\n{BOUND}{function}main()\n") == set()


def test_what_a_function_binds_itself_is_its_own() -> None:
    inside = indent(BOUND + CALL, "    ")
    assert unknown(f"def main():\n{inside}\nfrom config import *\nmain()\n") == set()


def test_in_a_loop_it_comes_before_the_next_round() -> None:
    assert unknown(f"{BOUND}for x in load():\n    {CALL}    globals()['W'] = x\n") == {
        "num_workers"
    }
