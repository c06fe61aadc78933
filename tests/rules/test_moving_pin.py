"""PC413: a repository without a reference, or with one that moves."""

from __future__ import annotations

import pytest

from profilecheck.findings import Evidence
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

CODE = "PC413"
NAME = "requirements.txt"
UPSTREAM = "https://github.com/PufferAI/PufferLib"


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        (NAME, f"pufferlib @ git+{UPSTREAM}\n", (1, 1)),
        (NAME, f"-e git+{UPSTREAM}.git#egg=pufferlib\n", (1, 4)),
        (NAME, "git+ssh://git@github.com/PufferAI/PufferLib.git\n", (1, 1)),
        ("pyproject.toml", f'[tool.uv.sources]\npufferlib = {{ git = "{UPSTREAM}" }}\n', (2, 1)),
        ("Dockerfile", f"FROM x\nRUN pip install git+{UPSTREAM}.git\n", (2, 17)),
    ],
)
def test_the_default_branch_of_upstream_has_no_package(
    name: str, text: str, at: tuple[int, int]
) -> None:
    found = finds(text, CODE, at=at, severity="warning", name=name, target=None)
    assert "5.0, which has no Python package; for 4.0 write" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "pufferlib @ git+https://github.com/me/PufferLib\n",
        "pufferlib @ git+https://github.com/me/PufferLib@main\n",
        f"pufferlib @ git+{UPSTREAM}@dev\n",
        "git+https://gitlab.com/me/pufferlib.git@HEAD#subdirectory=x\n",
    ],
)
def test_a_branch_that_moves_is_advice(text: str) -> None:
    finds(text, CODE, severity="info", name=NAME, target=None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (NAME, f"pufferlib @ git+{UPSTREAM}@4.0\n"),
        (NAME, f"pufferlib @ git+{UPSTREAM}@8e3e754\n"),
        (NAME, "pufferlib @ git+https://github.com/me/P@v1\n"),
        (NAME, f"pufferlib @ git+{UPSTREAM}@4.0#egg=pufferlib\n"),
        (NAME, "pufferlib==3.0.0\n"),
        (NAME, "pufferlib\n"),
        (NAME, "../PufferLib\n"),
        (NAME, f"pufferlib @ {UPSTREAM}/archive/refs/heads/4.0.zip\n"),
        (
            "pyproject.toml",
            f'[tool.uv.sources]\npufferlib = {{ git = "{UPSTREAM}", rev = "4.0" }}\n',
        ),
        ("setup.sh", f"uv add git+{UPSTREAM} --rev 4.0\n"),
        (
            "uv.lock",
            f'[[package]]\nname = "pufferlib"\nversion = "4"\nsource = {{ git = "{UPSTREAM}#8e3e7546428f06839dad031935081ff3ad915f07" }}\n',
        ),
    ],
)
def test_what_does_not_move(name: str, text: str) -> None:
    quiet(text, CODE, name=name, target=None)


def test_a_lock_of_the_project_decides_what_is_installed() -> None:
    lock = Evidence("4.0", "uv.lock line 5 pins x", "uv.lock")
    around = Surroundings(exact=(lock,), place=NAME)
    quiet(f"pufferlib @ git+{UPSTREAM}\n", CODE, name=NAME, target=None, surroundings=around)
