"""What is known of a call beside its arguments: what guards it, what made them, what becomes of its result by keys."""

from __future__ import annotations

import pytest

from profilecheck.sources.python import read
from profilecheck.sources.python.imports import from_imports

ROOTS = frozenset({"pkg"})
HEAD = "import os, pkg\nfrom pkg import load, make, other\n"


def items(text: str) -> list[str]:
    """Each item with its line."""
    found = read(HEAD + text, "a.py", ROOTS).items
    return [f"{one.span.line} {one.name}[{'.'.join(one.keys)}]" for one in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("load()['a']", ["3 pkg.load[a]"]),
        ("load()['a']['b'] = 1", ["3 pkg.load[a.b]"]),
        ("x = load()\nx['a']['b']", ["4 pkg.load[a.b]"]),
        ("x = y = load()\ny['a']", ["4 pkg.load[a]"]),
        ("x = load()['a']\nx['b']['c']", ["3 pkg.load[a]", "4 pkg.load[a.b.c]"]),
        ("x = load()\nx['a'][0]['b']", ["4 pkg.load[a]"]),
        ("x = load()\nfor k in x['a']: x[k]", ["4 pkg.load[a]"]),
        ("x = load()\ndel x['a']", ["4 pkg.load[a]"]),
        ("def f():\n    x = load()\n    return x['a']", ["5 pkg.load[a]"]),
        ("load().get('a')", ["3 pkg.load[a]"]),
        ("load()['a'].pop('b')", ["3 pkg.load[a.b]"]),
        ("load().get('a', {}).setdefault('b', 1)['c']", ["3 pkg.load[a.b.c]"]),
        ("load().get('a', {})", []),
        ("load().pop('a', None)", []),
        ("load().update(a=1, **more)", ["3 pkg.load[]", "3 pkg.load[a]"]),
        (
            "load().update({'a': {'b': 1}, x: 2, **more})",
            ["3 pkg.load[]", "3 pkg.load[a]", "3 pkg.load[a.b]"],
        ),
        (
            "x = load()\nx['a'].update(b=dict(c=1))",
            ["4 pkg.load[a]", "4 pkg.load[a.b]", "4 pkg.load[a.b.c]"],
        ),
        ("x = load()\nx['a'] |= {'b': 1}", ["4 pkg.load[a]", "4 pkg.load[a.b]"]),
        ("x = load()\nx['a'] = {'b': 1}", ["4 pkg.load[a]", "4 pkg.load[a.b]"]),
        ("x = load()\nx['a'] += {'b': 1}", ["4 pkg.load[a]"]),
        ("load().count('a'); load().update(given)", ["3 pkg.load[]"]),
        ("x = {'a': 1}\nx.update(b=1)", []),
        ("x = load() if os else other()\nx['a']", []),
        ("if os: x = load()\nelse: x = other()\nx['a']", []),
        ("x = x['a']", []),
        ("while os: x = x['a']", []),
        ("x = os.load()\nx['a']", []),
        ("def f(x): return x['a']", []),
        ("x = load()\nx = 1\nx['a']", []),
        ("x = load()\nx.a['b']", []),
    ],
)
def test_keys_are_followed_to_the_call(text: str, found: list[str]) -> None:
    assert items(text) == found


@pytest.mark.parametrize(
    ("argument", "made"),
    [
        ("load('a')", "pkg.load"),
        ("x", "pkg.load"),
        ("pkg.load(1)(2)", None),
        ("len(load())", None),
        ("load", None),
        ("local()", None),
    ],
)
def test_an_argument_tells_the_call_that_made_it(argument: str, made: str | None) -> None:
    text = f"{HEAD}def local(): ...\nx = load(7)\nmake({argument}, n=2)"
    call = next(one for one in read(text, "a.py", ROOTS).calls if one.name == "pkg.make")
    first, second = call.arguments
    assert (first.made and first.made.name) == made
    assert second.made is None


def test_a_call_that_takes_its_own_result_is_read() -> None:
    text = f"{HEAD}x = make(1)\nwhile os:\n    x = make(x)\n"
    assert [one.name for one in read(text, "a.py", ROOTS).calls] == ["pkg.make", "pkg.make"]


@pytest.mark.parametrize(
    ("text", "guard"),
    [
        ("make()", None),
        ("if pkg.__version__ > 3:\n    make()", "version"),
        ("try:\n    make()\nexcept ImportError:\n    pass", "optional"),
        (
            "try:\n    from pkg import late\nexcept ImportError:\n    late = None\nlate()",
            "optional",
        ),
        (
            "try:\n    import pkg.sub as s\nexcept ImportError:\n    raise SystemExit\ns.f()",
            "optional",
        ),
    ],
)
def test_a_call_tells_what_guards_it(text: str, guard: str | None) -> None:
    assert read(HEAD + text, "a.py", ROOTS).calls[-1].guard == guard


def test_from_imports_have_the_places_of_their_parts() -> None:
    (found,) = from_imports("x = 1; from  a.b import (c,\n  d as e)")
    assert found.module == "a.b"
    assert found.indent == "x = 1; "
    assert (found.module_span.column, found.module_span.end_column) == (14, 17)
    assert [(name, span.start, span.end_column) for name, span in found.names] == [
        ("c", "1:26", 27),
        ("d", "2:3", 9),
    ]


@pytest.mark.parametrize(
    "text", ["from . import a", "from .a import b", "from a \\\n import b", "import a"]
)
def test_other_imports_are_none_of_these(text: str) -> None:
    assert from_imports(text) == []
