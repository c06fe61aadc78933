"""What came with 4.0's later revision, in a project that pins the first (PC401, PC402, PC702, PC704)."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.profiles.releases import FIRST_4
from profilecheck.surroundings import Surroundings, look
from tests.rules.helpers import finds, quiet

URL = "pufferlib @ git+https://github.com/PufferAI/PufferLib"
LATER = [
    ("puffer match chess\n", "run.sh", "PC704"),
    ("puffer train chess --num-games 8\n", "run.sh", "PC702"),
    ("import pufferlib.selfplay\n", "train.py", "PC401"),
    ("from pufferlib import selfplay\n", "train.py", "PC401"),
    ("from pufferlib.pufferl import match\n", "train.py", "PC402"),
    ("import pufferlib.pufferl as p\np.match('chess')\n", "train.py", "PC402"),
]


def tree(folder: Path, pin: str) -> Surroundings:
    (folder / "requirements.txt").write_text(f"{pin}\n", encoding="utf-8")
    return look(folder / "run.sh")


@pytest.mark.parametrize("commit", [FIRST_4, FIRST_4[:9]])
@pytest.mark.parametrize(("text", "name", "code"), LATER)
def test_the_first_lacks_it(text: str, name: str, code: str, commit: str, tmp_path: Path) -> None:
    around = tree(tmp_path, f"{URL}@{commit}")
    found = finds(text, code, name=name, target=None, severity="error", surroundings=around)
    assert "8e3e754" in found.message
    assert "has train, eval, sweep, paretosweep, match" not in found.message


@pytest.mark.parametrize(
    "pin",
    [
        f"{URL}@052f0f5",
        f"{URL}@25647630e1b15330bb3153a5a0d3ff8d234c3acf",
        f"{URL}@4.0",
        f"pufferlib @ git+https://github.com/me/PufferLib@{FIRST_4}",
    ],
)
@pytest.mark.parametrize(("text", "name", "code"), LATER)
def test_other_commits_have_it_or_may(
    text: str, name: str, code: str, pin: str, tmp_path: Path
) -> None:
    quiet(text, code, name=name, target=None, surroundings=tree(tmp_path, pin))


@pytest.mark.parametrize(("text", "name", "code"), LATER)
def test_4_0_is_both_revisions(text: str, name: str, code: str) -> None:
    quiet(text, code, name=name, target="4.0")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("puffer train chess --tag x\npuffer paretosweep chess\n", "run.sh"),
        ("from pufferlib.pufferl import train, load_config\n", "train.py"),
        ("try:\n    from pufferlib import selfplay\nexcept ImportError:\n    pass\n", "train.py"),
    ],
)
def test_what_the_first_has_too(text: str, name: str, tmp_path: Path) -> None:
    quiet(text, name=name, target=None, surroundings=tree(tmp_path, f"{URL}@{FIRST_4}"))


def test_a_tree_that_has_the_module_itself(tmp_path: Path) -> None:
    (tmp_path / "pufferlib").mkdir()
    (tmp_path / "pufferlib" / "__init__.py").touch()
    around = tree(tmp_path, f"{URL}@{FIRST_4}")
    quiet("import pufferlib.selfplay\n", "PC401", name="a.py", target=None, surroundings=around)
