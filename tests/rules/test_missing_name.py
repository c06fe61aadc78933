"""PC402: a name that a module of PufferLib does not have in the target."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.surroundings import look
from tests.rules.helpers import finds, quiet

CODE = "PC402"
NAME = "train.py"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("import pufferlib\nclass E(pufferlib.PufferEnv): ...\n", (2, 9)),
        ("from pufferlib import PufferEnv\n", (1, 23)),
        ("from pufferlib.pufferl import PuffeRL\n", (1, 31)),
        ("from pufferlib import pufferl\npufferl.load_env('x', {})\n", (2, 1)),
        ("import pufferlib\nraise pufferlib.APIUsageError('x')\n", (2, 7)),
    ],
)
def test_names_of_3_0_are_missing_in_4_0(text: str, at: tuple[int, int]) -> None:
    finds(text, CODE, at=at, severity="error", name=NAME, target="4.0")


@pytest.mark.parametrize(
    "text",
    [
        "import pufferlib.emulation\npufferlib.emulation.BasicPostprocessor\n",
        "from pufferlib.pytorch import LSTM\n",
        "import pufferlib.vector as v\nv.make_all(x)\n",
    ],
)
def test_names_that_3_0_lacks(text: str) -> None:
    finds(text, CODE, name=NAME, target="3.0")


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("import pufferlib\npufferlib.PufferEnv\npufferlib.APIUsageError\n", "3.0"),
        ("from pufferlib.pufferl import PuffeRL, load_config, train\n", "3.0"),
        ("from pufferlib.pufferl import load_config, train\n", "4.0"),
        ("from pufferlib.models import MyOwnModel\n", "4.0"),
        ("from pufferlib import pufferl\ntrainer = pufferl\ntrainer.train('x')\n", "4.0"),
        (
            "try:\n    from pufferlib import PufferEnv\nexcept ImportError:\n    PufferEnv = object\n",
            "4.0",
        ),
        ("import pufferlib\nE = getattr(pufferlib, 'PufferEnv', object)\n", "4.0"),
        (
            "import pufferlib\nE = pufferlib.PufferEnv if hasattr(pufferlib, 'PufferEnv') else object\n",
            "4.0",
        ),
        ("import pufferlib.vector\npufferlib.vector.Serial.reset\n", "3.0"),
        ("import pufferlib\npufferlib.__file__\npufferlib.__path__\n", "4.0"),
    ],
)
def test_names_that_exist_or_that_the_file_can_do_without(text: str, target: str) -> None:
    quiet(text, CODE, name=NAME, target=target)


def test_a_name_of_a_missing_module_is_told_once_with_the_module() -> None:
    text = "from pufferlib.vector import make, Serial\nmake(x)\n"
    quiet(text, CODE, name=NAME, target="4.0")
    finds(text, "PC401", name=NAME, target="4.0")


def test_a_name_of_the_trees_own_module_is_not_missing(tmp_path: Path) -> None:
    package = tmp_path / "pufferlib"
    package.mkdir()
    (tmp_path / ".git").mkdir()
    (package / "__init__.py").write_text("Own = 1\n")
    (package / "vector.py").write_text("def make_all(envs): ...\n")
    around = look(tmp_path / NAME)
    text = "import pufferlib.vector\npufferlib.vector.make_all(x)\npufferlib.Own\n"
    finds(text, CODE, name=NAME, count=2)
    quiet(text, CODE, name=NAME, surroundings=around)
    text = "import pufferlib.vector\npufferlib.vector.make_none(x)\npufferlib.vector.make_all(x)\n"
    finds(text, CODE, at=(2, 1), name=NAME, surroundings=around)


@pytest.mark.parametrize("text", ["from pufferlib.core import *\n", "def __getattr__(name): ...\n"])
def test_a_module_of_the_tree_that_may_have_any_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "pufferlib").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / "pufferlib" / "__init__.py").write_text(text)
    quiet("import pufferlib\npufferlib.Own\n", CODE, name=NAME, surroundings=look(tmp_path / NAME))


@pytest.mark.parametrize(
    "text",
    [
        "if False:\n    from pufferlib.vector import make_none\n",
        "def f():\n    return\n    from pufferlib.vector import make_none\n",
        "import sys\nsys.exit()\nfrom pufferlib.vector import make_none\n",
        "import pytest\n@pytest.mark.skip\ndef test():\n    from pufferlib.vector import make_none\n",
        "import pufferlib.vector\nraise SystemExit\npufferlib.vector.make_none\n",
    ],
)
def test_names_in_code_that_never_runs(text: str) -> None:
    quiet(text, CODE, name=NAME)


def test_names_behind_a_test_that_is_not_known() -> None:
    finds("if x:\n    from pufferlib.vector import make_none\n", CODE, name=NAME)


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("from pufferlib.pufferl import Protein\n", "pufferlib.sweep.Protein"),
        ("import pufferlib.vector as v\nv.PuffeRL\n", "pufferlib.pufferl.PuffeRL"),
    ],
)
def test_a_name_that_another_module_has(text: str, there: str) -> None:
    found = finds(text, "PC402", name="train.py", target="3.0")
    assert found.message.endswith(f": it is {there}")


@pytest.mark.parametrize("name", ["nothing_of_that_name", "_private", "ctypes", "tqdm"])
def test_a_name_that_none_has_or_many(name: str) -> None:
    found = finds(f"from pufferlib.spaces import {name}\n", "PC402", name="a.py", target="3.0")
    assert "it is pufferlib" not in found.message
