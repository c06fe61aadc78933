"""PC412: a version that the shell takes for a redirection."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, report

CODE = "PC412"


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("setup.sh", "pip install pufferlib>=3.0.0\n", (1, 13)),
        ("Dockerfile", "FROM x\nRUN pip install -q \\\n    pufferlib>=3.0.0\n", (3, 5)),
        ("Makefile", "install:\n\tpip install pufferlib>=3.0.0\n", (2, 14)),
        ("README.md", "```sh\nuv pip install pufferlib[atari]>=3\n```\n", (2, 16)),
        ("README.md", "```console\n$ pip install pufferlib>=3\n```\n", (2, 15)),
        (
            ".github/workflows/a.yml",
            "jobs:\n  a:\n    steps:\n    - run: pip install pufferlib>=3\n",
            (4, 24),
        ),
    ],
)
def test_no_bound_at_all(name: str, text: str, at: tuple[int, int]) -> None:
    found = finds(text, CODE, at=at, severity="warning", name=name, target=None)
    assert found.fix is not None and "of any version is what is asked for" in found.message


@pytest.mark.parametrize(
    "line", ["pip install pufferlib<4", "pip install pufferlib>=3,<4", "pip install pufferlib >= 3"]
)
def test_a_command_that_fails(line: str) -> None:
    finds(f"{line}\n", CODE, severity="error", name="setup.sh", target=None)


def test_the_fix_puts_the_requirement_in_quotes() -> None:
    text = "pip install pufferlib[atari]>=3.0.0 torch\n"
    found = finds(text, CODE, name="setup.sh", target=None)
    assert found.fix is not None
    (edit,) = found.fix.edits
    before, after = text[: edit.span.column - 1], text[edit.span.end_column - 1 :]
    mended = before + edit.text + after
    assert mended == "pip install 'pufferlib[atari]>=3.0.0' torch\n"
    assert not [one for one in report(mended, name="setup.sh").findings if one.code == CODE]


def test_within_quotes_there_is_no_fix() -> None:
    found = finds("bash -c 'pip install pufferlib>=3'\n", CODE, name="setup.sh", target=None)
    assert found.fix is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("setup.sh", "pip install 'pufferlib>=3.0.0'\n"),
        ("setup.sh", 'pip install "pufferlib>=3.0.0"\n'),
        ("setup.sh", "pip install pufferlib\\>=3.0.0\n"),
        ("setup.sh", "pip install pufferlib==3.0.0\n"),
        ("setup.sh", "pip install pufferlib~=3.0\n"),
        ("setup.sh", "pip install pufferlib>install.log\n"),
        ("setup.sh", "pip install pufferlib > install.log 2>&1\n"),
        ("setup.sh", "echo pip install pufferlib>=3.0.0\n"),
        ("setup.sh", "# pip install pufferlib>=3.0.0\n"),
        ("Dockerfile", 'FROM x\nRUN ["pip", "install", "pufferlib>=3"]\n'),
        ("README.md", "Write pufferlib>=3.0.0, or `pip install pufferlib>=3`.\n"),
        ("README.md", "```toml\npip install pufferlib>=3\n```\n"),
        ("requirements.txt", "pufferlib>=3.0.0\n"),
        ("environment.yml", "dependencies:\n  - pip:\n    - pufferlib>=3.0.0\n"),
    ],
)
def test_bounds_that_are_in_force_and_other_redirections(name: str, text: str) -> None:
    assert CODE not in {one.code for one in report(text, name=name, target=None).findings}
