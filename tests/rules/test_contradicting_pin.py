"""PC410: a pin of another generation than the one that the project is for."""

from __future__ import annotations

import pytest

from profilecheck.findings import Evidence
from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet, report

CODE = "PC410"
NAME = "requirements.txt"
UPSTREAM = "https://github.com/PufferAI/PufferLib"
MARK = Evidence("4.0", "src/vecenv.h is the native vectorization of 4.0", "src/vecenv.h")


def marked(place: str = NAME, mark: Evidence = MARK) -> Surroundings:
    return Surroundings(exact=(mark,), marks=(mark,), place=place)


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        (NAME, "numpy\npufferlib==3.0.0\n", (2, 1)),
        (NAME, "pufferlib[atari]~=3.0  # x\n", (1, 1)),
        (NAME, "pufferlib==2.0.6\n", (1, 1)),
        (NAME, "pufferlib-core\n", (1, 1)),
        (NAME, f"-e git+{UPSTREAM}@40c7a1b#egg=pufferlib\n", (1, 4)),
        ("pyproject.toml", '[project]\ndependencies = ["pufferlib>=3,<4"]\n', (2, 18)),
        ("pyproject.toml", '[tool.poetry.dependencies]\npufferlib = "^3.0"\n', (2, 1)),
        ("setup.cfg", "[options]\ninstall_requires = pufferlib==3.0.0\n", (2, 20)),
        ("setup.py", 'setup(install_requires=["pufferlib==3.0.0"])\n', (1, 26)),
        ("environment.yml", "dependencies:\n  - pip:\n    - pufferlib==3.0.0\n", (3, 7)),
        ("uv.lock", '[[package]]\nname = "pufferlib"\nversion = "3.0.0"\n', (3, 1)),
        ("Pipfile", '[packages]\npufferlib = "==3.0.0"\n', (2, 1)),
    ],
)
def test_a_pin_of_another_generation_than_was_asked_for(
    name: str, text: str, at: tuple[int, int]
) -> None:
    finds(text, CODE, at=at, severity="error", name=name, target="4.0")


def test_the_message_names_both_and_what_to_write() -> None:
    found = finds("pufferlib==3.0.0\n", CODE, name=NAME, target="4.0")
    assert found.message == (
        "pufferlib==3.0.0 is 3.0, and --target is 4.0: write "
        f"pufferlib @ git+{UPSTREAM}@8e3e7546428f06839dad031935081ff3ad915f07"
    )


def test_a_long_entry_is_told_in_part() -> None:
    extras = ", ".join(f"extra{number}" for number in range(100))
    found = finds(f"pufferlib[{extras}]==3.0.0\n", CODE, name=NAME, target="4.0")
    assert len(found.message) < 400 and "extra99]==3.0.0 is 3.0" in found.message


def test_a_comment_in_the_file_asks_and_is_heard_everywhere() -> None:
    text = "# profilecheck: target=4.0\npip install pufferlib==3.0.0\n"
    finds(text, CODE, at=(2, 13), severity="error", name="setup.sh", target=None)
    text = "# profilecheck: target=3.0\npufferlib @ git+https://x/P@4.0\n"
    finds(text, CODE, at=(2, 1), severity="error", name="requirements-old.txt", target="4.0")


def test_a_pin_for_the_tree_that_it_stands_in() -> None:
    found = finds(
        "pufferlib==3.0.0\n",
        CODE,
        severity="warning",
        name=NAME,
        target=None,
        surroundings=marked(),
    )
    assert "src/vecenv.h is the native vectorization of 4.0" in found.message
    docker = "FROM x\nRUN pip install pufferlib==3.0.0\n"
    place = marked("Dockerfile")
    finds(docker, CODE, severity="warning", name="Dockerfile", target=None, surroundings=place)


def test_the_projects_own_dockerfile_is_a_warning() -> None:
    text = "FROM x\nRUN pip install pufferlib==3.0.0\n"
    finds(text, CODE, at=(2, 17), severity="warning", name="Dockerfile", target="4.0")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (NAME, "pufferlib @ git+https://x/P@4.0\n"),
        (NAME, "pufferlib>=2\n"),
        (NAME, "pufferlib\n"),
        (NAME, "pufferlib @ git+https://x/P@0123456789abcdef\n"),
        (NAME, "../PufferLib\n"),
        (NAME, "# pufferlib==3.0.0\npufferlib\n"),
        (NAME, "pufferlib==3.0.0 ; python_version < '3.10'\n"),
        ("requirements-baseline.txt", "pufferlib==3.0.0\n"),
        ("environment-old.yml", "dependencies:\n  - pip:\n    - pufferlib==3.0.0\n"),
        ("pyproject.toml", '[project.optional-dependencies]\nold = ["pufferlib==3.0.0"]\n'),
        ("pyproject.toml", '[dependency-groups]\nold = ["pufferlib==3.0.0"]\n'),
        ("pyproject.toml", '[tool.hatch.envs.old]\ndependencies = ["pufferlib==3.0.0"]\n'),
        ("pyproject.toml", '[project]\nname = "pufferlib"\nversion = "3.0.0"\n'),
        ("setup_old.sh", "pip install pufferlib==3.0.0\n"),
        ("README.md", "```sh\npip install pufferlib==3.0.0\n```\n"),
        ("Dockerfile.old", "FROM x\nRUN pip install pufferlib==3.0.0\n"),
        ("Dockerfile", "FROM x\n# RUN pip install pufferlib==3.0.0\nRUN pip install pufferlib\n"),
    ],
)
def test_what_contradicts_nothing(name: str, text: str) -> None:
    verdict = report(text, name=name, target="4.0")
    assert CODE not in {found.code for found in verdict.findings}


@pytest.mark.parametrize(
    "place",
    ["tests/data/requirements.txt", "third_party/x/requirements.txt", "fixtures/requirements.txt"],
)
def test_files_that_only_quote(place: str) -> None:
    quiet(
        "pufferlib==3.0.0\n",
        CODE,
        name=place,
        target="4.0",
        surroundings=Surroundings(place=place),
    )


def test_a_folder_of_its_own_within_the_tree_may_be_a_second_environment() -> None:
    place = "baselines/requirements.txt"
    around = marked(place)
    quiet("pufferlib==3.0.0\n", CODE, name=place, target=None, surroundings=around)
    own = marked(place, Evidence("4.0", "x", "baselines/src/vecenv.h"))
    finds("pufferlib==3.0.0\n", CODE, name=place, target=None, surroundings=own)


def test_a_command_is_a_warning() -> None:
    text = "pip install pufferlib==3.0.0\n"
    one = finds(text, CODE, at=(1, 13), severity="warning", name="setup.sh", target="4.0")
    assert one.message.startswith("pufferlib==3.0.0 is 3.0, and --target is 4.0")


def test_a_comment_silences_it() -> None:
    text = "pufferlib==3.0.0  # profilecheck: ignore[PC410] the baseline\n"
    quiet(text, CODE, name=NAME, target="4.0")
    text = "# profilecheck: ignore[contradicting-pin]\npufferlib==3.0.0\n"
    quiet(text, CODE, name=NAME, target="4.0")
