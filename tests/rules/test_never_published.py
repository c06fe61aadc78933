"""PC414: a version of PufferLib that was never published."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet

CODE = "PC414"
NAME = "requirements.txt"


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        (NAME, "pufferlib==4.0\n", (1, 1)),
        (NAME, "pufferlib>=4\n", (1, 1)),
        (NAME, "pufferlib~=4.0\n", (1, 1)),
        (NAME, "pufferlib==2.1.0\n", (1, 1)),
        (NAME, "pufferlib>3.0.0\n", (1, 1)),
        (NAME, "pufferlib-core==3.0.12\n", (1, 1)),
        ("pyproject.toml", '[project]\ndependencies = ["pufferlib==4.0.0"]\n', (2, 18)),
        ("pyproject.toml", '[tool.poetry.dependencies]\npufferlib = "^4.0"\n', (2, 1)),
        ("setup.cfg", "[options]\ninstall_requires = pufferlib>=4\n", (2, 20)),
        ("environment.yml", "dependencies:\n  - pip:\n    - pufferlib==4.0\n", (3, 7)),
        ("Dockerfile", "FROM x\nRUN pip install pufferlib==4.0\n", (2, 17)),
    ],
)
def test_pip_finds_nothing(name: str, text: str, at: tuple[int, int]) -> None:
    finds(text, CODE, at=at, severity="error", name=name, target=None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("README.md", "```sh\npip install pufferlib==4.0\n```\n"),
        ("setup.sh", "pip install pufferlib==4.0\n"),
        (NAME, "pufferlib==4.0 ; python_version >= '3.12'\n"),
        ("requirements-next.txt", "pufferlib==4.0\n"),
        ("pyproject.toml", '[project.optional-dependencies]\nnext = ["pufferlib>=4"]\n'),
    ],
)
def test_what_may_never_be_installed_from_is_a_warning(name: str, text: str) -> None:
    finds(text, CODE, severity="warning", name=name, target=None)


def test_the_message_says_what_to_write() -> None:
    found = finds("pufferlib==4.0\n", CODE, name=NAME, target=None)
    assert found.message == (
        "pufferlib==4.0: no such version of pufferlib was ever published, 3.0.0 is the last: write "
        "pufferlib @ git+https://github.com/PufferAI/PufferLib@8e3e7546428f06839dad031935081ff3ad915f07"
    )
    found = finds("pufferlib==3.0.17\n", CODE, name=NAME, target=None)
    assert found.message.endswith("3.0.0 is the last (pufferlib-core has it)")
    found = finds("pufferlib==2.1\n", CODE, name=NAME, target=None)
    assert found.message.endswith(": write pufferlib==2.0.6")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (NAME, "pufferlib==3.0.0\n"),
        (NAME, "pufferlib==3\n"),
        (NAME, "pufferlib>=3.0.0\n"),
        (NAME, "pufferlib<4\n"),
        (NAME, "pufferlib\n"),
        (NAME, "pufferlib==2.0.6\n"),
        (NAME, "pufferlib-core==3.0.17\n"),
        (NAME, "pufferlib @ git+https://x/P@4.0\n"),
        (NAME, "pufferlib==four\n"),
        (NAME, "--index-url https://index.example/simple\npufferlib==4.0\n"),
        (NAME, "# pufferlib==4.0\npufferlib\n"),
        (
            "pyproject.toml",
            '[project]\ndependencies = ["pufferlib>=4"]\n[tool.uv.sources]\npufferlib = { path = "../P" }\n',
        ),
        (
            "pyproject.toml",
            '[project]\ndependencies = ["pufferlib>=4"]\n[[tool.uv.index]]\nurl = "https://x"\n',
        ),
        ("pyproject.toml", '[project]\nname = "pufferlib"\nversion = "4.0.0"\n'),
        ("environment.yml", "dependencies:\n  - pufferlib=4.0\n"),
        ("uv.lock", '[[package]]\nname = "pufferlib"\nversion = "4.0.0"\n'),
        ("Dockerfile", "FROM x\nENV PIP_INDEX_URL=https://x\nRUN pip install pufferlib==4.0\n"),
        ("setup.sh", "pip install --find-links wheels pufferlib==4.0\n"),
        ("setup.sh", "pip install pufferlib==$VERSION\n"),
        ("README.md", "There is no `pufferlib==4.0`.\n\n```sh\npip install pufferlib\n```\n"),
    ],
)
def test_what_can_be_installed_or_comes_from_elsewhere(name: str, text: str) -> None:
    quiet(text, CODE, name=name, target=None)


def test_a_pin_that_contradicts_is_to_be_changed_anyway() -> None:
    quiet("pufferlib==4.0\n", CODE, name=NAME, target="3.0")
    finds("pufferlib==4.0\n", CODE, name=NAME, target="4.0")
