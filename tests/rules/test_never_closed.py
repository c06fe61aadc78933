"""PC502: never-closed."""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.rules.helpers import finds, quiet, report
from tests.rules.python_files import module

FIRES = {
    "never used": "v = pv.make(Env, **workers)",
    "not even kept": "pv.make(Env, **workers)",
    "stepped": "v = pv.make(Env, **workers)\nv.reset()\nfor i in range(9):\n    v.step(v.action_space.sample())",
    "annotated": "v: pv.Multiprocessing = pv.make(Env, **workers)\nv.reset()",
    "only reset": "obs, infos = pv.make(Env, **workers).reset()",
    "deleted": "v = pv.make(Env, **workers)\nv.reset()\ndel v",
    "only its driver is closed": "v = pv.make(Env, **workers)\nv.reset()\nv.driver_env.close",
    "looked at": "v = pv.make(Env, **workers)\nif v is not None:\n    print(v)",
    "in a loop": "for n in range(3):\n    v = pv.make(Env, **workers)\n    v.reset()",
    "another one is closed": "v = pv.make(Env, **workers)\nw = make_env()\nv.reset()\nw.close()",
    "in a nested function": "v = pv.make(Env, **workers)\ndef step():\n    return v.recv()",
    "a loop that ends": "v = pv.make(Env, **workers)\nwhile True:\n    v.recv()\n    if sys.argv:\n        break",
}


@pytest.mark.parametrize("text", FIRES.values(), ids=FIRES)
def test_it_finds_a_result_that_nobody_can_close(text: str) -> None:
    function = "def measure():\n" + indent(text, "    ")
    finds(module(function), "PC502", name="train.py", severity="error")


def test_it_stands_at_the_call() -> None:
    finds(module("v = pv.make(Env, **workers)\nv.reset()"), "PC502", name="train.py", at=(6, 5))


def test_it_finds_one_of_a_script_and_one_of_a_test() -> None:
    text = "if __name__ == '__main__':\n    v = pv.make(Env, **workers)\n    v.reset()"
    finds(module(text), "PC502", name="train.py")
    finds(
        module("def test_a():\n    v = pv.make(Env, **workers)\n    v.reset()"),
        "PC502",
        name="test_a.py",
    )


