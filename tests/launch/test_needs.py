"""What a launcher imports before all else, and cannot do without."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from profilecheck.launch.needs import told_missing
from tests.cli.helpers import Cli, Ran
from tests.launch.helpers import Installation

Dry = Callable[..., Ran]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs executable scripts")

COMPILED = """\
try:
    from pufferlib import _C
except ImportError:
    raise ImportError('Failed to import C/CUDA advantage kernel.')
"""


@pytest.fixture
def launcher(three: Installation) -> Path:
    return three.folder / "pufferlib/pufferl.py"


def test_the_compiled_part_that_the_trainer_imports(launcher: Path, dry: Dry) -> None:
    launcher.write_text(COMPILED)
    ran = dry()
    assert ran.code == 1 and "refused: " in ran.err
    assert "holds no pufferlib/_C*.so: its trainer ends with ImportError" in ran.err
    (launcher.parent / f"_C{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    assert dry().code == 0


def test_a_compiled_part_for_another_python(launcher: Path, dry: Dry) -> None:
    launcher.write_text(COMPILED)
    other = launcher.parent / "_C.cpython-27-x86_64-linux-gnu.so"
    other.write_bytes(b"")
    ran = dry()
    assert ran.code == 1
    assert f"{other.as_posix()} is built for another Python: {sys.executable} imports" in ran.err
    assert "install PufferLib for this Python" in ran.err
    (launcher.parent / f"_C{EXTENSION_SUFFIXES[-1]}").write_bytes(b"")
    assert dry().code == 0


def test_a_build_of_4_0_for_another_python(four: Installation, dry: Dry) -> None:
    (compiled,) = (four.folder / "pufferlib").glob("_C*")
    other = compiled.with_name("_C.cpython-27-x86_64-linux-gnu.so")
    compiled.rename(other)
    ran = dry()
    assert ran.code == 1
    assert f"{other.as_posix()} is built for another Python" in ran.err
    assert "run ./build.sh thing there with this Python" in ran.err


def test_packages_that_are_not_there(launcher: Path, dry: Dry) -> None:
    launcher.write_text(
        "import json, no_such.one\nfrom nowhere_else import a\nimport pufferlib.b\n"
    )
    ran = dry()
    assert ran.code == 1
    assert "lacks no_such, nowhere_else, which the launcher imports before all else" in ran.err
    for name in ("no_such", "nowhere_else"):
        (launcher.parents[1] / f"{name}.py").write_text("raise AssertionError('imported')\n")
    assert dry().code == 0


def test_what_the_packages_own_modules_import(launcher: Path, dry: Dry) -> None:
    """As 3.0.0's sweep.py imports pyro, and spaces.py gym."""
    folder = launcher.parent
    launcher.write_text(
        "import pufferlib.one\ntry:\n    import pufferlib.four\nexcept OSError:\n    pass\n"
    )
    (folder / "__init__.py").write_text("from pufferlib.two import *\n")
    (folder / "one.py").write_text("import no_such\nfrom .three import a\n")
    (folder / "two.py").write_text("import pufferlib.one, pufferlib.pufferl\nimport nowhere_else\n")
    (folder / "three").mkdir()
    (folder / "three/__init__.py").write_text("from . import deep\n")
    (folder / "three/deep.py").write_text("import far_below\ndef f():\n    import later\n")
    (folder / "four.py").write_text("import perhaps\n")
    ran = dry()
    assert ran.code == 1
    assert "lacks far_below, no_such, nowhere_else, which the launcher imports" in ran.err


def test_a_package_is_told_with_what_installs_it() -> None:
    told = told_missing(("gym", "pyro", "torch"))
    assert told == "gym, pyro (install pyro-ppl), torch"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not Python\n",
        "if CUDA:\n    import no_such\n",
        "def train():\n    import no_such\n",
        "try:\n    import no_such\nexcept ImportError:\n    no_such = None\n",
        "try:\n    import no_such\nexcept OSError:\n    raise\nexcept ImportError:\n    pass\n",
        "from . import no_such\n",
        COMPILED.replace(
            "    raise ImportError('Failed to import C/CUDA advantage kernel.')", "    _C = None"
        ),
    ],
)
def test_what_it_may_do_without_is_let_be(text: str, launcher: Path, dry: Dry) -> None:
    launcher.write_text(text)
    assert dry().code == 0


def test_a_source_tree_holds_modules_of_its_own(
    cli: Cli, launcher: Path, dry: Dry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``python -m`` finds them in this folder, which an installed program does not look in."""
    launcher.write_text("import beside\n")
    assert dry().code == 1
    monkeypatch.chdir(launcher.parents[1])
    monkeypatch.delenv("PYTHONPATH")
    (launcher.parents[1] / "beside.py").write_text("")
    assert dry(file=str(cli.folder / "thing.ini")).code == 0
