"""PC507: late-start-method."""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.python_files import module

V = "v = pv.make(Env, **workers)\n"
SET = "mp.set_start_method('spawn')\n"
FIRES = {
    "after it": V + SET + "v.close()",
    "after it was closed": V + "v.close()\n" + SET,
    "in a with": "with contextlib.closing(pv.make(Env, **workers)) as v:\n    v.reset()\n"
    + "n = 1\n"
    + V
    + SET
    + "v.close()",
    "in a later block": V + "v.close()\nif sys.argv:\n    " + SET,
    "made in a with": "with Trainer():\n    v = pv.make(Env, **workers)\n    v.close()\n" + SET,
    "made in an argument": "t = Trainer(pv.make(Env, **workers))\n" + SET,
    "force off": V + "v.close()\nmp.set_start_method('spawn', force=False)",
    "the same again": V + "v.close()\nmp.set_start_method('forkserver')",
    "in a try without handlers": V + "try:\n    " + SET + "finally:\n    v.close()",
}


@pytest.mark.parametrize("text", FIRES.values(), ids=FIRES)
def test_it_finds_it_set_after_workers(text: str) -> None:
    finds(module("def main():\n" + indent(text, "    ")), "PC507", name="a.py", severity="error")


def test_it_stands_where_it_is_set() -> None:
    text = "if __name__ == '__main__':\n" + indent(V + SET + "v.close()", "    ")
    assert "line 7" in finds(module(text), "PC507", name="a.py", at=(8, 5)).message


SILENT = {
    "before": SET + V + "v.close()",
    "forced": V + "v.close()\nmp.set_start_method('spawn', force=True)",
    "force unknown": V + "v.close()\nmp.set_start_method('spawn', force=sys.argv)",
    "force perhaps": V + "v.close()\nmp.set_start_method('spawn', **make_env())",
    "tried": V + "v.close()\ntry:\n    " + SET + "except RuntimeError:\n    pass",
    "tried, with more": V + "try:\n    v.close()\n    " + SET + "except RuntimeError:\n    raise",
    "suppressed": V + "v.close()\nwith contextlib.suppress(RuntimeError):\n    " + SET,
    "made in a branch": "if sys.argv:\n    v = pv.make(Env, **workers)\n" + SET,
    "made in another branch": "if sys.argv:\n    " + V + "    v.close()\nelse:\n    " + SET,
    "made in a loop": "for n in sys.argv:\n    pv.make(Env, **workers).close()\n" + SET,
    "made in a try": "try:\n    pv.make(Env, **workers).close()\nexcept Exception:\n    " + SET,
    "made in a nested function": "def f():\n    pv.make(Env, **workers).close()\n" + SET + "f()",
    "set in a nested function": V + "v.close()\ndef f():\n    " + SET,
    "serial": "v = pv.make(Env, **serial)\n" + SET,
    "backend unknown": "v = pv.make(Env, backend=sys.argv[1], num_envs=4)\n" + SET,
    "a context of its own": V + "v.close()\nctx = mp.get_context('spawn')",
    "made in a lambda": "f = lambda: pv.make(Env, **workers)\n" + SET,
    "made in a choice": "v = pv.make(Env, **workers) if sys.argv else None\n" + SET,
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_is_silent_where_no_worker_is_sure_to_have_been_started(text: str) -> None:
    text = (
        text.replace("    " + V + SET, "    " + V + "\n" + SET) if text.startswith("if") else text
    )
    quiet(module("def main():\n" + indent(text, "    ")), "PC507", name="a.py")
