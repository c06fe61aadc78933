"""The tool that builds the tables of modules and names, and the tables that it built."""

from __future__ import annotations

import ast
import json
import os
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import api_table
from module_names import Binder

ROOT = Path(__file__).resolve().parents[1]
DATA = sorted((ROOT / "src/profilecheck/profiles/api").glob("*.json"))
FACTS = ROOT.parent / "shared" / "facts" / "api"
RELEASES = os.environ.get("PROFILECHECK_RELEASES")

CASES = {
    "definitions": ("def f(): x = 1\nasync def g(): ...\nclass C:\n    y = 1\n", "C f g"),
    "imports": ("import a.b, c as d\nfrom e import f, g as h\n", "a d f h"),
    "assignments": (
        "a = b = 1\nc, *d = 1, 2\ne: int = 1\nf: int\ng += 1\nh.i = 1\n",
        "a b c d e g",
    ),
    "branches": ("if x:\n    a = 1\nelif y:\n    b = 1\nelse:\n    c = 1\n", "a b c"),
    "try": (
        "try:\n    import a\nexcept ImportError as e:\n    a = b = None\nelse:\n    c = 1\nfinally:\n    d = 1\n",
        "a b c d",
    ),
    "loops": ("for a in x:\n    b = 1\nwhile y:\n    c = 1\nelse:\n    d = 1\n", "a b c d"),
    "with": ("with x as a, y as (b, c):\n    d = 1\n", "a b c d"),
    "match": (
        "match x:\n    case [a, *b]:\n        pass\n    case str() as c:\n        pass\n",
        "a b c",
    ),
    "comprehensions keep theirs": ("a = [b for b in x]\nc = {d: 1 for d in x}\n", "a c"),
    "a walrus gives it away": ("if (a := x):\n    pass\n", "a"),
    "a lambda keeps its own": ("a = lambda b: (c := b)\n", "a"),
    "run as a script": ("if __name__ == '__main__':\n    a = 1\nelse:\n    b = 1\n", "b"),
    "for type checkers": ("if TYPE_CHECKING:\n    from a import b\n", ""),
    "dunder": ("__version__ = 3.0\n__all__ = ['__version__']\n", "__version__"),
    "global": ("def f():\n    global a\n    a = 1\n", "a f"),
    "globals()": ("globals()['a'] = 1\n", "a"),
    "globals() of any name": ("for n in x:\n    globals()[n] = 1\n", "n *"),
    "globals() read": ("a = globals()[n]\n", "a"),
    "the module as an object": (
        "import sys\ndef f():\n    this = sys.modules[__name__]\n    this.a = 1\n    this.a.b = 1\n",
        "a f sys",
    ),
    "setattr on the module": ("import sys\nsetattr(sys.modules[__name__], n, 1)\n", "sys *"),
    "__getattr__ of one name": (
        'def __getattr__(n):\n    "Doc."\n    if n == "a":\n        return 1\n    raise AttributeError(n)\n',
        "a",
    ),
    "__getattr__ of some": (
        "def __getattr__(n):\n    if n in ('a', 'b'):\n        return 1\n    raise AttributeError(n)\n",
        "a b",
    ),
    "__getattr__ of any": ("def __getattr__(n):\n    return 1\n", "*"),
    "__getattr__ with another test": (
        "def __getattr__(n):\n    if n in NAMES:\n        return 1\n    raise AttributeError(n)\n",
        "*",
    ),
    "__all__ that is not read": ("__all__ = list(x)\n", "*"),
    "a star from elsewhere": ("from torch import *\na = 1\n", "a *"),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES)
def test_the_names_of_a_module(source: str, expected: str) -> None:
    files = {"pufferlib/__init__.py": source.encode()}
    assert api_table.words(api_table.table(files)["pufferlib"]) == expected


def test_python_binds_the_same() -> None:
    """Of the modules above that can be run, all names that are bound are found."""
    run = 0
    for case, (source, _) in CASES.items():
        namespace: dict[str, object] = {"__name__": "os", "x": [], "n": "n"}
        before = {*namespace, "__builtins__", "__getattr__", "__all__", "__annotations__"}
        try:
            exec(source, namespace)
        except (ImportError, NameError, KeyError, TypeError, AttributeError):
            continue
        run += 1
        binder = Binder(ast.parse(source), "m", False)
        assert binder.open or set(namespace) - before <= binder.names, case
    assert run > len(CASES) // 2


