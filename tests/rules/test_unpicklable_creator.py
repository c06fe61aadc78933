"""PC503: unpicklable-creator."""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.python_files import module

LOCAL = "def local(**k):\n    return Env(**k)\n"
FIRES = {
    "a lambda": "pv.make(lambda **k: Env(**k), **workers).close()",
    "a lambda by its name": "f = lambda **k: Env(**k)\npv.make(f, **workers).close()",
    "a nested function": LOCAL + "pv.make(local, **workers).close()",
    "by keyword": LOCAL + "pv.make(env_creator_or_creators=local, **workers).close()",
    "a local class": "class L(Env):\n    pass\npv.make(L, **workers).close()",
    "an instance of a local class": "class L:\n    def __call__(self, **k):\n        return Env(**k)\npv.make(L(), **workers).close()",
    "its method": "class L:\n    def f(self, **k):\n        return Env(**k)\no = L()\npv.make(o.f, **workers).close()",
    "partial of a lambda": "pv.make(functools.partial(lambda n, **k: Env(**k), 3), **workers).close()",
    "partial of a nested function": LOCAL
    + "pv.make(functools.partial(local, n=3), **workers).close()",
    "partial with a lambda": "pv.make(functools.partial(make_env, lambda: 3), **workers).close()",
    "a list": LOCAL
    + "pv.make([local, Env, Env, Env], env_args=[[]] * 4, env_kwargs=[{}] * 4, **workers).close()",
    "a list times": LOCAL
    + "pv.make([local] * 4, env_args=[[]] * 4, env_kwargs=[{}] * 4, **workers).close()",
    "a comprehension": "pv.make([lambda **k: Env(**k) for _ in range(4)], env_args=[[]] * 4, env_kwargs=[{}] * 4, **workers).close()",
    "in env_kwargs": "pv.make(Env, env_kwargs={'env_creator': lambda: make_env()}, **workers).close()",
    "in env_kwargs by name": LOCAL
    + "kwargs = dict(env_creator=local)\npv.make(Env, env_kwargs=kwargs, **workers).close()",
    "in env_args": LOCAL + "pv.make(Env, [local], **workers).close()",
}


@pytest.mark.parametrize("text", FIRES.values(), ids=FIRES)
def test_it_finds_what_does_not_pickle(text: str) -> None:
    function = "def main():\n" + indent(text, "    ")
    finds(module(function), "PC503", name="train.py", severity="info")
    spawned = "\nif __name__ == '__main__':\n    mp.set_start_method('spawn')\n    main()\n"
    finds(module(function + spawned), "PC503", name="train.py", severity="error")


RETURNED = "def build(n):\n    def inner(**k):\n        return Env(n, **k)\n    return inner\n"


def test_it_finds_what_a_function_of_the_module_returns() -> None:
    finds(module(RETURNED + "pv.make(build(3), **workers).close()"), "PC503", name="train.py")


def test_it_finds_what_stands_under_the_main_guard() -> None:
    text = """
        if __name__ == "__main__":
            def local(**k):
                return Env(**k)
            mp.set_start_method("spawn")
            pv.make(local, **workers).close()
    """
    assert "main guard" in finds(module(text), "PC503", name="a.py", severity="error").message


SPAWN = {
    "in the module": "mp.set_start_method('spawn')\ndef main():\n    v = pv.make(lambda **k: Env(**k), **workers)\n    v.close()",
    "forced, in a try": (
        "def main():\n    try:\n        mp.set_start_method('spawn', force=True)\n    except RuntimeError:\n        pass\n"
        "    pv.make(lambda **k: Env(**k), **workers).close()"
    ),
    "in the function": "def main():\n    mp.set_start_method(method='forkserver')\n    pv.make(lambda **k: Env(**k), **workers).close()",
    "by torch": "import torch.multiprocessing as tmp\ntmp.set_start_method('spawn')\ndef f():\n    pv.make(lambda **k: Env(**k), **workers).close()",
}


@pytest.mark.parametrize("text", SPAWN.values(), ids=SPAWN)
def test_it_is_an_error_where_the_method_is_certain(text: str) -> None:
    finds(module(text), "PC503", name="train.py", severity="error")


def test_it_stands_at_the_argument_and_says_where_it_is_harmless() -> None:
    text = "def main():\n    v = pv.make(lambda **k: Env(**k), **workers)\n    v.close()"
    finding = finds(module(text), "PC503", name="train.py", at=(7, 17))
    assert "on macOS, Windows and Python 3.14" in finding.message


