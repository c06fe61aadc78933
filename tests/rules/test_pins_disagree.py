"""PC411: two pins of one project that mean two generations."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.checking import check_paths
from profilecheck.findings import FileReport, Finding
from profilecheck.options import Options
from tests.rules.helpers import finds, quiet

CODE = "PC411"
OF_4 = "pufferlib @ git+https://x/P@4.0"
PROJECT_4 = f'[project]\ndependencies = ["{OF_4}"]\n'
LOCK_3 = '[[package]]\nname = "pufferlib"\nversion = "3.0.0"\n'
DOCKER_3 = "FROM x\nRUN pip install pufferlib==3.0.0\n"
SCRIPT_3 = "pip install pufferlib==3.0.0\n"
CONDA_3 = "dependencies:\n  - pip:\n    - pufferlib==3.0.0\n"


def checked(root: Path, files: dict[str, str]) -> list[FileReport]:
    for name, text in {".git/HEAD": "", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return check_paths([str(root)], Options(), root=root)


def found(root: Path, files: dict[str, str]) -> list[Finding]:
    return [one for report in checked(root, files) for one in report.findings if one.code == CODE]


def test_two_pins_in_one_file() -> None:
    text = f"pufferlib==3.0.0\n{OF_4}\n"
    one = finds(text, CODE, at=(2, 1), severity="warning", name="requirements.txt", target=None)
    assert one.message == (f"{OF_4} is 4.0, and line 1 pins pufferlib==3.0.0, which is 3.0")


@pytest.mark.parametrize(
    ("files", "where"),
    [
        (
            {"pyproject.toml": PROJECT_4, "requirements.txt": "pufferlib==3.0.0\n"},
            "requirements.txt",
        ),
        ({"pyproject.toml": PROJECT_4, "uv.lock": LOCK_3}, "uv.lock"),
        ({"pyproject.toml": PROJECT_4, "environment.yml": CONDA_3}, "environment.yml"),
        ({"pyproject.toml": PROJECT_4, "Dockerfile": DOCKER_3}, "Dockerfile"),
        # a number that counts is no version
        ({"pyproject.toml": PROJECT_4, "run_3.sh": SCRIPT_3}, "run_3.sh"),
        ({"pyproject.toml": PROJECT_4, "go.sh": f"# Step 3: install\n{SCRIPT_3}"}, "go.sh"),
        ({"requirements.txt": OF_4, "environment.yml": CONDA_3}, "environment.yml"),
        (
            {"pyproject.toml": PROJECT_4, "Pipfile": '[packages]\npufferlib = "==3.0.0"\n'},
            "Pipfile",
        ),
        (
            {
                "pyproject.toml": PROJECT_4,
                "requirements.txt": "-r requirements/base.txt\n",
                "requirements/base.txt": "pufferlib==3.0.0\n",
            },
            "base.txt",
        ),
    ],
)
def test_the_file_that_comes_first_is_taken_at_its_word(
    tmp_path: Path, files: dict[str, str], where: str
) -> None:
    (one,) = found(tmp_path, files)
    assert Path(one.path).name == where
    first = next(iter(files))
    assert f"{first} line " in one.message and one.message.count("4.0") >= 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "pyproject.toml",
            PROJECT_4 + '[project.optional-dependencies]\natari = ["pufferlib[atari]==3.0.0"]\n',
        ),
        (
            "pyproject.toml",
            PROJECT_4
            + "[project.optional-dependencies]\na = [\"pufferlib==3.0.0; sys_platform == 'linux'\"]\n",
        ),
        (
            "setup.cfg",
            f"[options]\ninstall_requires =\n  {OF_4}\n[options.extras_require]\natari = pufferlib==3.0.0\n",
        ),
        (
            "setup.py",
            f'setup(install_requires=["{OF_4}"], extras_require={{"atari": ["pufferlib==3.0.0"]}})\n',
        ),
    ],
)
def test_an_extra_is_installed_with_the_projects_own_dependencies(name: str, text: str) -> None:
    assert finds(text, CODE, name=name, target=None).message.startswith("pufferlib")


def test_a_lock_is_to_be_made_anew(tmp_path: Path) -> None:
    (one,) = found(tmp_path, {"pyproject.toml": PROJECT_4, "uv.lock": LOCK_3})
    assert one.message.endswith("the lock is older than what it locks, make it anew")


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject.toml": PROJECT_4, "requirements.txt": f"{OF_4}\n"},
        {"pyproject.toml": PROJECT_4, "requirements.txt": "pufferlib>=2\n"},
        {"pyproject.toml": PROJECT_4, "requirements-old.txt": "pufferlib==3.0.0\n"},
        {"pyproject.toml": PROJECT_4, "requirements/old.txt": "pufferlib==3.0.0\n"},
        {"pyproject.toml": PROJECT_4, "old/requirements.txt": "pufferlib==3.0.0\n"},
        {"pyproject.toml": PROJECT_4, "old/Dockerfile": DOCKER_3},
        {"pyproject.toml": PROJECT_4, "Dockerfile.old": DOCKER_3},
        {"pyproject.toml": PROJECT_4, "run_v3.sh": SCRIPT_3},
        {"pyproject.toml": PROJECT_4, "run_3.0.sh": SCRIPT_3},
        {"pyproject.toml": PROJECT_4, "go.sh": f"# with puffer 3\n{SCRIPT_3}"},
        {"pyproject.toml": PROJECT_4, "setup_old.sh": "pip install pufferlib==3.0.0\n"},
        {"pyproject.toml": PROJECT_4, "README.md": "```sh\npip install pufferlib==3.0.0\n```\n"},
        {"pyproject.toml": PROJECT_4, "tests/requirements.txt": "pufferlib==3.0.0\n"},
        {"pyproject.toml": PROJECT_4 + '[dependency-groups]\nold = ["pufferlib==3.0.0"]\n'},
        {
            "pyproject.toml": '[project]\ndependencies = ["torch"]\n'
            f'[project.optional-dependencies]\nold = ["pufferlib==3.0.0"]\nnew = ["{OF_4}"]\n'
        },
        {
            "pyproject.toml": f"[project]\ndependencies = [\"{OF_4} ; sys_platform == 'linux'\"]\n"
            "[project.optional-dependencies]\na = [\"pufferlib==3.0.0; sys_platform == 'darwin'\"]\n"
        },
        {
            "pyproject.toml": PROJECT_4
            + "[project.optional-dependencies]\na = [\"pufferlib==3.0.0; python_version < '3'\"]\n"
        },
        {"pyproject.toml": '[project]\ndependencies = ["pufferlib>=3"]\n', "uv.lock": LOCK_3},
        {"requirements.txt": "pufferlib==3.0.0\n", "uv.lock": LOCK_3},
        {"requirements.txt": "pufferlib-core==3.0.17\npufferlib==3.0.0\n"},
    ],
)
def test_projects_that_do_not_contradict_themselves(tmp_path: Path, files: dict[str, str]) -> None:
    assert not found(tmp_path, files)


@pytest.mark.parametrize(
    "text",
    [
        f"pufferlib==3.0.0 ; python_version < '3.10'\n{OF_4} ; python_version >= '3.10'\n",
        f"pufferlib==3.0.0\n# {OF_4}\n",
        "pufferlib==3.0.0\npufferlib>=3\n",
        f"{OF_4}\n",
    ],
)
def test_files_that_do_not_contradict_themselves(text: str) -> None:
    quiet(text, CODE, name="requirements.txt", target=None)


def test_what_was_asked_for_is_what_a_pin_contradicts_then() -> None:
    text = f"pufferlib==3.0.0\n{OF_4}\n"
    quiet(text, CODE, name="requirements.txt", target="3.0")