PACKAGE = {
    "setup.py": "find_namespace_packages()\nExtension('pufferlib._C', sources)\nExtension(name, [])\n",
    "pufferlib/__init__.py": "__version__ = 3.0\nfrom .core import *\nfrom pufferlib import envs\n",
    "pufferlib/core.py": "import os\nfrom .more import *\nclass A: ...\n_b = 1\n",
    "pufferlib/more.py": "__all__ = ['_c']\n_c = d = 1\n",
    "pufferlib/round.py": "from pufferlib.about import *\na = 1\n",
    "pufferlib/about.py": "from pufferlib.round import *\nb = 1\n",
    "pufferlib/envs/__init__.py": "",
    "pufferlib/envs/one/one.py": "from . import binding\n",
    "pufferlib/envs/one/binding.c": "",
    "pufferlib/envs/one/one.h": "",
    "pufferlib/config/default.ini": "",
    "pufferlib/not-a-name/x.py": "",
    "pufferlib/fast.pyx": "cimport numpy\ndef a(): ...\ncdef object b(x): ...\ncpdef int c(x):\n    def d(): ...\ncdef class E:\n",
    "pufferlib/built.cpython-311-x86_64-linux-gnu.so": "",
    "pufferlib/win.cp311-win_amd64.pyd": "",
    "examples/run.py": "import pufferlib\n",
    "PKG-INFO": "Metadata-Version: 2.1\nName: pufferlib\nVersion: 3.0.0\n",
}
MODULES = {
    "pufferlib": "A __version__ envs os",
    "pufferlib._C": "*",
    "pufferlib.about": "a b",
    "pufferlib.built": "*",
    "pufferlib.config": "",
    "pufferlib.core": "A _b _c os",
    "pufferlib.envs": "",
    "pufferlib.envs.one": "",
    "pufferlib.envs.one.binding": "*",
    "pufferlib.envs.one.one": "binding",
    "pufferlib.fast": "E a c *",
    "pufferlib.more": "_c d",
    "pufferlib.round": "a b",
    "pufferlib.win": "*",
}


def write(folder: Path) -> Path:
    for name, text in PACKAGE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_package_in_a_folder_an_sdist_and_a_wheel(tmp_path: Path) -> None:
    folder = write(tmp_path / "pufferlib-3.0.0")
    sdist, wheel = tmp_path / "pufferlib-3.0.0.tar.gz", tmp_path / "pufferlib-3.0.0.whl"
    with tarfile.open(sdist, "w:gz") as tar:
        tar.add(folder, "pufferlib-3.0.0")
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in PACKAGE:
            archive.write(folder / name, name)
    for source in (folder, sdist, wheel):
        data = json.loads(api_table.document(source))
        assert data["modules"] == MODULES, source
        assert list(data["modules"]) == sorted(MODULES)
        assert (data["generation"], data["release"]) == ("3.0", "pufferlib 3.0.0")
        assert data["exported"] == {"pufferlib.more": ["_c"]}


def test_folders_are_no_modules_where_the_build_installs_packages_only() -> None:
    files = {
        "setup.py": b"find_packages()",
        "pufferlib/__init__.py": b"",
        "pufferlib/data/x.ini": b"",
    }
    assert list(api_table.table(files)) == ["pufferlib"]


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.stem)
def test_a_shipped_table_is_well_formed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = json.loads(text)
    modules = data["modules"]
    assert data["generation"] == path.stem
    assert list(modules) == sorted(modules)
    for module, words in modules.items():
        names = words.removesuffix("*").split()
        assert names == sorted(set(names)), module
        assert text.count(f'\n  "{module}": ') == 1
        assert module == "pufferlib" or module.rpartition(".")[0] in modules
    assert data["complete"] == ("digest" in data)
    if data["complete"]:
        assert data["digest"] == api_table.digest(modules), (
            "built by the tool, never written by hand"
        )


@pytest.mark.skipif(RELEASES is None, reason="PROFILECHECK_RELEASES names no folder of archives")
@pytest.mark.parametrize("path", DATA, ids=lambda path: path.stem)
def test_a_shipped_table_is_what_the_archive_gives(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    source = Path(RELEASES or "", json.loads(text)["source"].split(" ")[0])
    if not source.is_file():
        pytest.skip(f"{source.name} is not there")
    assert api_table.document(source) == text


SCRIPTS = {"cleanrl_ppo_atari", "checkers", "convert", "cpr", "freeway", "moba", "pysquared"} | {
    *(
        "render",
        "school",
        "squared",
        "tactical",
        "target",
        "template",
        "terraform",
        "tetris",
        "cleanrl",
    )
}
"""Modules that bind more when they are run as a script."""


@pytest.mark.skipif(not FACTS.is_dir(), reason="the facts are not here")
@pytest.mark.parametrize(
    ("generation", "fact"), [("1.0", "1.0.1"), ("2.0", "2.0.6"), ("3.0", "3.0.0")]
)
def test_the_tables_agree_with_what_was_found_before(generation: str, fact: str) -> None:
    path = ROOT / "src/profilecheck/profiles/api" / f"{generation}.json"
    modules = json.loads(path.read_text(encoding="utf-8"))["modules"]
    facts = json.loads((FACTS / f"{fact}.detail.json").read_text(encoding="utf-8"))
    assert set(facts) <= set(modules)
    for module, found in facts.items():
        names = {name for name in modules[module].split() if not name.startswith("__")}
        told = {*found["defined"], *found["private"], *found["reexported"]}
        if "*" not in names:
            assert names <= told, module
            assert told <= names or module.rpartition(".")[2] in SCRIPTS, module
