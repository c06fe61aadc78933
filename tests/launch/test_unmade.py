"""Environments of 3.0 that what is installed does not make, as far as its files tell."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tests.cli.helpers import Cli, Ran
from tests.launch.helpers import THING, Installation

Dry = Callable[..., Ran]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs executable scripts")
LITTLE = "[vec]\nnum_workers = 2\n[train]\nlearning_rate = 0.1\n"
TABLE = "def make_plain(): ...\nMAKE_FUNCTIONS = {'thing': 'Thing', 'plain': make_plain}\n"
IMPORT = "from pufferlib.ocean.thing import binding\n"


@pytest.fixture
def environments(three: Installation) -> Path:
    """Where the packages of environments are, of which there is one."""
    folder = three.folder / "pufferlib/environments"
    (folder / "mine").mkdir(parents=True)
    return folder


@pytest.fixture
def ocean(three: Installation) -> Path:
    """The folder of the environment ``thing``, whose module imports a binding."""
    folder = three.folder / "pufferlib/ocean/thing"
    folder.mkdir(parents=True)
    (folder.parent / "environment.py").write_text(TABLE)
    (folder / "thing.py").write_text(IMPORT)
    (folder / "binding.c").write_text("")
    return folder


def test_the_name_for_which_default_ini_is_read_alone(
    cli: Cli, environments: Path, dry: Dry
) -> None:
    cli.write("little.ini", LITTLE)
    ran = dry("--env", "default", file="little.ini")
    assert ran.code == 1
    assert "[base] package = None: load_env imports pufferlib.environments.None, which" in ran.err
    assert "for the name default the loader reads default.ini alone" in ran.err


@pytest.mark.parametrize("package", ["nothere", "mine.deep", "None"])
def test_a_package_that_is_not_there(cli: Cli, environments: Path, dry: Dry, package: str) -> None:
    (environments.parent / "config/ocean/thing.ini").write_text(
        THING.replace("package = ocean", f"package = {package}")
    )
    cli.write("little.ini", LITTLE.replace("num_workers = 2", "num_envs = 4"))
    ran = dry("--env", "puffer_thing", file="little.ini")
    assert ran.code == 1
    assert (
        f"[base] package = {package}: load_env imports pufferlib.environments.{package}" in ran.err
    )


def test_a_package_that_the_config_or_a_flag_names(cli: Cli, environments: Path, dry: Dry) -> None:
    cli.write("thing.ini", THING.replace("package = ocean", "package = nothere"))
    ran = dry()
    assert ran.code == 1 and "--package=nothere" in ran.err
    assert "imports pufferlib.environments.nothere" in ran.err
    assert dry("--", "--package", "mine").code == 0
    cli.write("thing.ini", THING)
    assert "imports pufferlib.environments.nothere" in dry("--", "--package", "nothere").err


@pytest.mark.parametrize(
    "file", ["mine/__init__.py", "other.py", "other.cpython-311-x86_64-linux-gnu.so", "a/b.py"]
)
def test_a_package_in_whatever_form(cli: Cli, environments: Path, dry: Dry, file: str) -> None:
    path = environments / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    name = file.removesuffix("/__init__.py").partition(".")[0].replace("/", ".")
    cli.write("thing.ini", THING.replace("package = ocean", f"package = {name}"))
    assert dry().code == 0


def test_an_environment_that_was_not_compiled(ocean: Path, dry: Dry) -> None:
    (ocean / "__init__.py").write_text("")
    ran = dry()
    assert ran.code == 1
    assert f"{ocean} holds no binding*.so; the environment ends with ImportError" in ran.err
    other = ocean / "binding.cpython-27-x86_64-linux-gnu.so"
    other.write_bytes(b"")
    ran = dry()
    assert ran.code == 1
    assert f"{other} is built for another Python: {sys.executable} imports binding." in ran.err
    (ocean / f"binding{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    assert dry().code == 0


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("thing.py", "import numpy\n"),
        ("thing.py", "from pufferlib.ocean.thing import bindings\n"),
        ("thing.py", "try:\n    from . import binding\nexcept ImportError:\n    binding = None\n"),
        ("thing.py", "def make():\n    from . import binding\n"),
        ("thing.py", "not Python\n"),
        ("__init__.py", "binding = 1\n"),
        ("binding.py", ""),
        ("binding/__init__.py", ""),
        ("../environment.py", TABLE.replace("'Thing'", "make_plain")),
        ("../environment.py", TABLE.replace("'thing'", "'other'")),
        ("../environment.py", "from elsewhere import MAKE_FUNCTIONS\n"),
        ("../environment.py", "not Python\n"),
    ],
)
def test_what_may_be_made_is_let_be(ocean: Path, dry: Dry, file: str, text: str) -> None:
    path = ocean / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert dry().code == 0


def test_one_reason_where_nothing_was_compiled(ocean: Path, dry: Dry) -> None:
    (ocean.parents[1] / "pufferl.py").write_text("from pufferlib import _C\n")
    ran = dry()
    assert ran.code == 1 and "holds no pufferlib/_C*.so" in ran.err and "binding" not in ran.err