SILENT = {
    "a class of another module": "pv.make(Env, **workers).close()",
    "a function of the module": LOCAL + "pv.make(local, **workers).close()",
    "a class of the module": "class L(Env):\n    pass\npv.make(L, **workers).close()",
    "an instance of a class of the module": "class L:\n    def __call__(self, **k):\n        return Env(**k)\npv.make(L(), **workers).close()",
    "its method": "class L:\n    def f(self, **k):\n        return Env(**k)\npv.make(L().f, **workers).close()",
    "a nested class by its name": "class A:\n    class L(Env):\n        pass\n    v = pv.make(L, **workers)",
    "partial of a function of the module": LOCAL
    + "pv.make(functools.partial(local, n=3), **workers).close()",
    "a method of what is not known": "class T:\n    def f(self):\n        self.v = pv.make(self.make_env, **workers)",
    "a parameter": "def main(creator):\n    pv.make(creator, **workers).close()",
    "result of another module": "pv.make(make_env('x'), **workers).close()",
    "a decorated function": "def main():\n    @picklable\n    def f(**k):\n        return Env(**k)\n    pv.make(f, **workers).close()",
    "wrapped": "from cloud import Wrapper\npv.make(Wrapper(lambda **k: Env(**k)), **workers).close()",
    "one of two": "def main():\n    f = Env\n    if sys.argv:\n        f = lambda **k: Env(**k)\n    pv.make(f, **workers).close()",
    "a choice": "pv.make(Env if sys.argv else lambda **k: Env(**k), **workers).close()",
    "one of two results": "def b(n):\n    if n:\n        return Env\n    return lambda **k: Env(**k)\npv.make(b(1), **workers).close()",
    "a global function": "def main():\n    global f\n    def f(**k):\n        return Env(**k)\n    pv.make(f, **workers).close()",
    "a local class that pickles itself": "def main():\n    class L:\n        def __reduce__(self):\n            return Env, ()\n    pv.make(L(), **workers).close()",
    "an instance of a local class with a base": "def main():\n    class L(Env):\n        pass\n    pv.make(L(), **workers).close()",
    "a list that changes": "def main():\n    fs = [lambda **k: Env(**k)] * 4\n    fs[:] = [Env] * 4\n    pv.make(fs, [[]] * 4, [{}] * 4, **workers).close()",
    "another argument": "def main():\n    make_env(lambda: 3)\n    pv.make(Env, **workers).close()",
    "fork": "mp.set_start_method('fork')\npv.make(lambda **k: Env(**k), **workers).close()",
    "fork by torch": "import torch.multiprocessing as t\nt.set_start_method('fork')\npv.make(lambda **k: Env(**k), **workers).close()",
    "a method that is not known": "mp.set_start_method(sys.argv[1])\npv.make(lambda **k: Env(**k), **workers).close()",
    "two methods": "def f():\n    mp.set_start_method('fork')\nmp.set_start_method('spawn')\npv.make(lambda **k: Env(**k), **workers).close()",
    "a method that may be set": "if sys.argv:\n    mp.set_start_method('spawn')\npv.make(lambda **k: Env(**k), **workers).close()",
    "a method set afterwards": "def main():\n    pv.make(lambda **k: Env(**k), **workers).close()\n    mp.set_start_method('spawn', force=True)",
    "tried, and perhaps set before": (
        "try:\n    mp.set_start_method('spawn')\nexcept RuntimeError:\n    pass\npv.make(lambda **k: Env(**k), **workers).close()"
    ),
    "asks for the platform": "if sys.platform == 'linux':\n    n = 4\npv.make(lambda **k: Env(**k), **workers).close()",
    "serial in the branch that spawns": (
        "def main(debug):\n    if debug:\n        mp.set_start_method('spawn', force=True)\n        pv.make(lambda **k: Env(**k), **serial)\n"
        "    else:\n        pv.make(lambda **k: Env(**k), **workers).close()"
    ),
    "serial chosen in the branch that spawns": (
        "def main(debug):\n    backend = pv.Multiprocessing\n    if debug:\n        mp.set_start_method('spawn', force=True)\n"
        "        backend = pv.Serial\n    pv.make(lambda **k: Env(**k), backend=backend, num_envs=4).close()"
    ),
    "serial": "pv.make(lambda **k: Env(**k), **serial)",
    "the default backend": "pv.make(lambda: Env())",
    "ray": "pv.make(lambda **k: Env(**k), backend=pv.Ray, num_envs=4)",
    "backend unknown": "pv.make(lambda **k: Env(**k), backend=sys.argv[1], num_envs=4)",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_is_silent_of_what_pickles_or_may(text: str) -> None:
    quiet(module(text), "PC503", name="train.py")
