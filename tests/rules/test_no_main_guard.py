"""PC501: no-main-guard."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet
from tests.rules.python_files import module

FIRES = {
    "in the module": "v = pv.make(Env, **workers)\nv.close()",
    "in a try": "try:\n    v = pv.make(Env, **workers)\nfinally:\n    v.close()",
    "in a with": "with contextlib.closing(pv.make(Env, **workers)) as v:\n    v.reset()",
    "in a loop": "for n in range(3):\n    pv.make(Env, **workers).close()",
    "in a class": "class A:\n    v = pv.make(Env, **workers)",
    "in a function that is called": "def main():\n    v = pv.make(Env, **workers)\n    v.close()\nmain()",
    "two calls deep": "def f():\n    return pv.make(Env, **workers)\ndef main():\n    f().close()\nmain()",
    "behind a condition in a function": "def main():\n    if sys.argv:\n        pv.make(Env, **workers).close()\nmain()",
    "in the constructor of what is built": "class A:\n    def __init__(self):\n        self.v = pv.make(Env, **workers)\nA()",
    "beside a guard": "v = pv.make(Env, **workers)\nif __name__ == '__main__':\n    v.close()",
    "in a guarded function that is called outside": (
        "def main():\n    pv.make(Env, **workers).close()\nmain()\nif __name__ == '__main__':\n    main()"
    ),
    "as an argument": "Trainer(pv.make(Env, **workers))",
}


@pytest.mark.parametrize("text", FIRES.values(), ids=FIRES)
def test_it_finds_a_call_that_an_import_reaches(text: str) -> None:
    finds(module(text), "PC501", name="train.py", severity="warning")


def test_it_stands_at_the_call() -> None:
    finding = finds(module("v = pv.make(Env, **workers)"), "PC501", name="train.py", at=(6, 5))
    assert "on macOS, Windows and Python 3.14" in finding.message


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_it_is_an_error_where_the_module_sets_the_method(method: str) -> None:
    text = f"mp.set_start_method('{method}')\nv = pv.make(Env, **workers)\nv.close()"
    assert f"with {method}" in finds(module(text), "PC501", name="a.py", severity="error").message


MAIN = "def main():\n    pv.make(Env, **workers).close()\n"
SILENT = {
    "under the guard": "if __name__ == '__main__':\n    pv.make(Env, **workers).close()",
    "under the guard, turned round": "if '__main__' == __name__:\n    pv.make(Env, **workers).close()",
    "called under the guard": MAIN + "if __name__ == '__main__':\n    main()",
    "called by what is called under the guard": MAIN
    + "def run():\n    main()\nif __name__ == '__main__':\n    run()",
    "only defined": MAIN,
    "only defined as a method": "class A:\n    def f(self):\n        self.v = pv.make(Env, **workers)\nA()",
    "recursive": "def main(n):\n    pv.make(Env, **workers).close()\n    main(n - 1)",
    "in a lambda": "build = lambda: pv.make(Env, **workers)\nbuild()",
    "in a generator": "def g():\n    yield pv.make(Env, **workers)\ng()",
    "in a decorated function": "@app.command\ndef main():\n    pv.make(Env, **workers).close()\nmain()",
    "in a decorated class": "@register\nclass A:\n    def __init__(self):\n        self.v = pv.make(Env, **workers)\nA()",
    "behind another condition": "if sys.argv[1:]:\n    pv.make(Env, **workers).close()",
    "behind a name for the guard": "is_main = __name__ == '__main__'\nif is_main:\n    pv.make(Env, **workers).close()",
    "behind the process's name": "if mp.current_process().name == 'MainProcess':\n    pv.make(Env, **workers).close()",
    "guard in the function": "def main():\n    if __name__ == '__main__':\n        pv.make(Env, **workers).close()\nmain()",
    "guard at its head": "def main():\n    if __name__ != '__main__':\n        return\n    pv.make(Env, **workers).close()\nmain()",
    "guard at the module's head": "if __name__ != '__main__':\n    sys.exit()\npv.make(Env, **workers).close()",
    "a process that has a parent": "if mp.parent_process() is not None:\n    sys.exit()\npv.make(Env, **workers).close()",
    "in an except": "try:\n    import cv2\nexcept ImportError:\n    pv.make(Env, **workers).close()",
    "serial": "v = pv.make(Env, **serial)",
    "the default backend": "v = pv.make(Env)",
    "ray": "v = pv.make(Env, backend=pv.Ray, num_envs=4)",
    "backend unknown": "from settings import backend\nv = pv.make(Env, backend=backend, num_envs=4)",
    "two backends": "backend = pv.Serial if sys.argv else pv.Multiprocessing\nv = pv.make(Env, backend=backend)",
    "keywords unknown": "from settings import sizes\nv = pv.make(Env, **sizes)",
    "fork": "mp.set_start_method('fork')\nv = pv.make(Env, **workers)",
    "fork, in a function": "def f():\n    mp.set_start_method('fork')\nf()\nv = pv.make(Env, **workers)",
    "a method that is not known": "mp.set_start_method(sys.argv[1])\nv = pv.make(Env, **workers)",
    "asks for the platform": "if sys.platform == 'linux':\n    n = 4\nv = pv.make(Env, **workers)",
    "expected to raise": "try:\n    pv.make(Env, **workers)\nexcept Exception:\n    print('no')",
    "a fixture": "import pytest\n@pytest.fixture\ndef v():\n    v = pv.make(Env, **workers)\n    yield v\n    v.close()",
    "another function of that name": "def main():\n    pv.make(Env, **workers).close()\nfrom other import main\nmain()",
    "not reached by what calls it": "def main():\n    pv.make(Env, **workers).close()\ndef other(main):\n    main()\nother(print)",
    "cells": "# %% train\nv = pv.make(Env, **workers)",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_is_silent_where_no_import_reaches_it(text: str) -> None:
    quiet(module(text), "PC501", name="train.py")


@pytest.mark.parametrize("name", ["test_vec.py", "vec_test.py", "conftest.py", "pkg/__main__.py"])
def test_it_is_silent_in_files_that_no_worker_imports(name: str) -> None:
    quiet(module("v = pv.make(Env, **workers)"), "PC501", name=name)


def test_it_is_silent_under_another_target() -> None:
    quiet(module("v = pv.make(Env, **workers)"), "PC501", name="train.py", target="4.0")
