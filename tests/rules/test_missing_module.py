"""PC401: a module of PufferLib that the target does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.surroundings import look
from tests.rules.helpers import finds, quiet

CODE = "PC401"
NAME = "train.py"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("import pufferlib.vector\n", (1, 8)),
        ("import pufferlib.vector as v\n", (1, 8)),
        ("import os, pufferlib.emulation\n", (1, 12)),
        ("from pufferlib import vector\n", (1, 23)),
        ("from pufferlib import (\n    vector,\n)\n", (2, 5)),
        ("from pufferlib.vector import make\n", (1, 30)),
        ("from pufferlib.emulation import *\n", (1, 33)),
        ("import pufferlib\npufferlib.vector.make(x)\n", (2, 1)),
        ("def f():\n    import pufferlib.vector\n", (2, 12)),
        ("import pufferlib as p\nx = [p.pytorch.sample_logits]\n", (2, 6)),
    ],
)
def test_modules_of_3_0_are_missing_in_4_0(text: str, at: tuple[int, int]) -> None:
    finds(text, CODE, at=at, severity="error", name=NAME, target="4.0")


@pytest.mark.parametrize(
    "module",
    ["frameworks.cleanrl", "policy_store", "policy_ranker", "utils", "cleanrl", "namespace"],
)
def test_modules_that_were_gone_before_3_0(module: str) -> None:
    text = f"import pufferlib.vector\nimport pufferlib.{module}\n"
    finds(text, CODE, at=(2, 8), name=NAME, target="3.0")


def test_one_finding_names_all_places() -> None:
    text = "import pufferlib.vector\n\na = pufferlib.vector.make(x)\nb = pufferlib.vector.Serial\n"
    found = finds(text, CODE, name=NAME, target="4.0")
    assert [note.message for note in found.notes] == ["named again in lines 3, 4"]


def test_what_took_its_place_and_since_when_it_is_gone_are_told() -> None:
    found = finds("import pufferlib.vector\n", CODE, name=NAME, target="4.0")
    assert "gone in 4.0" in found.message and "total_agents" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "import pufferlib.vector\nimport pufferlib.emulation\nfrom pufferlib import pufferl, _C\n",
        "import pufferlib\npufferlib.vector.make\npufferlib.PufferEnv\npufferlib.__version__\n",
        "from pufferlib.ocean.breakout import breakout\n",
        "from pufferlib.ocean.my_own_env import MyEnv\n",
        "import pufferlib.ocean.breakout.binding\n",
        "import pufferlib.vector\npufferlib.vector.Serial.reset.__doc__\n",
    ],
)
def test_what_3_0_has(text: str) -> None:
    quiet(text, CODE, name=NAME, target="3.0")


@pytest.mark.parametrize(
    "text",
    [
        "from pufferlib import pufferl, models, sweep, muon\nimport pufferlib.torch_pufferl\n",
        "import pufferlib\nprint(pufferlib.__version__)\n",
        "try:\n    import pufferlib.vector\nexcept ImportError:\n    pass\n",
        "try:\n    import pufferlib.vector as v\nexcept ImportError:\n    v = None\nif v:\n    v.make(x)\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pufferlib.vector\n",
        "import pufferlib\nif pufferlib.__version__ < 4:\n    import pufferlib.vector\n",
        "import pufferlib\nif hasattr(pufferlib, 'vector'):\n    pufferlib.vector.make(x)\n",
        "x = 'import pufferlib.vector'\n# import pufferlib.vector\nimport pufferlib\n",
        "import sys, pufferlib\nsys.modules['pufferlib.vector'] = shim\n",
        "import pufferlib\npufferlib.vector = shim\npufferlib.vector.make(x)\n",
        "import pufferlib\ndef f(pufferlib):\n    pufferlib.vector\n",
    ],
)
def test_what_4_0_has_or_the_file_can_do_without(text: str) -> None:
    quiet(text, CODE, name=NAME, target="4.0")


def test_a_module_of_the_trees_own_package_is_not_missing(tmp_path: Path) -> None:
    package = tmp_path / "pufferlib"
    (tmp_path / ".git").mkdir()
    (tmp_path / "scripts").mkdir()
    package.mkdir()
    (package / "curriculum.py").touch()
    (package / "cleanrl").mkdir()
    text = "import pufferlib.curriculum, pufferlib.cleanrl.x, pufferlib.utils\n"
    around = look(tmp_path / "scripts" / NAME)
    finds("import pufferlib.cleanrl\n", CODE, name=NAME, surroundings=around)
    (package / "__init__.py").touch()
    for place in (tmp_path / NAME, tmp_path / "scripts" / NAME, package / NAME):
        around = look(place)
        found = finds(text, CODE, at=(1, 51), name=NAME, surroundings=around)
        assert "pufferlib.utils" in found.message
        quiet("import pufferlib.curriculum\n", "PC402", name=NAME, surroundings=around)


def test_a_package_below_src_is_the_trees_own(tmp_path: Path) -> None:
    package = tmp_path / "src" / "pufferlib"
    package.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (package / "__init__.py").touch()
    (package / "utils.py").touch()
    quiet("import pufferlib.utils\n", CODE, name=NAME, surroundings=look(tmp_path / NAME))


@pytest.mark.parametrize(
    "text",
    [
        "import pufferlib\nif not hasattr(pufferlib, 'vector'): raise SystemExit\npufferlib.vector.make(x)\n",
        "import pufferlib\nif not pufferlib.__version__.startswith('3'): raise SystemExit\n"
        "import pufferlib.vector\npufferlib.vector.make(x)\n",
        "import pytest\npytest.importorskip('pufferlib.vector')\nimport pufferlib.vector\n",
    ],
)
def test_what_the_file_asks_for_before_it_is_reached(text: str) -> None:
    quiet(text, CODE, name=NAME, target="4.0")