V = "v = pv.make(Env, **workers)\n"
SILENT = {
    "closed": V + "v.reset()\nv.close()",
    "closed in finally": V + "try:\n    v.reset()\nfinally:\n    v.close()",
    "closed in a branch": V + "if sys.argv:\n    v.close()",
    "closed by a nested function": V + "def end():\n    v.close()\nend()",
    "closed at exit": V + "atexit.register(v.close)",
    "closed at exit, by a lambda": V + "atexit.register(lambda: v.close())",
    "closing": V + "with contextlib.closing(v):\n    v.reset()",
    "closing at once": "with contextlib.closing(pv.make(Env, **workers)) as v:\n    v.reset()",
    "an exit stack": "with contextlib.ExitStack() as s:\n    v = s.enter_context(contextlib.closing(pv.make(Env, **workers)))\n    v.reset()",
    "an exit stack's callback": V + "s = contextlib.ExitStack()\ns.callback(v.close)",
    "returned": V + "return v",
    "returned at once": "return pv.make(Env, **workers)",
    "returned with others": V + "return v, 1",
    "yielded": V + "yield v",
    "yielded at once": "yield pv.make(Env, **workers)",
    "given to a trainer": V + "t = Trainer({}, v)\nt.train()",
    "given to a trainer by keyword": V + "Trainer(vecenv=v).train()",
    "given to a trainer at once": "Trainer(pv.make(Env, **workers))",
    "stored on an object": V + "self.v = v",
    "stored on an object at once": "self.v = pv.make(Env, **workers)",
    "stored in a mapping": V + "found = {'v': v}",
    "stored in a list": V + "vs = [v]",
    "appended": "vs = []\nvs.append(pv.make(Env, **workers))",
    "stored under a key": "d = {}\nd['v'] = pv.make(Env, **workers)",
    "another name": V + "w = v\nw.close()",
    "two names at once": "v = w = pv.make(Env, **workers)\nw.close()",
    "made in a comprehension": "vs = [pv.make(Env, **workers) for _ in range(2)]",
    "a choice": "v = pv.make(Env, **workers) if sys.argv else None",
    "a walrus": "if v := pv.make(Env, **workers):\n    v.close()",
    "a global": "global v\nv = pv.make(Env, **workers)",
    "its processes are ended": V + "for p in v.processes:\n    p.terminate()",
    "all children are ended": V + "for p in mp.active_children():\n    p.kill()",
    "the program is ended hard": V + "v.reset()\nimport os\nos._exit(0)",
    "reached by name": V + "getattr(locals()['v'], 'close')()",
    "an attribute of its own": V + "v.shutdown()",
    "a loop without an end": V + "while True:\n    v.recv()",
    "in another's context": "with pv.make(Env, **workers) as v:\n    v.reset()",
    "expected to raise": "with pytest.raises(Exception):\n    pv.make(Env, **workers)",
    "serial": "v = pv.make(Env, **serial)\nv.reset()",
    "the default backend": "v = pv.make(Env)\nv.reset()",
    "ray": "v = pv.make(Env, backend=pv.Ray, num_envs=4)\nv.reset()",
    "backend unknown": "v = pv.make(Env, backend=sys.argv[1], num_envs=4)\nv.reset()",
    "keywords unknown": "v = pv.make(Env, **make_env())\nv.reset()",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_is_silent_where_something_closes_or_may_own_it(text: str) -> None:
    quiet(module("def measure(self):\n" + indent(text, "    ")), "PC502", name="train.py")


LIBRARY = {
    "a global for others": V,
    "a global that its functions use": V + "def step(actions):\n    return v.step(actions)",
    "a global by name": V + "v.reset()\n__all__ = ['v']",
    "a wrapper's own result": "def build(**k):\n    v = pv.make(Env, **k)\n    v.close()\nbuild(**workers)",
    "cells": "# %%\nv = pv.make(Env, **workers)\n# %%\nv.reset()",
    "jupytext's cells": "# In[1]:\nv = pv.make(Env, **workers)\nv.reset()",
}


@pytest.mark.parametrize("text", LIBRARY.values(), ids=LIBRARY)
def test_it_is_silent_of_a_global_that_others_may_close(text: str) -> None:
    quiet(module(text), "PC502", name="vec.py")


@pytest.mark.parametrize("wrong", ["num_workers=0", "num_envs=0", "num_workers=3"])
def test_a_call_that_fails_starts_nothing(wrong: str) -> None:
    text = f"def f():\n    v = pv.make(Env, **{{**workers, **dict({wrong})}})\n    v.reset()"
    assert report(module(text), name="train.py").findings
    quiet(module(text), "PC502", name="train.py")


def test_a_call_that_only_warns_starts_them() -> None:
    text = "def f():\n    v = pv.make(Env, zero_copy='false', **workers)\n    v.reset()"
    assert len(report(module(text), name="train.py").findings) > 1
    finds(module(text), "PC502", name="train.py")


REPLACED = {
    "bound anew": "v = pv.make(Env, **workers)\nv = pv.make(Env, **workers)\nv.close()",
    "set to None": "v = pv.make(Env, **workers)\nv.reset()\nv = None",
    "deleted": "v = pv.make(Env, **workers)\ndel v",
    "of a function": "v = build()\nv.reset()",
    "of a function of a function": "def outer():\n    return build()\nv = outer()\nv.reset()",
}
BUILD = "def build():\n    return pv.make(Env, **workers)\n"
CLOSED = {
    "closed before": "v = pv.make(Env, **workers)\nv.close()\nv = pv.make(Env, **workers)\nv.close()",
    "handed on before": "v = pv.make(Env, **workers)\nw = v\nv = None\nw.close()",
    "wrapped": "v = pv.make(Env, **workers)\nv = Trainer(v)\nv.close()",
    "closed by a function": "v = pv.make(Env, **workers)\ndef end():\n    v.close()\nend()\nv = None",
    "closed in a finally": "v = pv.make(Env, **workers)\ntry:\n    v.reset()\nfinally:\n    v.close()\n    v = None",
    "set in one branch": "v = pv.make(Env, **workers)\nif sys.argv:\n    v = None\nv.close()",
    "of a function, closed": "v = build()\nv.close()",
    "of a function, one of two closed": "v = build()\nv.reset()\nw = build()\nw.close()",
    "of a function, handed on": "Trainer(build())",
    "of a function that is handed on": "v = build()\nv.reset()\nTrainer(build)",
    "of a function that nothing calls": "",
}


@pytest.mark.parametrize("text", REPLACED.values(), ids=REPLACED)
def test_what_is_replaced_or_made_by_a_function_is_never_closed(text: str) -> None:
    found = finds(
        module(BUILD + f"def main():\n{indent(text, '    ')}\nmain()"), "PC502", name="a.py"
    )
    assert found.message.startswith("what make returns here is never closed")


@pytest.mark.parametrize("text", CLOSED.values(), ids=CLOSED)
def test_what_is_closed_before_or_by_another_is_closed(text: str) -> None:
    body = indent(text or "pass", "    ")
    quiet(module(BUILD + f"def main():\n{body}\nmain()"), "PC502", name="a.py")
