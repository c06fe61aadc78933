"""What the tree around a file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.surroundings import Surroundings, look


def tree(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def around(root: Path, files: dict[str, str], name: str = "config/a.ini") -> Surroundings:
    tree(root, {".git/HEAD": "", name: "", **files})
    return look(root / name)


@pytest.mark.parametrize(
    ("name", "text", "generation"),
    [
        ("pyproject.toml", '[project]\ndependencies = ["pufferlib==3.0.0"]\n', "3.0"),
        ("pyproject.toml", '[project]\ndependencies = ["pufferlib[atari]~=3.0"]\n', "3.0"),
        ("pyproject.toml", '[project.optional-dependencies]\nrl = ["pufferlib>=3,<4"]\n', "3.0"),
        (
            "pyproject.toml",
            '[dependency-groups]\nrl = ["pufferlib @ git+https://x/P@4.0"]\n',
            "4.0",
        ),
        ("pyproject.toml", '[tool.poetry.dependencies]\npufferlib = "^3.0"\n', "3.0"),
        ("pyproject.toml", '[tool.poetry.dependencies]\npufferlib = "3.0.0"\n', "3.0"),
        (
            "pyproject.toml",
            '[tool.uv.sources]\npufferlib = {git = "https://x/P", rev = "8e3e754"}\n',
            "4.0",
        ),
        ("pyproject.toml", '[project]\nname = "pufferlib"\nversion = "4.0.0"\n', "4.0"),
        ("requirements.txt", "numpy\npufferlib==3.0.0  # pinned\n", "3.0"),
        ("requirements-dev.txt", "git+https://x/PufferLib.git@4.0#egg=pufferlib\n", "4.0"),
        ("requirements.txt", "pufferlib-core==3.0.23\n", "3.0"),
        ("uv.lock", '[[package]]\nname = "pufferlib"\nversion = "3.0.0"\n', "3.0"),
        (
            "uv.lock",
            '[[package]]\nname = "pufferlib"\nversion = "4.0.0"\nsource = { git = "https://x/P?rev=4.0#8e3e7546428f06839dad031935081ff3ad915f07" }\n',
            "4.0",
        ),
    ],
)
def test_an_exact_pin_decides(tmp_path: Path, name: str, text: str, generation: str) -> None:
    found = around(tmp_path, {name: text})
    assert {evidence.profile for evidence in found.exact} == {generation}
    place = found.exact[0].span
    assert place is not None and "puffer" in text.splitlines()[place.line - 1] + text


@pytest.mark.parametrize(
    "text",
    [
        '[project]\ndependencies = ["pufferlib>=2"]\n',
        '[project]\ndependencies = ["pufferlib"]\n',
        '[project]\ndependencies = ["pufferlib==2.0.6"]\n',
        '[project]\ndependencies = ["pufferlib @ git+https://x/PufferLib"]\n',
        '[tool.uv.sources]\npufferlib = {git = "https://x/P", branch = "main"}\n',
        '[tool.poetry.dependencies]\npufferlib = "*"\n',
    ],
)
def test_other_pins_decide_nothing_and_are_told(tmp_path: Path, text: str) -> None:
    found = around(tmp_path, {"pyproject.toml": text})
    assert not found.exact and found.loose


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject.toml": '[project]\ndependencies = ["pufferlib-extras==3.0.0"]\n'},
        {"pyproject.toml": "not toml pufferlib"},
        {"requirements.txt": "# pufferlib==3.0.0\n"},
        {"requirements.txt": "numpy==3.0.0\n"},
        {"README.md": "pip install pufferlib==3.0.0\n"},
        {"build.sh": "#!/bin/sh\n"},
        {"src/ini.h": "something else\n"},
    ],
)
def test_what_is_no_pin_says_nothing(tmp_path: Path, files: dict[str, str]) -> None:
    found = around(tmp_path, files)
    assert not found.exact and not found.loose


def test_the_nearest_project_decides(tmp_path: Path) -> None:
    files = {
        "requirements.txt": "pufferlib==3.0.0\n",
        "new/requirements.txt": "pufferlib @ git+https://x/P@4.0\n",
    }
    found = around(tmp_path, files, "new/config/a.ini")
    assert [evidence.profile for evidence in found.exact] == ["4.0"]


def test_nothing_above_the_repository_counts(tmp_path: Path) -> None:
    tree(tmp_path, {"requirements.txt": "pufferlib==3.0.0\n"})
    assert not around(tmp_path / "repo", {}).exact


@pytest.mark.parametrize(
    ("files", "generation"),
    [
        ({"pufferlib/vector.py": "from pufferlib import PufferEnv, set_buffers\n"}, "3.0"),
        ({"src/vecenv.h": "//\n"}, "4.0"),
        ({"pufferlib/pufferl.py": "f'{b1}PufferLib {b2}4.0'\n"}, "4.0"),
        ({"src/ini.h": "puf_ini_get\n"}, "5.0"),
    ],
)
def test_marks_of_a_tree_decide(tmp_path: Path, files: dict[str, str], generation: str) -> None:
    assert {e.profile for e in around(tmp_path, files).exact} == {generation}


def test_default_ini_is_the_nearest_with_both_sections(tmp_path: Path) -> None:
    whole = "[base]\nenv_name = None\n[vec]\nnum_envs = 2\n"
    files = {
        "pufferlib/config/default.ini": whole,
        "pufferlib/config/ocean/default.ini": "[other]\n",
    }
    found = around(tmp_path, files, "pufferlib/config/ocean/a.ini")
    assert found.default_ini is not None
    assert found.default_ini.path == "pufferlib/config/default.ini"
    assert found.fork is None


def test_a_fork_is_told_by_names_of_its_own(tmp_path: Path) -> None:
    text = "[base]\nenv_name = None\n[vec]\nnum_envs = 2\nmax_num_threads = 4\n"
    found = around(tmp_path, {"config/default.ini": text})
    assert found.fork and ("vec", "max_num_threads") in found.fork_names


def test_a_missing_file_and_a_broken_tree_never_raise(tmp_path: Path) -> None:
    assert look(tmp_path / "no" / "such" / "file.ini").default_ini is None
    tree(tmp_path, {".git/HEAD": "", "uv.lock": "[[[", "default.ini": "broken\n"})
    (tmp_path / "pyproject.toml").mkdir()
    assert look(tmp_path / "a.ini") == Surroundings()
