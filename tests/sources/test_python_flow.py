"""Code that never runs is not judged; code that only looks so is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from profilecheck.sources.python import read
from tests.work import assert_linear

HEAD = "import os, sys, pytest, unittest, contextlib\nimport pufferlib.vector\n"
CALL = "pufferlib.vector.make(f, num_envs=3)"


def reached(text: str) -> bool:
    """Whether the call in a text is taken for one that may run, and with it what it names."""
    document = read(f"{HEAD}{text}", "a.py", frozenset({"pufferlib"}))
    assert not document.problems, document.problems
    named = [use.guard for use in document.uses if use.name == "pufferlib.vector.make"]
    assert set(named) <= {"dead", None}
    assert named and (None in named) is bool(document.calls)
    return bool(document.calls)


DEAD = [
    f"if False: {CALL}",
    f"if 0: {CALL}",
    f"if not True: {CALL}",
    f"if '': {CALL}",
    f"if False and x: {CALL}",
    f"if x and False: {CALL}",
    f"if True: pass\nelse: {CALL}",
    f"if x: pass\nelif True: pass\nelse: {CALL}",
    f"DEBUG = False\nif DEBUG: {CALL}",
    f"N = 4\nif N > 4: {CALL}",
    f"N = 4\nif not 0 < N < 4: pass\nelse: {CALL}",
    f"MODE = 'a'\nif MODE in ('b', 'c'): {CALL}",
    f"while False: {CALL}",
    f"while True:\n    x()\n{CALL}",
    f"while True:\n    for a in b: break\n{CALL}",
    f"e = {CALL} if False else None",
    f"e = None if True else {CALL}",
    f"False and {CALL}",
    f"True or {CALL}",
    f"assert False\n{CALL}",
    f"assert not True, 'no'\n{CALL}",
    f"sys.exit()\n{CALL}",
    f"from sys import exit as leave\nleave(1)\n{CALL}",
    f"exit()\n{CALL}",
    f"os._exit(0)\n{CALL}",
    f"raise SystemExit\n{CALL}",
    f"raise SystemExit\ndef f():\n    {CALL}",
    f"def f():\n    return 1\n    {CALL}",
    f"def f():\n    raise E\n    {CALL}",
    f"def f():\n    if x: return 1\n    else: raise E\n    {CALL}",
    f"def f():\n    with open(p): return 1\n    {CALL}",
    f"def f():\n    try: return 1\n    finally: x()\n    {CALL}",
    f"def f():\n    try: return 1\n    except E: raise\n    {CALL}",
    f"def f():\n    try: x()\n    finally: return\n    {CALL}",
    f"def f():\n    match x:\n        case 1: return\n        case _: raise E\n    {CALL}",
    f"def f():\n    try: return 1\n    except E: pass\n    else: {CALL}",
    f"for a in b:\n    continue\n    {CALL}",
    f"for a in b:\n    break\n    {CALL}",
    f"def die(m):\n    print(m)\n    sys.exit(1)\ndie('x')\n{CALL}",
    f"def die():\n    if x: sys.exit(1)\n    raise E\ndie()\n{CALL}",
    f"def f():\n    g()\n    {CALL}\ndef g():\n    f()\n    raise E",
    f"def test():\n    pytest.skip('x')\n    {CALL}",
    f"class T(unittest.TestCase):\n    def test(self):\n        self.skipTest('x')\n        {CALL}",
    f"parser.error('x')\n{CALL}",
    f"def f():\n    {CALL}\nif False: f()",
    f"def f():\n    {CALL}\ndef g():\n    f()\nif 0: g()",
    f"def f():\n    {CALL}\nassert False\nf()",
    f"@pytest.mark.skip\ndef test():\n    {CALL}",
    f"@pytest.mark.skip(reason='x')\ndef test():\n    {CALL}",
    f"@unittest.skip('x')\nclass T:\n    def test(self):\n        {CALL}",
    f"@pytest.mark.skipif(True, reason='x')\ndef test():\n    {CALL}",
    f"@unittest.skipUnless(False, 'x')\ndef test():\n    {CALL}",
    f"pytestmark = pytest.mark.skip(reason='x')\ndef test():\n    {CALL}",
    f"pytestmark = [pytest.mark.slow, pytest.mark.skip]\ndef test():\n    {CALL}",
]


@pytest.mark.parametrize("text", DEAD)
def test_what_never_runs_is_no_call(text: str) -> None:
    assert not reached(text)


REACHED = [
    f"if True: {CALL}",
    f"if x: {CALL}",
    f"if x or False: {CALL}",
    f"if x:\n    N = 0\nelse:\n    N = 1\nif N: {CALL}",
    f"if __debug__: {CALL}",
    f"if __name__ == '__main__': {CALL}",
    f"if sys.platform == 'win32': {CALL}",
    f"def f(flag=False):\n    if flag: {CALL}",
    f"N = 4\nif N == 4: {CALL}",
    f"N = 4\ndef f():\n    global N\n    N = 5\nif N > 4: {CALL}",
    f"while True: {CALL}",
    f"while True:\n    if x: break\n{CALL}",
    f"while True:\n    for a in b: pass\n    else: break\n{CALL}",
    f"while x:\n    pass\nelse: {CALL}",
    f"for a in b:\n    if x: continue\n    {CALL}",
    f"for a in b: break\n{CALL}",
    f"assert x\n{CALL}",
    f"assert True\n{CALL}",
    f"if x: sys.exit()\n{CALL}",
    f"try: sys.exit()\nexcept SystemExit: pass\n{CALL}",
    f"try: raise E\nexcept E: {CALL}",
    f"with contextlib.suppress(E): raise E\n{CALL}",
    f"with pytest.raises(SystemExit): sys.exit()\n{CALL}",
    f"with self.subTest(): self.fail()\n{CALL}",
    f"def f():\n    if x: return 1\n    {CALL}",
    f"def f():\n    try: return x()\n    except E: pass\n    {CALL}",
    f"def f():\n    match x:\n        case 1: return\n    {CALL}",
    f"def f():\n    def g(): return 1\n    {CALL}",
    f"def f(): return 1\n{CALL}",
    f"def die():\n    if x: return\n    sys.exit(1)\ndie()\n{CALL}",
    f"def die():\n    yield\n    sys.exit(1)\ndie()\n{CALL}",
    f"def exit(): pass\nexit()\n{CALL}",
    f"window.exit()\n{CALL}",
    f"logger.error('x')\n{CALL}",
    f"pool.abort()\n{CALL}",
    f"def f():\n    {CALL}\nif False: f()\nf()",
    f"def f():\n    {CALL}\n    f()",
    f"__all__ = ['f']\ndef f():\n    {CALL}\nif False: f()",
    f"@task\ndef f():\n    {CALL}\nif False: f()",
    f"def f():\n    {CALL}",
    f"@pytest.mark.slow\ndef test():\n    {CALL}",
    f"@pytest.mark.skipif(x, reason='x')\ndef test():\n    {CALL}",
    f"@pytest.mark.skipif(False, reason='x')\ndef test():\n    {CALL}",
    f"@unittest.skipUnless(True, 'x')\ndef test():\n    {CALL}",
    f"pytestmark = pytest.mark.slow\ndef test():\n    {CALL}",
    f"if x: pass\nelif y: pass\nelse: {CALL}",
    f"x or {CALL}",
    f"True and {CALL}",
]


@pytest.mark.parametrize("text", REACHED)
def test_what_may_run_is_a_call(text: str) -> None:
    assert reached(text)


def test_a_start_method_that_is_never_set_is_none() -> None:
    text = f"import multiprocessing as mp\nif 0: mp.set_start_method('spawn')\ne = {CALL}\n"
    document = read(HEAD + text, "a.py", frozenset({"pufferlib"}))
    assert [(call.name, call.site and call.site.start_method) for call in document.calls] == [
        ("pufferlib.vector.make", None)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "if x == 0: pass\n" + "".join(f"elif x == {n}: pass\n" for n in range(900)) + CALL,
        "if " + "not " * 90 + f"x: {CALL}",
        "".join(f"def f{n}():\n    if x{n}: raise E\n    f{n + 1}()\n" for n in range(2000))
        + f"f0()\n{CALL}",
        "".join(f"def f{n}():\n    f{n + 1}()\n    f{n + 1}()\n" for n in range(500))
        + f"def f500(): raise E\nf0()\n{CALL}",
    ],
)
def test_long_chains_are_read_in_time(text: str) -> None:
    reached(text)


LARGE: dict[str, Callable[[int], str]] = {
    "a tuple": lambda size: (
        f"X = ({', '.join(map(str, range(size)))})\n"
        + "".join(f"if {n} in X: {CALL}\n" for n in range(10))
    ),
    "a list that is read": lambda size: "T = [1, 2]\nX = (" + "T[0], " * size + f")\n{CALL}",
    "one line of other letters": lambda size: (
        "X = ('é', " + "pufferlib.vector.make, " * size + f")\n{CALL}"
    ),
    "many tests": lambda size: (
        "".join(f"if x{n}: sys.exit()\n" for n in range(size)) + f"{CALL}\n" * 100
    ),
}


@pytest.mark.parametrize("of", LARGE.values(), ids=LARGE)
def test_large_files_are_linear_work(of: Callable[[int], str]) -> None:
    assert reached(of(20))
    assert_linear(lambda size: reached(of(size)), 200, 2000)
