"""PC508: dropped-buffer."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.python_files import module

FIRES = {
    "a function": ("def f(buf=None, seed=0):\n    return Env(seed=seed)\n", "f"),
    "a lambda": ("", "lambda buf=None, seed=0: Env(seed)"),
    "any keyword": ("def f(**kwargs):\n    return Env()\n", "f"),
    "any keyword, with seed": ("def f(seed=0, **kwargs):\n    return Env(seed)\n", "f"),
    "any keyword of a lambda": ("", "lambda **_: Env()"),
    "a class": (
        "class L(Env):\n    def __init__(self, buf=None, seed=0):\n        super().__init__()\n",
        "L",
    ),
    "an instance": (
        "class L:\n    def __call__(self, buf=None, seed=0):\n        return Env()\n",
        "L()",
    ),
    "a partial": ("def f(n, buf=None, seed=0):\n    return Env(n)\n", "functools.partial(f, 3)"),
    "what a function returns": (
        "def b(n):\n    def f(buf=None, seed=0):\n        return Env(n)\n    return f\n",
        "b(3)",
    ),
}


@pytest.mark.parametrize(("before", "creator"), FIRES.values(), ids=FIRES)
@pytest.mark.parametrize("backend", ["serial", "workers"])
def test_it_finds_a_buffer_that_is_not_passed_on(before: str, creator: str, backend: str) -> None:
    text = module(f"{before}def main():\n    v = pv.make({creator}, **{backend})\n    v.close()\n")
    finds(text, "PC508", name="train.py", severity="warning")


SILENT = {
    "passed on": "def f(buf=None, seed=0):\n    return Env(buf=buf)\npv.make(f, **serial)",
    "all passed on": "def f(**kwargs):\n    return Env(**kwargs)\npv.make(f, **serial)",
    "a lambda": "pv.make(lambda buf=None, seed=0: Env(buf, seed), **serial)",
    "read": "def f(buf=None, seed=0):\n    e = Env()\n    e.observations = buf['observations']\n    return e\npv.make(f, **serial)",
    "taken from the keywords": "def f(**kwargs):\n    return Env(kwargs['buf'])\npv.make(f, **serial)",
    "used by an inner function": "def f(buf=None, seed=0):\n    def g():\n        return Env(buf)\n    return g()\npv.make(f, **serial)",
    "all of what is local": "def f(buf=None, seed=0):\n    return Env(**locals())\npv.make(f, **serial)",
    "a class": "class L(Env):\n    def __init__(self, buf=None, seed=0):\n        super().__init__(buf)\npv.make(L, **serial)",
    "buf named, the others not": "def f(buf=None, **kwargs):\n    return Env(buf)\npv.make(f, **serial)",
    "a stub": "def f(buf=None, seed=0):\n    raise NotImplementedError\npv.make(f, **serial)",
    "decorated": "@takes_buf\ndef f(buf=None, seed=0):\n    return Env()\npv.make(f, **serial)",
    "native, that gets none": "def f(**kwargs):\n    return Env()\npv.make(f)",
    "backend unknown": "def f(**kwargs):\n    return Env()\npv.make(f, backend=sys.argv[1])",
    "another module's": "pv.make(make_env, **serial)",
    "not taken at all": "def f():\n    return Env()\npv.make(f, **serial)",
    "expected to raise": "def f(**kwargs):\n    return Env()\ntry:\n    pv.make(f, **serial)\nexcept Exception:\n    print('no')",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_is_silent_where_the_buffer_is_used_or_may_be(text: str) -> None:
    quiet(module(text), "PC508", name="train.py")
