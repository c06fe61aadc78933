"""Where calls stand in a Python file, what becomes of their results, and what their arguments define."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from profilecheck.document import UNKNOWN, Definition, Site
from profilecheck.sources.python import read
from tests.work import assert_linear, counted

ROOTS = frozenset({"lib"})


def sites(text: str) -> list[Site | None]:
    return [call.site for call in read(dedent(text), "a.py", ROOTS).calls]


def defined(argument: str, before: str = "") -> tuple[Definition, ...]:
    document = read(f"import functools, lib\n{dedent(before)}\nlib.f({argument})\n", "a.py", ROOTS)
    return document.calls[-1].arguments[0].definitions


def test_a_site_of_a_plain_call() -> None:
    assert sites("import lib\nv = lib.f()\nv.step()\nprint(v.size)\n") == [
        Site(True, False, frozenset({"step", "size"}), None, frozenset())
    ]


def test_a_call_of_a_function_of_the_file_has_no_site() -> None:
    text = """
        import lib
        def build(**k):
            return lib.f(**k)
        build(n=1)
    """
    inner, outer = sites(text)
    assert inner is not None and inner.attributes == frozenset() and inner.at_import
    assert outer is None


def test_functions_that_call_each_other_are_reached_once() -> None:
    text = """
        import lib
        def f(n):
            lib.f(n)
            g(n)
        def g(n):
            f(n)
        def h():
            lib.f(0)
        g(3)
    """
    assert [site.at_import for site in sites(text) if site] == [True, False]


def test_calls_that_set_the_start_method_are_calls_too() -> None:
    text = """
        import lib
        from multiprocessing import set_start_method as how
        import multiprocessing as mp
        lib.f()
        mp.set_start_method("spawn")
        lib.g()
    """
    document = read(dedent(text), "a.py", ROOTS)
    made, setter, later = document.calls
    assert setter.name == "multiprocessing.set_start_method"
    assert setter.site is not None and setter.site.follows == {made.span}
    assert made.site is not None and made.site.start_method is UNKNOWN
    assert later.site is not None and later.site.start_method == "spawn"


SIGNATURES = {
    "lambda a, /, b, *c, d=1, **e: 0": ({"b", "d"}, ("a", "b"), True, {"a", "b"}),
    "lambda: 0": (set(), (), False, set()),
    "functools.partial(lambda a, b, c=0: 0, 1, b=2)": ({"b", "c"}, ("b", "c"), False, set()),
}


@pytest.mark.parametrize(("argument", "takes"), SIGNATURES.items(), ids=SIGNATURES)
def test_what_a_definition_takes(
    argument: str, takes: tuple[set[str], tuple[str, ...], bool, set[str]]
) -> None:
    (one,) = defined(argument)
    assert (set(one.parameters or ()), one.positional, one.rest, set(one.required)) == takes


def test_a_method_loses_its_first_parameter() -> None:
    before = """
        class A:
            def __init__(this, n, m=1):
                pass
            def __call__(self, x):
                pass
    """
    (made,) = defined("A", before)
    assert (made.kind, made.positional) == ("class", ("n", "m"))
    assert made.required == {"n"}
    (called,) = defined("A(1)", before)
    assert (called.kind, called.positional) == ("instance", ("x",))


UNKNOWN_CALLABLES = (
    "other",
    "other.f",
    "other()",
    "functools.partial(other, 3)",
    "(lambda: 0) if x else other",
    "[][0]",
    "'text'",
    "3",
    "*fs",
)


@pytest.mark.parametrize("argument", UNKNOWN_CALLABLES)
def test_what_is_not_of_the_file_is_none(argument: str) -> None:
    document = read(f"import functools, lib, other\nlib.f({argument})\n", "a.py", ROOTS)
    assert all(not a.definitions for call in document.calls for a in call.arguments)


LONG = {
    "a mesh of calls": "".join(
        f"def f{i}():\n" + "".join(f"    f{j}()\n" for j in range(i)) + "    lib.f()\n"
        for i in range(60)
    )
    + "f59()\n",
    "lists of lists": "x0 = [lambda: 1]\n"
    + "".join(f"x{i} = [x{i - 1}, x{i - 1}]\n" for i in range(1, 60))
    + "lib.f(x59)\n",
    "a ring of names": "a = [b]\nb = [a]\nlib.f(a)\n",
    "a ring of results": "def a():\n    return b()\ndef b():\n    return a()\nlib.f(a())\n",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_circular_files_are_read(text: str) -> None:
    document, calls = counted(lambda: read("import lib\n" + text, "a.py", ROOTS))
    assert document.calls and calls < 5_000_000


MANY: dict[str, Callable[[int], str]] = {
    "one name": lambda size: "v = lib.f(lambda: 1)\nv.step()\n" * size,
    "many names": lambda size: "".join(
        f"v{i} = lib.f(lambda: 1)\nv{i}.step()\n" for i in range(size)
    ),
    "many names of a function": lambda size: (
        "def g():\n"
        + "".join(f"    v{i} = lib.f(lambda: 1)\n    v{i}.step()\n" for i in range(size))
    ),
    "many functions": lambda size: "".join(
        f"def f{i}():\n    v = lib.f(f0)\n    f{max(i - 1, 0)}()\n" for i in range(size)
    ),
}


@pytest.mark.parametrize("of", MANY.values(), ids=MANY)
def test_many_results_are_linear_work(of: Callable[[int], str]) -> None:
    assert len(read(f"import lib\n{of(20)}", "a.py", ROOTS).calls) == 20
    assert_linear(lambda size: read(f"import lib\n{of(size)}", "a.py", ROOTS), 40, 400)
