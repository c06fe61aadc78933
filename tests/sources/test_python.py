"""What a Python file imports, uses and calls of a package, read without running it."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from profilecheck.document import UNKNOWN, Document, Possible, Reference
from profilecheck.sources.python import read
from tests.rules.helpers import finds
from tests.work import assert_linear, counted

ROOTS = frozenset({"pufferlib"})


def document(text: str) -> Document:
    return read(dedent(text), "train.py", ROOTS)


def calls(text: str) -> list[tuple[str, dict[str | int, object], bool]]:
    """Each call: its name, its arguments by keyword or position, and whether there may be more."""
    return [
        (call.name, {a.key: a.value for a in call.arguments}, call.rest)
        for call in document(text).calls
    ]


def value_of(expression: str, before: str = "") -> object:
    """What an expression is worth as an argument, after some statements."""
    text = f"import pufferlib.vector\n{before}\npufferlib.vector.make(x={expression})\n"
    return calls(text)[-1][1]["x"]


MAKE = "pufferlib.vector.make"

REACHED = {
    "dotted import": "import pufferlib.vector\npufferlib.vector.make(n=1)",
    "import as": "import pufferlib.vector as pv\npv.make(n=1)",
    "from package": "from pufferlib import vector\nvector.make(n=1)",
    "from package as": "from pufferlib import vector as v\nv.make(n=1)",
    "from module": "from pufferlib.vector import make\nmake(n=1)",
    "from module as": "from pufferlib.vector import make as build\nbuild(n=1)",
    "through the package": "import pufferlib\npufferlib.vector.make(n=1)",
    "package as": "import pufferlib as p\np.vector.make(n=1)",
    "another name": "import pufferlib.vector\nm = pufferlib.vector.make\nm(n=1)",
    "another name of the module": "import pufferlib.vector\nv = pufferlib.vector\nv.make(n=1)",
    "in a function": "def f():\n    import pufferlib.vector as v\n    return v.make(n=1)",
    "global import, call in a function": "import pufferlib.vector as v\ndef f():\n    return v.make(n=1)",
    "import below the function": "def f():\n    return v.make(n=1)\nimport pufferlib.vector as v\n",
    "in a method": "import pufferlib.vector as v\nclass A:\n    def f(self):\n        self.e = v.make(n=1)",
    "in a comprehension": "import pufferlib.vector as v\nes = [v.make(n=1) for i in range(3)]",
    "in a lambda": "import pufferlib.vector as v\nf = lambda: v.make(n=1)",
    "walrus": "import pufferlib.vector as v\nif (m := v.make):\n    m(n=1)",
    "either branch": "if fast:\n    import pufferlib.vector as v\nelse:\n    from pufferlib import vector as v\nv.make(n=1)",
    "try": "try:\n    import pufferlib.vector as v\nexcept ImportError:\n    v = None\nv.make(n=1)",
    "nonlocal name elsewhere": "import pufferlib.vector as v\ndef f():\n    make = 1\nv.make(n=1)",
    "async": "import pufferlib.vector as v\nasync def f():\n    v.make(n=1)",
    "import_module": "import importlib\nv = importlib.import_module('pufferlib.vector')\nv.make(n=1)",
    "import_module, at once": "from importlib import import_module\nimport_module('pufferlib.vector').make(n=1)",
    "__import__": "p = __import__('pufferlib.vector')\np.vector.make(n=1)",
    "__import__ from": "v = __import__('pufferlib.vector', fromlist=['make'])\nv.make(n=1)",
    "star": "from pufferlib.vector import *\nmake(n=1)",
    "star, in a function": "from pufferlib.vector import *\ndef f():\n    make(n=1)",
    "semicolons": "import pufferlib.vector as v; v.make(n=1)",
}


@pytest.mark.parametrize("text", REACHED.values(), ids=REACHED)
def test_every_way_of_reaching_a_function_is_followed(text: str) -> None:
    assert calls(text) == [(MAKE, {"n": 1}, False)]


NOT_REACHED = {
    "another package": "import gym.vector\ngym.vector.make(n=1)",
    "another name bound since": "from pufferlib.vector import make\nmake = other\nmake(n=1)",
    "a parameter": "from pufferlib.vector import make\ndef f(make):\n    make(n=1)",
    "a name of the class": "from pufferlib.vector import make\nclass A:\n    make = 1\n    make(n=1)",
    "a definition since": "from pufferlib.vector import make\ndef make(**k): ...\nmake(n=1)",
    "a loop's target": "from pufferlib.vector import make\nfor make in ms:\n    make(n=1)",
    "in a text": "'import pufferlib.vector as v; v.make(n=1)'",
    "in a comment": "# import pufferlib.vector as v; v.make(n=1)",
    "another star since": "from pufferlib.vector import *\nfrom other import *\nmake(n=1)",
    "bound beside a star": "from pufferlib.vector import *\nmake = other\nmake(n=1)",
    "deleted": "from pufferlib.vector import make\ndel make\nmake(n=1)",
    "a relative import": "from .pufferlib.vector import make\nmake(n=1)",
    "a with's target": "from pufferlib.vector import make\nwith o() as make:\n    make(n=1)",
    "an exception's name": "from pufferlib.vector import make\ntry: pass\nexcept E as make:\n    make(n=1)",
    "a comprehension's target": "from pufferlib.vector import make\n[make(n=1) for make in ms]",
}


@pytest.mark.parametrize("text", NOT_REACHED.values(), ids=NOT_REACHED)
def test_what_merely_looks_like_a_call_is_none(text: str) -> None:
    assert calls(text) == []


def test_arguments_come_by_position_by_keyword_and_unpacked() -> None:
    text = """
        from pufferlib import vector
        sizes = {"num_envs": 8, "num_workers": 2}
        vector.make(env, [], **sizes, batch_size=4)
    """
    given = {0: UNKNOWN, 1: [], "num_envs": 8, "num_workers": 2, "batch_size": 4}
    assert calls(text) == [(MAKE, given, False)]


@pytest.mark.parametrize("rest", ["*args", "**kwargs", "**config['vec']", "**{**a, 'n': 1}"])
def test_what_cannot_be_known_may_bring_more(rest: str) -> None:
    assert calls(f"from pufferlib import vector\nvector.make({rest})")[0][2]


def test_a_partial_keeps_its_arguments_and_those_of_the_call_win() -> None:
    text = """
        from functools import partial
        from pufferlib import vector
        make = partial(vector.make, env, num_envs=8, seed=1)
        make([], num_envs=4)
    """
    assert calls(text) == [(MAKE, {0: UNKNOWN, "seed": 1, 1: [], "num_envs": 4}, False)]


def test_a_partial_called_at_once() -> None:
    text = "import functools, pufferlib.vector as v\nfunctools.partial(v.make, n=1)(m=2)"
    assert calls(text) == [(MAKE, {"n": 1, "m": 2}, False)]


def test_a_wrapper_that_hands_its_keywords_on_is_the_call() -> None:
    text = """
        from pufferlib import vector
        def build(name, **kwargs):
            return vector.make(env, backend=vector.Serial, **kwargs)
        build("x", num_envs=4)
    """
    inner, outer = calls(text)
    assert inner[2] and not outer[2]
    assert outer[1] == {
        0: UNKNOWN,
        "backend": Reference("pufferlib.vector.Serial"),
        "num_envs": 4,
    }


def test_a_wrapper_that_changes_its_keywords_is_not_followed() -> None:
    text = """
        from pufferlib import vector
        def build(**kwargs):
            kwargs["num_envs"] = 2
            return vector.make(env, **kwargs)
        build(num_envs=4)
    """
    assert [rest for _, _, rest in calls(text)] == [True]


WORTH = {
    "8": 8,
    "-8": -8,
    "not 1": False,
    "'auto'": "auto",
    "None": None,
    "262_144": 262144,
    "4 * 25": 100,
    "2 ** 10": 1024,
    "1 << 4": 16,
    "7 // 2": 3,
    "8 / 2": 4.0,
    "1e3": 1000.0,
    "int(1e3)": 1000,
    "int('8')": 8,
    "(1, 2)": (1, 2),
    "[1] * 3": [1, 1, 1],
    "{'a': 1}": {"a": 1},
    "dict(a=1, **{'b': 2})": {"a": 1, "b": 2},
    "{'a': 1}['a']": 1,
    "[1, 2][1]": 2,
    "8 if True else 9": 8,
    "8 if x else 8": 8,
    "(n := 8)": 8,
    "pufferlib.vector.Serial": Reference("pufferlib.vector.Serial"),
}


@pytest.mark.parametrize("expression", WORTH)
def test_simple_expressions_are_computed(expression: str) -> None:
    found = value_of(expression)
    assert type(found) is type(WORTH[expression]) and found == WORTH[expression]


NOT_KNOWN = [
    "n",
    "os.cpu_count()",
    "args.num_envs",
    "10 ** 100000",
    "1 << 100000",
    "[0] * 10 ** 9",
    "1 / 0",
    "'a' * 10 ** 9",
    "8 if n else 9",
    "len(n)",
    "f'{8}'",
    "[*n]",
    "{**n}",
    "[1][5]",
    "{}['a']",
    "-'a'",
    "int('x')",
    "max(1, 2)",
    "await_",
    "lambda: 1",
]


@pytest.mark.parametrize("expression", NOT_KNOWN)
def test_everything_else_is_unknown(expression: str) -> None:
    assert value_of(expression) is UNKNOWN


BOUND = {
    "a constant": ("N = 8", 8),
    "annotated": ("N: int = 8", 8),
    "the last of two": ("N = 4\nN = 8", 8),
    "through another": ("M = 4\nN = M * 2", 8),
    "itself, grown": ("N = 4\nN = N + 4", 8),
    "several targets": ("N = M = 8", 8),
    "the same in both branches": ("if a:\n    N = 8\nelse:\n    N = 8", 8),
    "set in every branch, after another": ("N = 1\nif a:\n    N = 8\nelse:\n    N = 8", 8),
    "within a with": ("with a:\n    N = 8", 8),
    "in a try and its handler": ("try:\n    N = 8\nexcept E:\n    N = 8", 8),
    "different branches": ("if a:\n    N = 8\nelse:\n    N = 9", UNKNOWN),
    "perhaps changed": ("N = 8\nif a:\n    N = 9", UNKNOWN),
    "grown in place": ("N = 4\nN += 4", UNKNOWN),
    "a loop's target": ("for N in r: pass", UNKNOWN),
    "unpacked": ("N, M = 8, 9", UNKNOWN),
    "changed in a loop": ("N = 8\nfor i in r:\n    N = 9", UNKNOWN),
    "set by a function": ("N = 8\ndef f():\n    global N\n    N = 9", UNKNOWN),
    "a definition": ("def N(): ...", UNKNOWN),
    "not set": ("", UNKNOWN),
}


@pytest.mark.parametrize(("before", "worth"), BOUND.values(), ids=BOUND)
def test_names_are_worth_what_reaches_them(before: str, worth: object) -> None:
    found = value_of("N", before)
    assert found is worth or found == worth


def test_a_name_that_a_loop_changes_later_is_unknown_in_it() -> None:
    text = """
        from pufferlib import vector
        n = 8
        for i in range(3):
            vector.make(x=n)
            n = n * 2
    """
    assert calls(text)[0][1] == {"x": UNKNOWN}


def test_a_constant_of_the_module_is_known_in_a_function() -> None:
    text = """
        from pufferlib import vector
        N = 8
        def f():
            vector.make(x=N)
    """
    assert calls(text)[0][1] == {"x": 8}


def test_a_constant_that_is_set_twice_is_unknown_in_a_function() -> None:
    text = """
        from pufferlib import vector
        N = 8
        def f():
            vector.make(x=N)
        N = 9
    """
    assert calls(text)[0][1] == {"x": UNKNOWN}


DEFAULTS = {
    "a parameter": ("def f(n=8):\n    vector.make(x=n)", 8, "the default of n on line 2"),
    "a keyword of its own": (
        "def f(*, n=8):\n    vector.make(x=n)",
        8,
        "the default of n on line 2",
    ),
    "computed": ("def f(n=8):\n    vector.make(x=int(n) * 2)", 16, "the default of n on line 2"),
    "argparse": (
        "p = argparse.ArgumentParser()\np.add_argument('-n', '--num-envs', type=int, default='8')\n"
        "args = p.parse_args()\nvector.make(x=args.num_envs)",
        8,
        "the default of --num-envs on line 3",
    ),
    "a flag": (
        "p = argparse.ArgumentParser()\np.add_argument('--fast', action='store_true')\n"
        "vector.make(x=p.parse_args().fast) if 0 else None\na = p.parse_args()\nvector.make(x=a.fast)",
        False,
        "the default of --fast on line 3",
    ),
    "a dataclass": (
        "@dataclass\nclass C:\n    n: int = 8\nc = C()\nvector.make(x=c.n)",
        8,
        "the default of C.n on line 4",
    ),
    "a dataclass from flags": (
        "@dataclass\nclass C:\n    n: int = 8\nc = tyro.cli(C)\nvector.make(x=c.n)",
        8,
        "the default of C.n on line 4",
    ),
    "a dataclass as an argument": (
        "@dataclass\nclass C:\n    n: int = 8\ndef a(c: C):\n    vector.make(x=c.n)\na(C())",
        8,
        "the default of C.n on line 4",
    ),
    "a dataclass through two functions": (
        "@dataclass\nclass C:\n    n: int = 8\ndef a(*, c):\n    vector.make(x=c.n)\n"
        "def b(i, c):\n    a(c=c)\nif __name__ == '__main__':\n    c = tyro.cli(C)\n    b(1, c)",
        8,
        "the default of C.n on line 4",
    ),
    "a dataclass that is a default": (
        "@dataclass\nclass C:\n    n: int = 8\ndef a(c=C()):\n    vector.make(x=c.n)\na()\na(C())",
        8,
        "the default of C.n on line 4",
    ),
    "arguments that are passed on": (
        "p = argparse.ArgumentParser()\np.add_argument('--n', default=8)\n"
        "def a(args):\n    vector.make(x=args.n)\na(p.parse_args())",
        8,
        "the default of --n on line 3",
    ),
}
IMPORTS = "import argparse, tyro; from dataclasses import dataclass; from pufferlib import vector\n"


@pytest.mark.parametrize(("text", "value", "told"), DEFAULTS.values(), ids=DEFAULTS)
def test_a_default_is_a_possible_value(text: str, value: object, told: str) -> None:
    assert calls(IMPORTS + text)[-1][1]["x"] == Possible(value, told)


CLASS = "@dataclass\nclass C:\n    n: int = 8\n"
PASSED = f"{CLASS}def a(c):\n    vector.make(x=c.n)\n"
LINE = "p = argparse.ArgumentParser(); p.add_argument('--n', '--num-envs', dest='n', default=8)\n"
PARSER = "p = argparse.ArgumentParser()\np.add_argument('-n', '--n', default=8)\np.add_argument('--num-envs', default=8)\n"
NO_DEFAULTS = {
    "no default": "def f(n):\n    vector.make(x=n)",
    "None": "def f(n=None):\n    vector.make(x=n)",
    "set since": "def f(n=8):\n    n = g()\n    vector.make(x=n)",
    "perhaps set": "def f(n=8):\n    if a:\n        n = g()\n    vector.make(x=n)",
    "a flag without one": "p = argparse.ArgumentParser()\np.add_argument('--n')\na = p.parse_args()\nvector.make(x=a.n)",
    "defaults set elsewhere": "p = argparse.ArgumentParser()\np.add_argument('--n', default=8)\np.set_defaults(n=9)\na = p.parse_args()\nvector.make(x=a.n)",
    "another parser": "p = other()\np.add_argument('--n', default=8)\na = p.parse_args()\nvector.make(x=a.n)",
    "given to the class": "@dataclass\nclass C:\n    n: int = 8\nc = C(n=9)\nvector.make(x=c.n)",
    "no dataclass": "class C:\n    n: int = 8\nc = C()\nvector.make(x=c.n)",
    "a subclass": "@dataclass\nclass C(D):\n    n: int = 8\nc = C()\nvector.make(x=c.n)",
    "changed since": "@dataclass\nclass C:\n    n: int = 8\nc = C()\nc.n = 9\nvector.make(x=c.n)",
    "a factory": "@dataclass\nclass C:\n    n: int = field(default=8)\nc = C()\nvector.make(x=c.n)",
    "never called": f"{PASSED}a",
    "called with another too": f"{PASSED}a(C())\na(C(n=9))",
    "called with what is not known": f"{PASSED}a(C())\na(load())",
    "called with all of a list": f"{PASSED}a(*cs)",
    "called with all of a dict": f"{PASSED}a(**kw)",
    "called and handed on": f"{PASSED}a(C())\nrun(a)",
    "called through itself": f"{PASSED}    a(c)\n",
    "a decorated function": f"@hydra.main()\n{PASSED[len(CLASS) :]}".join((CLASS, "a(C())")),
    "changed in the function": f"{CLASS}def a(c):\n    c.n = 9\n    vector.make(x=c.n)\na(C())",
    "replaced in the function": f"{CLASS}def a(c):\n    c = f(c)\n    vector.make(x=c.n)\na(C())",
    "another of that name": f"{PASSED}def a(c): pass\na(C())",
    "set by name": f"{PARSER}a = p.parse_args()\nsetattr(a, 'n', 9)\nvector.make(x=a.n)",
    "set by any name": f"{PARSER}a = p.parse_args()\nfor k, v in load():\n    setattr(a, k, v)\nvector.make(x=a.n)",
    "set as an item": f"{CLASS}c = C()\nvars(c)['n'] = 9\nvector.make(x=c.n)",
    "set through its dict": f"{CLASS}c = C()\nc.__dict__.update(n=9)\nvector.make(x=c.n)",
    "set through its dict, all": f"{CLASS}c = C()\nc.__dict__.update(load())\nvector.make(x=c.n)",
    "set through a name of its dict": f"{PARSER}a = p.parse_args()\nd = vars(a)\nd['n'] = 9\nvector.make(x=a.n)",
    "set by itself": "@dataclass\nclass C:\n    n: int = 8\n    def fill(self, kw):\n        for k in kw: setattr(self, k, kw[k])\nc = C()\nvector.make(x=c.n)",
    "given as a list": f"{PARSER}a = p.parse_args(['--n', '9'])\nvector.make(x=a.n)",
    "given cut short": f"{PARSER}a = p.parse_args(['--num=9'])\nvector.make(x=a.num_envs)",
    "given in what is not known": f"{PARSER}a = p.parse_args(load())\nvector.make(x=a.n)",
    "given a namespace": f"{PARSER}a = p.parse_args(namespace=argparse.Namespace(n=9))\nvector.make(x=a.n)",
    "given by the caller": f"def main(argv=None):\n    {LINE}    a = p.parse_args(argv)\n    vector.make(x=a.n)\nmain(['--n', '9'])",
    "a decorator that may give it": "@with_defaults(n=9)\ndef f(n=8):\n    vector.make(x=n)",
    "a decorator of the file": "def d(f):\n    return lambda: f(n=9)\n@d\ndef f(n=8):\n    vector.make(x=n)",
    "parametrized": "@pytest.mark.parametrize('n', ns)\ndef f(n=8):\n    vector.make(x=n)",
}
STILL_DEFAULTS = {
    "another is set by name": f"{PARSER}a = p.parse_args()\nsetattr(a, 'm', 9)\nvector.make(x=a.n)",
    "an object sets its own": f"class D:\n    def __init__(self, kw):\n        for k in kw: setattr(self, k, kw[k])\n{CLASS}c = C()\nvector.make(x=c.n)",
    "asked as a dict": f"{PARSER}a = p.parse_args()\nprint(vars(a))\nlog(**vars(a))\nd = vars(a).items()\nvector.make(x=a.n)",
    "another is set in its dict": f"{CLASS}c = C()\nc.__dict__['m'] = 9\nvector.make(x=c.n)",
    "given nothing": f"{PARSER}a = p.parse_args([])\nvector.make(x=a.n)",
    "given another": f"{PARSER}a = p.parse_args(['--fast', '-v'])\nvector.make(x=a.n)",
    "given the command line": f"import sys\n{PARSER}a = p.parse_args(sys.argv[1:])\nvector.make(x=a.n)",
    "given an empty namespace": f"{PARSER}a = p.parse_args(namespace=argparse.Namespace())\nvector.make(x=a.n)",
    "a main that may be given it": f"def main(argv=None):\n    {LINE}    a = p.parse_args(argv)\n    vector.make(x=a.n)\n",
    "a main that is given nothing": f"def main(argv=None):\n    {LINE}    a = p.parse_args(argv)\n    vector.make(x=a.n)\nmain()\n",
    "a main that is given the line": f"import sys\ndef main(argv):\n    {LINE}    a = p.parse_args(argv[1:])\n    vector.make(x=a.n)\nmain(sys.argv)\n",
    "a decorator that keeps it": "@app.command()\ndef f(n=8):\n    vector.make(x=n)",
    "marked": "@pytest.mark.slow\ndef f(n=8):\n    vector.make(x=n)",
}


@pytest.mark.parametrize("text", STILL_DEFAULTS.values(), ids=STILL_DEFAULTS)
def test_what_leaves_a_default_alone_leaves_it_known(text: str) -> None:
    found = calls(IMPORTS + text)[-1][1]["x"]
    assert isinstance(found, Possible)
    assert found.value == 8


@pytest.mark.parametrize("text", NO_DEFAULTS.values(), ids=NO_DEFAULTS)
def test_what_is_no_plain_default_is_unknown(text: str) -> None:
    assert calls(IMPORTS + text)[-1][1]["x"] is UNKNOWN


def test_faults_with_defaults_are_warnings_that_say_so() -> None:
    text = "from pufferlib.vector import make\ndef f(n=100):\n    make(c, backend='Serial', num_envs=n, num_workers=6)\n"
    found = finds(text, "PC203", name="train.py", severity="warning")
    assert found.message.startswith("with the default of n on line 2: num_envs = 100")


CHANGED_INSIDE = [
    "for d in c.values(): d['n'] = 96",
    "c.get('x')['n'] = 96",
    "d = c.copy(); d['x']['n'] = 96",
    "d = {**c}; d['x']['n'] = 96",
    "list(c.values())[0]['n'] = 96",
    "d = c['x']; d['n'] = 96",
    "change(c['x'])",
    "change(x=c['x'])",
]


@pytest.mark.parametrize("change", CHANGED_INSIDE)
def test_a_dict_in_a_dict_that_may_have_changed_is_unknown(change: str) -> None:
    assert value_of("c['x']['n']", f"c = {{'x': {{'n': 8}}}}\n{change}") is UNKNOWN


@pytest.mark.parametrize(
    "use", ["print(c)", "e = c['x']['n']", "f(**c['x'])", "f(n=c['x']['n'])", "for k in c: pass"]
)
def test_a_dict_in_a_dict_that_is_only_read_stays_known(use: str) -> None:
    assert value_of("c['x']['n']", f"c = {{'x': {{'n': 8}}}}\n{use}") == 8


def test_a_dict_with_two_names_is_unknown() -> None:
    assert value_of("c['n']", "c = d = {'n': 8}\nd['n'] = 96") is UNKNOWN


LOOPS = {
    "bindings that follow each other": (
        "import pufferlib.vector as v\nenv = v.make(f, x=1)\nwhile q:\n"
        "    if a: env = env.env\n    elif b: env = env.unwrapped\n    else: env = env.driver_env\nenv.reset()\n"
    ),
    "sizes that follow each other": (
        "import pufferlib.vector as v\nn = 8\nfor i in r:\n"
        + "    if q: n = n * 2\n" * 8
        + "v.make(f, x=n)\n"
    ),
    "many branches": (
        "import pufferlib.vector as v\nn = 8\n" + "if q: n = n + 1\n" * 60 + "v.make(f, x=n)\n"
    ),
}


@pytest.mark.parametrize("text", LOOPS.values(), ids=LOOPS)
def test_what_follows_itself_is_followed_once(text: str) -> None:
    found, count = counted(lambda: calls(text))
    assert found[0][1]["x"] in (1, UNKNOWN)
    assert count < 500_000


def test_many_statements_are_read_in_linear_time() -> None:
    def reads(count: int) -> None:
        text = "import pufferlib.vector as v\n" + "v.x\n" * count
        assert len(document(text).uses) == count + 1

    assert_linear(reads, 100, 1000)


CHANGED = [
    "c['n'] = 9",
    "c.update(n=9)",
    "c.pop('n')",
    "del c['n']",
    "c |= {'n': 9}",
    "d = c\nd['n'] = 9",
    "change(c)",
    "for k in ks:\n    c[k] = 1",
    "self.c = c",
    "def f():\n    c['n'] = 9",
]


@pytest.mark.parametrize("change", CHANGED)
def test_a_dict_that_may_have_changed_is_unknown(change: str) -> None:
    assert value_of("c['n']", f"c = {{'n': 8}}\n{change}") is UNKNOWN


@pytest.mark.parametrize(
    "use", ["print(c)", "len(c)", "c.get('n')", "e = c['n']", "f(**c)", "for k in c: pass"]
)
def test_a_dict_that_is_only_read_stays_known(use: str) -> None:
    assert value_of("c['n']", f"c = {{'n': 8}}\n{use}") == 8


def uses(text: str) -> list[tuple[str, bool, str | None]]:
    return [(use.name, use.importing, use.guard) for use in document(text).uses]


def test_imports_and_attributes_are_uses_with_their_places() -> None:
    found = document("import pufferlib.emulation as e\ne.GymnasiumPufferEnv(x)\n").uses
    assert [(u.name, u.importing, u.span.line, u.span.column) for u in found] == [
        ("pufferlib.emulation", True, 1, 8),
        ("pufferlib.emulation.GymnasiumPufferEnv", False, 2, 1),
    ]


def test_a_star_import_is_a_use_of_the_module() -> None:
    assert uses("from pufferlib.emulation import *") == [("pufferlib.emulation.*", True, None)]


def test_columns_count_characters() -> None:
    call = document("import pufferlib.vector as v\n'ÄÖ𝒳'; v.make(num_envs=8)\n").calls[0]
    argument = call.arguments[0]
    assert (call.span.column, argument.key_span.column, argument.value_span.column) == (8, 15, 24)
    assert argument.raw == "8"


GUARDS = {
    "try:\n    import pufferlib.x\nexcept ImportError:\n    pass": "optional",
    "try:\n    import pufferlib.x\nexcept (ModuleNotFoundError, OSError):\n    pass": "optional",
    "try:\n    import pufferlib.x\nexcept Exception:\n    pass": "optional",
    "try:\n    import pufferlib.x\nexcept:\n    pass": "optional",
    "try:\n    import y\nexcept ImportError:\n    import pufferlib.x": "optional",
    "with contextlib.suppress(ImportError):\n    import pufferlib.x": "optional",
    "if TYPE_CHECKING:\n    import pufferlib.x": "typing",
    "if typing.TYPE_CHECKING:\n    import pufferlib.x": "typing",
    "if pufferlib_version < (4,):\n    import pufferlib.x": "version",
    "if hasattr(p, 'x'):\n    import pufferlib.x": "version",
    "if importlib.util.find_spec('pufferlib.x'):\n    import pufferlib.x": "version",
    "import pufferlib.x": None,
    "if a:\n    import pufferlib.x": None,
    "try:\n    import pufferlib.x\nexcept ValueError:\n    pass": None,
    "try:\n    import y\nexcept ImportError:\n    pass\nelse:\n    import pufferlib.x": None,
    "try:\n    pass\nfinally:\n    import pufferlib.x": None,
    "if TYPE_CHECKING:\n    pass\nelse:\n    import pufferlib.x": None,
}


@pytest.mark.parametrize("text", GUARDS)
def test_what_keeps_an_import_from_failing_is_told(text: str) -> None:
    assert uses(text) == [("pufferlib.x", True, GUARDS[text])]


def test_a_use_is_guarded_as_its_import_is() -> None:
    text = "try:\n    import pufferlib.x as x\nexcept ImportError:\n    x = None\nx.f()"
    assert uses(text)[-1] == ("pufferlib.x.f", False, "optional")


@pytest.mark.parametrize("text", ["def f(:", "import pufferlib.\n", "x = (\n", "\x00", "  x = 1"])
def test_what_is_no_python_is_a_problem_with_a_place(text: str) -> None:
    found = read(text, "a.py", ROOTS)
    assert found.broken and found.problems[0].kind == "syntax"


def test_deep_nesting_is_no_traceback() -> None:
    found = read("import pufferlib\nx = " + "(" * 5000 + ")" * 5000, "a.py", ROOTS)
    assert found.broken
    assert read("import pufferlib\nx = " + "-" * 3000 + "1", "a.py", ROOTS)


def test_comments_are_kept() -> None:
    found = document("# one\nx = 1  # profilecheck: ignore\n'# three'\n").comments
    assert [(c.text, c.alone, c.span.line) for c in found] == [
        ("# one", True, 1),
        ("# profilecheck: ignore", False, 2),
    ]


@pytest.mark.parametrize(
    "comment",
    [
        "# profilecheck: target=3.0",
        "# ProfileCheck : ignore",
        "# profile-check: ignore[PC203]",
        "# profilechek target = 3.0",
        "# %% cell",
        "#%%",
        "# In[1]:",
        "# In [2]",
    ],
)
def test_a_comment_that_somebody_reads_is_kept(comment: str) -> None:
    assert [one.text for one in document(f"x = 1\n{comment}\n").comments] == [comment]


def test_comments_that_nobody_reads_are_not_looked_for() -> None:
    assert not document("# one\nx = 1  # two\n").comments


HELPER = "def wrong(fn):\n    try:\n        fn()\n    except E as e:\n        log(e)\n    else:\n        raise Wrong\n"
MANAGER = "@contextlib.contextmanager\ndef wrong(e):\n    try:\n        yield\n    except e:\n        return\n    raise Wrong\n"
EXPECTED = {
    "try:\n    make(n=1)\nexcept APIUsageError:\n    pass": True,
    "try:\n    make(n=1)\nexcept Exception as e:\n    print(e)": True,
    "with pytest.raises(ValueError):\n    make(n=1)": True,
    "with self.assertRaises(ValueError):\n    make(n=1)": True,
    "with pytest.raises(E) as e, open(p):\n    make(n=1)": True,
    "r = pytest.raises(E)\nwith r:\n    make(n=1)": True,
    "with pytest.raises(E) if x else nullcontext():\n    make(n=1)": True,
    "def test(expectation):\n    with expectation:\n        make(n=1)": True,
    "pytest.raises(E, lambda: make(n=1))": True,
    "self.assertRaises(E, lambda: make(n=1))": True,
    "def f():\n    make(n=1)\npytest.raises(E, f)": True,
    "def f():\n    make(n=1)\nwith pytest.raises(E):\n    f()": True,
    "@pytest.mark.xfail\ndef test():\n    make(n=1)": True,
    "@pytest.mark.xfail(reason='x')\ndef test():\n    make(n=1)": True,
    "@pytest.mark.xfail\nclass TestIt:\n    def test(self):\n        make(n=1)": True,
    "@unittest.expectedFailure\ndef test(self):\n    make(n=1)": True,
    "pytestmark = [pytest.mark.xfail]\ndef test():\n    make(n=1)": True,
    "try:\n    make(n=1)\n    assert False\nexcept E:\n    pass": True,
    "try:\n    make(n=1)\n    raise AssertionError\nexcept E:\n    pass": True,
    "try:\n    make(n=1)\n    self.fail('x')\nexcept E:\n    pass": True,
    "def f():\n    try:\n        make(n=1)\n        return\n    except E:\n        pass": True,
    "while True:\n    try:\n        e = make(n=1)\n        break\n    except E:\n        break": True,
    "def f():\n    try:\n        e = make(n=1)\n        return train(e)\n    except E:\n        pass": False,
    "with assert_raises(E):\n    make(n=1)": True,
    "with np.testing.assert_raises_regex(E, 'x'):\n    make(n=1)": True,
    "with pytest.RaisesGroup(E):\n    make(n=1)": True,
    "with expect_error():\n    make(n=1)": True,
    "self.check_raises(lambda: make(n=1))": True,
    "with raise_priority():\n    make(n=1)": False,
    "with expected_time():\n    make(n=1)": False,
    f"{HELPER}wrong(lambda: make(n=1))": True,
    f"{HELPER}wrong(fn=lambda: make(n=1))": True,
    f"{HELPER}def f():\n    make(n=1)\nwrong(f)": True,
    f"{HELPER}def f():\n    make(n=1)\nwrong(f)\nf()": False,
    f"{HELPER}def outer(g):\n    wrong(g)\nouter(lambda: make(n=1))": True,
    "def run(fn):\n    return fn()\nrun(lambda: make(n=1))": False,
    "def run(fn):\n    try:\n        fn()\n    except E:\n        raise\nrun(lambda: make(n=1))": False,
    "def run(fn):\n    try:\n        fn()\n    except E:\n        pass\n    fn()\nrun(lambda: make(n=1))": False,
    "def run(fn):\n    try:\n        work(fn())\n    finally:\n        pass\nrun(lambda: make(n=1))": False,
    "def run(fn):\n    pass\nrun(lambda: make(n=1))": False,
    f"{MANAGER}with wrong(E):\n    make(n=1)": True,
    f"def outer(e):\n{indent(MANAGER, '    ')}    return wrong(e)\nwith outer(E):\n    make(n=1)": True,
    "@contextmanager\ndef timed():\n    yield\nwith timed():\n    make(n=1)": False,
    "@contextmanager\ndef timed():\n    try:\n        yield\n    finally:\n        stop()\nwith timed():\n    make(n=1)": False,
    "@contextmanager\ndef told():\n    try:\n        yield\n    except E:\n        log()\n        raise\nwith told():\n    make(n=1)": False,
    "class Wrong:\n    def __exit__(self, t, v, tb):\n        return t is E\nwith Wrong():\n    make(n=1)": True,
    "class Timer:\n    def __exit__(self, t, v, tb):\n        return False\nwith Timer():\n    make(n=1)": False,
    "class Timer:\n    def __exit__(self, t, v, tb):\n        stop()\nwith Timer():\n    make(n=1)": False,
    "f(lambda: make(n=1))": False,
    "def f():\n    make(n=1)\npytest.raises(E, f)\nf()": False,
    "def f():\n    make(n=1)\nwith pytest.raises(E):\n    g(f)": False,
    "with r:\n    make(n=1)": False,
    "r = open(p)\nwith r:\n    make(n=1)": False,
    "def test(handle):\n    with handle:\n        make(n=1)": False,
    "@pytest.mark.slow\ndef test():\n    make(n=1)": False,
    "@pytest.mark.skipif(x, reason='x')\ndef test():\n    make(n=1)": False,
    "try:\n    make(n=1)\nexcept Exception:\n    raise": False,
    "try:\n    e = make(n=1)\n    train(e)\nexcept Exception:\n    pass": False,
    "try:\n    make(n=1)\nfinally:\n    pass": False,
    "with open(p):\n    make(n=1)": False,
    "with pytest.raises(ValueError):\n    def f():\n        make(n=1)": False,
}


@pytest.mark.parametrize("text", EXPECTED)
def test_a_call_that_the_file_expects_to_raise_says_so(text: str) -> None:
    (call,) = document(f"from pufferlib.vector import make\n{text}").calls
    assert call.expected is EXPECTED[text]


REPLACED = [
    "pufferlib.vector.make = fake",
    "setattr(pufferlib.vector, 'make', fake)",
    "monkeypatch.setattr(pufferlib.vector, 'make', fake)",
    "monkeypatch.setattr('pufferlib.vector.make', fake)",
    "with mock.patch('pufferlib.vector.make'): pass",
    "@patch('pufferlib.vector.make')\ndef f(m): pass",
    "with mock.patch.object(pufferlib.vector, 'make'): pass",
    "sys.modules['pufferlib.vector'] = fake",
    "for n in ('torch', 'pufferlib.vector'): sys.modules[n] = Mock()",
    "NAMES = ['pufferlib.vector']\nfor n in NAMES: sys.modules[n] = Mock()",
    "for n, fake in [('pufferlib.vector', Mock())]: sys.modules[n] = fake",
    "FAKES = {'pufferlib.vector': Mock()}\nfor n in FAKES: sys.modules[n] = FAKES[n]",
    "FAKES = {'pufferlib.vector': Mock()}\nfor n, f in FAKES.items(): sys.modules[n] = f",
    "FAKES = {'pufferlib.vector': Mock()}\nsys.modules.update(FAKES)",
    "sys.modules.update({n: Mock() for n in ('pufferlib.vector',)})",
    "sys.modules.update(dict.fromkeys(['pufferlib.vector'], Mock()))",
    "sys.modules |= {'pufferlib.vector': Mock()}",
    "modules = sys.modules\nmodules['pufferlib.vector'] = Mock()",
    "def fake(n): sys.modules[n] = Mock()\nfake('pufferlib.vector')",
    "def fake(n): sys.modules[n] = Mock()\nfor m in ('pufferlib.vector',): fake(m)",
    "monkeypatch.setitem(sys.modules, 'pufferlib.vector', Mock())",
    "for n in ['pufferlib.vector']: monkeypatch.setitem(sys.modules, n, Mock())",
    "@mock.patch.dict('sys.modules', {'pufferlib.vector': Mock()})\ndef f(): pass",
    "FAKES = {'pufferlib.vector': Mock()}\nwith mock.patch.dict(sys.modules, FAKES): pass",
    "with mock.patch.dict('sys.modules', values={'pufferlib.vector': Mock()}): pass",
    "with mock.patch('mytrainer.vector.make'): pass",
    "with mock.patch('mytrainer.core.pufferlib.vector.make'): pass",
    "WHERE = 'mytrainer.vector'\nwith mock.patch(f'{WHERE}.make'): pass",
    "with mock.patch('mytrainer.pufferlib.vector'): pass",
    "import mytrainer\nmonkeypatch.setattr(mytrainer.vector, 'make', fake)",
    "mocker.patch.multiple('pufferlib.vector', make=fake)",
    "mocker.patch.multiple(pufferlib.vector, make=fake)",
]


@pytest.mark.parametrize(
    "text",
    [
        "sys.modules['pufferlib'] = fake",
        "for n in ('a', 'b'): sys.modules[f'pufferlib.{n}'] = Mock()",
        "for n in names(): sys.modules['pufferlib.' + n] = Mock()",
        "with mock.patch.dict('sys.modules', pufferlib=Mock()): pass",
    ],
)
def test_a_package_that_the_file_replaces_is_its_own(text: str) -> None:
    text = f"import sys, pufferlib.vector\n{text}\npufferlib.vector.make(f, num_envs=3)\n"
    found = document(text)
    assert not found.calls
    assert {use.guard for use in found.uses if use.name.startswith("pufferlib.v")} == {"optional"}


@pytest.mark.parametrize("text", REPLACED)
def test_calls_of_what_the_file_replaces_are_its_own(text: str) -> None:
    text = f"import sys, pufferlib.vector\n{text}\n"
    assert not document(text + "pufferlib.vector.make(f, num_envs=3)\n").calls
    assert document(text + "pufferlib.emulation.f(1)\n").calls


@pytest.mark.parametrize(
    "text",
    [
        "pufferlib.vector.make.x = 1",
        "monkeypatch.setattr(o, 'make', f)",
        "for n in ('torch', 'numpy'): sys.modules[n] = Mock()",
        "for n in names(): sys.modules[n] = Mock()",
        "for n in ('pufferlib.vector',): modules[n] = Mock()",
        "for n in ('pufferlib.vector',): print(sys.modules[n])",
        "for n in ('pufferlib.vector',): del sys.modules[n]",
        "def fake(n): sys.modules[n] = Mock()\nfake('torch')",
        "with mock.patch.dict(os.environ, {'pufferlib.vector': '1'}): pass",
        "with mock.patch('mytrainer.make'): pass",
        "with mock.patch('mytrainer.vector'): pass",
        "with mock.patch('mytrainer.vector.step'): pass",
        "with mock.patch(f'{where}.make'): pass",
        "mocker.patch.multiple('pufferlib.vector', reset=fake)",
    ],
)
def test_what_is_set_elsewhere_replaces_no_call(text: str) -> None:
    text = f"import pufferlib.vector\n{text}\npufferlib.vector.make(f, num_envs=3)\n"
    assert [call.name for call in document(text).calls] == ["pufferlib.vector.make"]


@pytest.mark.parametrize(
    "given",
    [
        "sys.modules.update({'pufferlib.x': fake})",
        "sys.modules.setdefault('pufferlib.x', fake)",
        "with patch.dict('sys.modules', {'pufferlib.x': fake}): pass",
        "with patch.dict(sys.modules, {'pufferlib.x': fake}): pass",
        "monkeypatch.setitem(sys.modules, 'pufferlib.x', fake)",
    ],
)
def test_modules_that_the_file_fakes_may_be_missing(given: str) -> None:
    assert uses(f"import sys\n{given}\nimport pufferlib.x\n") == [("pufferlib.x", True, "optional")]
    assert uses(f"import sys\n{given}\nimport pufferlib.y\n") == [("pufferlib.y", True, None)]


def test_a_byte_order_mark_is_no_part_of_the_first_name() -> None:
    found = read("\ufeffimport pufferlib.vector as v\r\nv.make(n=1)\r\n", "a.py", ROOTS)
    assert next((u.name, u.span.column) for u in found.uses) == ("pufferlib.vector", 8)


def test_what_this_python_refuses_is_a_warning_where_the_package_is_imported() -> None:
    finds("import pufferlib.vector\nx ==\n", "PC004", name="train.py", severity="warning")


ASKED = {
    "if hasattr(pufferlib, 'x') and pufferlib.x.y: pass": "version",
    "if not hasattr(pufferlib, 'x') or pufferlib.x.y: pass": "version",
    "if pufferlib.x.y and hasattr(pufferlib, 'x'): pass": None,
    "if not hasattr(pufferlib, 'x'): raise SystemExit\npufferlib.x.y": "version",
    "if not hasattr(pufferlib, 'x'):\n    sys.exit(1)\npufferlib.x.y": "version",
    "if hasattr(pufferlib, 'x'): pass\nelse: exit()\npufferlib.x.y": "version",
    "if not hasattr(pufferlib, 'x'): print()\npufferlib.x.y": None,
    "def f():\n    if not hasattr(pufferlib, 'x'): return\n    pufferlib.x.y": "version",
    "def f():\n    if not hasattr(pufferlib, 'x'): return\npufferlib.x.y": None,
    "if not hasattr(pufferlib, 'x'): raise E\ndef f():\n    pufferlib.x.y": "version",
    "pufferlib.x.y\nif not hasattr(pufferlib, 'x'): raise E": None,
    "for a in b:\n    if not hasattr(pufferlib, 'x'): continue\n    pufferlib.x.y": "version",
    "if not pufferlib.__version__.startswith('2'): raise E\npufferlib.x.y": "version",
    "assert pufferlib.__version__ == '2'\npufferlib.x.y": "version",
    "if sys.version_info < (3, 8): raise E\npufferlib.x.y": None,
    "if torch.__version__ < '2': raise E\npufferlib.x.y": None,
    "if not hasattr(args, 'x'): raise E\npufferlib.x.y": None,
    "OK = hasattr(pufferlib, 'x')\nif OK: pufferlib.x.y": "version",
    "OK = hasattr(other, 'x')\nif OK: pufferlib.x.y": None,
    "V = pufferlib.__version__\nIS2 = V < '3'\nif not IS2: raise E\npufferlib.x.y": "version",
    "V = metadata.version('pufferlib')\nif V > '3': raise E\npufferlib.x.y": "version",
    "V = metadata.version('torch')\nif V > '3': raise E\npufferlib.x.y": None,
    "def ok(): return hasattr(pufferlib, 'x')\nif ok(): pufferlib.x.y": "version",
    "try:\n    import pufferlib.z\n    OK = True\nexcept E:\n    OK = False\nif OK: pufferlib.x.y": "version",
    "try:\n    import torch\n    OK = True\nexcept E:\n    OK = False\nif OK: pufferlib.x.y": None,
    "if pufferlib.__version__ < '3': OLD = True\nelse: OLD = False\nif OLD: pufferlib.x.y": "version",
    "match pufferlib.__version__[0]:\n    case '2': pufferlib.x.y": "version",
    "match args.mode:\n    case '2': pufferlib.x.y": None,
    "pytest.importorskip('pufferlib.x')\npufferlib.x.y": "version",
    "z = pytest.importorskip('pufferlib.x')\ndef test():\n    pufferlib.x.y": "version",
    "pytest.importorskip('torch')\npufferlib.x.y": None,
    "@pytest.mark.skipif(not hasattr(pufferlib, 'x'), reason='')\ndef test():\n    pufferlib.x.y": "version",
    "pytestmark = pytest.mark.skipif(not hasattr(pufferlib, 'x'))\ndef test():\n    pufferlib.x.y": "version",
    "@pytest.mark.skipif(not hasattr(torch, 'x'), reason='')\ndef test():\n    pufferlib.x.y": None,
}


@pytest.mark.parametrize("text", ASKED)
def test_a_test_of_what_is_installed_guards_what_depends_on_it(text: str) -> None:
    found = {
        guard for name, _, guard in uses(f"import pufferlib\n{text}\n") if name.endswith("x.y")
    }
    assert found == {ASKED[text]}


VERSIONED = {
    "if pufferlib.__version__ < '4':\n    vector.make(x=1)": True,
    "if pufferlib.__version__ >= '4':\n    pass\nelse:\n    vector.make(x=1)": True,
    "V = tuple(pufferlib.__version__.split('.'))\nOLD = V < ('4',)\nif OLD:\n    vector.make(x=1)": True,
    "if version('pufferlib') < '4':\n    vector.make(x=1)": True,
    "if args.generation == 3:\n    vector.make(x=1)": True,
    "match PUFFER_VERSION:\n    case 3:\n        vector.make(x=1)": True,
    "v = vector.make(x=1) if pufferlib.__version__ < '4' else None": True,
    "def f():\n    if pufferlib.__version__ >= '4':\n        return new()\n    return vector.make(x=1)": True,
    "def f():\n    if x:\n        if VERSION == 4:\n            return new()\n    return vector.make(x=1)": False,
    "if pufferlib.__version__ >= '4':\n    raise SystemExit\nvector.make(x=1)": False,
    "assert pufferlib.__version__ == '3.0.0'\nvector.make(x=1)": False,
    "if torch.__version__ >= '2':\n    vector.make(x=1)": False,
    "if sys.version_info >= (3, 11):\n    vector.make(x=1)": False,
    "if version('torch') < '2':\n    vector.make(x=1)": False,
    "if hasattr(pufferlib, 'vector'):\n    vector.make(x=1)": False,
    "print(pufferlib.__version__)\nvector.make(x=1)": False,
    "if fast:\n    vector.make(x=1)": False,
}


@pytest.mark.parametrize(("text", "versioned"), VERSIONED.items())
def test_calls_in_a_branch_of_a_test_of_the_version(text: str, versioned: bool) -> None:
    imports = "import pufferlib, sys, torch; from pufferlib import vector; from importlib.metadata import version\n"
    document = read(imports + text, "a.py", ROOTS)
    assert [call.versioned for call in document.calls if call.name.endswith("make")] == [versioned]


GIVEN = {
    "def f(n):\n    vector.make(x=n)\nf(10)": 10,
    "def f(n):\n    vector.make(x=n)\nf(n=10)": 10,
    "def f(m, n):\n    vector.make(x=n * 2)\nf(1, 10)": 20,
    "N = 5\ndef f(n):\n    vector.make(x=n)\nf(N)\nf(5)": 5,
    "def f(n=8):\n    vector.make(x=n)\nf(10)": 10,
    "def f(n=8):\n    vector.make(x=n)\nf(10)\nf()": Possible(8, "the default of n on line 2"),
    "def f(n):\n    vector.make(x=n)\nf(10)\nf(9)": UNKNOWN,
    "def f(n):\n    vector.make(x=n)\nf(10)\nf(*ns)": UNKNOWN,
    "def f(n):\n    vector.make(x=n)\nf(10)\nmap(f, ns)": UNKNOWN,
    "def f(n):\n    vector.make(x=n)\nf(load())": UNKNOWN,
    "def f(n):\n    vector.make(x=n)\n": UNKNOWN,
    "def f(n):\n    n += 1\n    vector.make(x=n)\nf(10)": UNKNOWN,
    "@deco\ndef f(n):\n    vector.make(x=n)\nf(10)": UNKNOWN,
    "def f(n):\n    vector.make(x=n)\n    f(n + 1)\nf(10)": UNKNOWN,
    "class A:\n    n = 10\n    def f(self):\n        vector.make(x=self.n)": Possible(
        10, "A.n of line 3"
    ),
    "class A:\n    n = 10\n    @classmethod\n    def f(cls):\n        vector.make(x=cls.n)": Possible(
        10, "A.n of line 3"
    ),
    "class A:\n    n = 10\nvector.make(x=A.n)": Possible(10, "A.n of line 3"),
    "class A:\n    n = 10\n    def f(self):\n        self.n = 5\n        vector.make(x=self.n)": UNKNOWN,
    "class A:\n    n = 10\nA.n = 5\nvector.make(x=A.n)": UNKNOWN,
    "class A:\n    n = 10\n    n = 5\nvector.make(x=A.n)": UNKNOWN,
    "class A(Enum):\n    n = 10\nvector.make(x=A.n)": UNKNOWN,
    "class A(BaseModel):\n    n: int = 10\n    def f(self):\n        vector.make(x=self.n)": UNKNOWN,
    "class A(metaclass=M):\n    n = 10\nvector.make(x=A.n)": UNKNOWN,
    "class A:\n    n = 10\n    @staticmethod\n    def f(o):\n        vector.make(x=o.n)": UNKNOWN,
    "class A:\n    n = 10\nA = load(A)\nvector.make(x=A.n)": UNKNOWN,
}


@pytest.mark.parametrize("text", GIVEN)
def test_what_a_function_or_an_object_is_given(text: str) -> None:
    assert calls(IMPORTS + text)[-1][1]["x"] == GIVEN[text]


@pytest.mark.parametrize(
    "text",
    [
        "import importlib\nimportlib.import_module('pufferlib.cleanrl')",
        "__import__('pufferlib.cleanrl')",
    ],
)
def test_a_module_that_is_imported_by_its_name_is_a_use(text: str) -> None:
    (use,) = document(text).uses
    assert (use.name, use.guard) == ("pufferlib.cleanrl", None)


@pytest.mark.parametrize(
    "text",
    [
        "import importlib\nimportlib.import_module(name)",
        "import importlib\nimportlib.import_module('.cleanrl', 'pufferlib')",
        "import importlib\nimportlib.import_module('mine.pufferlib')",
        "load('pufferlib.cleanrl')",
    ],
)
def test_other_texts_import_nothing(text: str) -> None:
    assert not document(text).uses


def test_such_an_import_may_be_guarded() -> None:
    text = "try:\n    __import__('pufferlib.cleanrl')\nexcept ImportError:\n    pass"
    assert document(text).uses[0].guard == "optional"
