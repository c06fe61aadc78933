"""PC505: creator-signature."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.python_files import module

ADDED = {
    "nothing": ("def f():\n    return Env()\n", "f", "buf and seed"),
    "no seed": ("def f(buf=None):\n    return Env(buf)\n", "f", "seed"),
    "no buf": ("def f(n=3, *, seed=0):\n    return Env(seed)\n", "f", "buf"),
    "a lambda": ("", "lambda: Env()", "buf and seed"),
    "a lambda with arguments of its own": ("", "lambda n=3: Env(n)", "buf and seed"),
    "only by position": ("def f(buf=None, seed=0, /):\n    return Env(buf)\n", "f", "buf and seed"),
    "positions to spare": ("def f(*args):\n    return Env(*args)\n", "f", "buf and seed"),
    "a class": (
        "class L(Env):\n    def __init__(self, n=3):\n        super().__init__()\n",
        "L",
        "buf and seed",
    ),
    "a class of a class": (
        "class L(Env):\n    def __init__(self, buf=None):\n        super().__init__(buf)\n",
        "L",
        "seed",
    ),
    "an instance": (
        "class L:\n    def __call__(self):\n        return Env()\n",
        "L()",
        "buf and seed",
    ),
    "an instance by name": (
        "class L:\n    def __call__(self, seed=0):\n        return Env()\nf = L()\n",
        "f",
        "buf",
    ),
    "a partial": ("def f(n):\n    return Env(n)\n", "functools.partial(f, n=3)", "buf and seed"),
    "a partial with positions": (
        "def f(n, m):\n    return Env(n)\n",
        "functools.partial(f, 3, 4)",
        "buf and seed",
    ),
    "a position for seed": (
        "def f(seed, buf=None):\n    return Env(buf)\n",
        "functools.partial(f, 3)",
        "seed",
    ),
    "what a function returns": (
        "def b(n):\n    def f():\n        return Env(n)\n    return f\n",
        "b(3)",
        "buf and seed",
    ),
    "a lambda that a function returns": (
        "def b(n):\n    return lambda: Env(n)\n",
        "b(3)",
        "buf and seed",
    ),
    "one of a list": (
        "def f():\n    return Env()\n",
        "[Env, Env, Env, f], [[]] * 4, [{}] * 4",
        "buf and seed",
    ),
}


@pytest.mark.parametrize(("before", "creator", "names"), ADDED.values(), ids=ADDED)
def test_it_finds_what_does_not_take_what_the_backend_adds(
    before: str, creator: str, names: str
) -> None:
    text = module(f"{before}v = pv.make({creator}, **serial)\n")
    finding = finds(text, "PC505", name="train.py", severity="error")
    assert f"does not take {names}, which Serial passes" in finding.message
    assert "TypeError" in finding.message and finding.stage.value == "make"
    text = module(f"{before}def g():\n    v = pv.make({creator}, **workers)\n    v.close()\n")
    finding = finds(text, "PC505", name="train.py", severity="error")
    assert "waits for ever" in finding.message and finding.stage.value == "first-step"


OTHERS = {
    "needs buf": ("def f(buf, seed=0):\n    return Env(buf)\n", "f", "needs buf"),
    "needs both": ("", "lambda buf, seed: Env(buf)", "needs buf and seed"),
    "needs another": (
        "def f(name, buf=None, seed=0):\n    return Env(name, buf)\n",
        "f",
        "needs name",
    ),
    "needs a keyword": ("def f(*, name, **k):\n    return Env(name, **k)\n", "f", "needs name"),
    "needs another, of a class": (
        "class L(Env):\n    def __init__(self, n, buf=None, seed=0):\n        self.b = buf\n",
        "L",
        "needs n",
    ),
    "one position too few": ("def f(a, b, **k):\n    return Env(a, b, **k)\n", "f, [1]", "needs b"),
    "refuses a keyword": (
        "def f(n=1, buf=None, seed=0):\n    return Env(n, buf)\n",
        "f, env_kwargs={'m': 1}",
        "does not take m",
    ),
    "twice the same": (
        "def f(n=1, **k):\n    return Env(n, **k)\n",
        "f, [1], {'n': 1}",
        "does not take n",
    ),
}


@pytest.mark.parametrize(("before", "creator", "told"), OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("backend", ["Serial", "PufferEnv"])
def test_it_finds_what_the_first_environment_cannot_be_built_with(
    before: str, creator: str, told: str, backend: str
) -> None:
    text = module(f"{before}v = pv.make({creator}, backend='{backend}')\n")
    finding = finds(text, "PC505", name="train.py", severity="error")
    assert told in finding.message and "make raises TypeError" in finding.message


def test_it_stands_at_the_creator() -> None:
    finds(module("v = pv.make(lambda: Env(), **serial)"), "PC505", name="train.py", at=(6, 13))


F = "def f(n=3):\n    return Env(n)\n"
SILENT = {
    "takes both": "def f(buf=None, seed=0):\n    return Env(buf, seed)\npv.make(f, **serial)",
    "takes any": "def f(**kwargs):\n    return Env(**kwargs)\npv.make(f, **serial)",
    "takes both by keyword only": "def f(*, buf=None, seed=None):\n    return Env(buf, seed)\npv.make(f, **serial)",
    "a lambda that takes any": "pv.make(lambda **k: Env(**k), **serial)",
    "a lambda with arguments of its own": "pv.make(lambda n=3, **k: Env(n, **k), **serial)",
    "by position, and any": "def f(buf=None, /, **k):\n    return Env(**k)\npv.make(f, **serial)",
    "what it needs is passed": "def f(n, buf=None, seed=0):\n    return Env(n, buf)\npv.make(f, [3], **serial)",
    "what it needs is passed by keyword": "def f(n, buf=None, seed=0):\n    return Env(n, buf)\npv.make(f, env_kwargs={'n': 3}, **serial)",
    "what it needs is bound": "def f(n, buf=None, seed=0):\n    return Env(n, buf)\npv.make(functools.partial(f, 3), **serial)",
    "arguments unknown": "def f(n, buf=None, seed=0):\n    return Env(n, buf)\npv.make(f, env_args=sys.argv, **serial)",
    "keywords unknown": "def f(n, buf=None, seed=0):\n    return Env(n, buf)\npv.make(f, env_kwargs=make_env(), **serial)",
    "more may be given": "def f(n, buf=None, seed=0):\n    return Env(n, buf)\npv.make(f, backend=pv.Serial, num_envs=4, **make_env())",
    "native, that gets neither": F + "pv.make(f)",
    "native by name": F + "pv.make(f, backend='PufferEnv')",
    "backend unknown": F + "pv.make(f, backend=sys.argv[1], num_envs=4)",
    "two backends": F + "pv.make(f, backend=pv.Serial if sys.argv else pv.PufferEnv)",
    "decorated": "@takes_seed\ndef f():\n    return Env()\npv.make(f, **serial)",
    "decorated class": "import dataclasses\n@dataclasses.dataclass\nclass L:\n    n: int = 3\npv.make(L, **serial)",
    "constructor of another module": "class L(Env):\n    n = 3\npv.make(L, **serial)",
    "decorated constructor": "class L(Env):\n    @takes_seed\n    def __init__(self):\n        pass\npv.make(L, **serial)",
    "__new__": "class L(Env):\n    def __new__(cls, **k):\n        return Env(**k)\n    def __init__(self):\n        pass\npv.make(L, **serial)",
    "a metaclass": "class L(Env, metaclass=Meta):\n    def __init__(self):\n        pass\npv.make(L, **serial)",
    "another module's function": "pv.make(make_env, **serial)",
    "another module's result": "pv.make(make_env('x'), **serial)",
    "partial of another module's": "pv.make(functools.partial(make_env, 3), **serial)",
    "partial with seed": "def f(buf=None, seed=0):\n    return Env(buf, seed)\npv.make(functools.partial(f, seed=3), **serial)",
    "partial with what is not known": "def f(n, **k):\n    return Env(n, **k)\npv.make(functools.partial(f, *sys.argv), **serial)",
    "bound twice": F
    + "if sys.argv:\n    def f(**k):\n        return Env(**k)\npv.make(f, **serial)",
    "a parameter": "def g(f):\n    pv.make(f, **serial)",
    "an instance whose __call__ is inherited": "class L(Env):\n    pass\npv.make(L(), **serial)",
    "wrapped": F + "from wrappers import wrap\npv.make(wrap(f), **serial)",
    "a method": "class A:\n    def f(self):\n        return Env()\n    def g(self):\n        pv.make(self.f, **serial)",
    "emulation itself": "import pufferlib.emulation as e\npv.make(e.GymnasiumPufferEnv, env_kwargs={'env_creator': lambda: make_env()}, **serial)",
    "expected to raise": F
    + "import pytest\ndef test_f():\n    with pytest.raises(TypeError):\n        pv.make(f, **serial)",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_is_silent_of_what_goes_and_of_what_is_not_known(text: str) -> None:
    quiet(module(text), "PC505", name="train.py")
