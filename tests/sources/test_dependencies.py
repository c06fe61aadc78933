"""What a dependency file asks of a package, and where: every form, and what only looks like one."""

from __future__ import annotations

import json

import pytest

from profilecheck.document import Document, Requirement
from profilecheck.sources.dependencies import decoded, included, kind_of, read, with_requirements
from profilecheck.sources.read import read as read_document
from tests.sources.dependency_texts import COMMANDS, FILES, SILENT, SILENT_COMMANDS

WANTED = frozenset({"pufferlib", "pufferlib-core"})
MARKS = ("pufferlib", "PufferLib")


def document_of(name: str, text: str) -> Document:
    found = read_document(text.encode(), name, name, frozenset(), MARKS)
    if found is None:
        return read(text, name, name=name, wanted=WANTED)
    return with_requirements(found, name=name, wanted=WANTED)


def asked(name: str, text: str) -> tuple[Requirement, ...]:
    return document_of(name, text).requirements


def quoted(text: str, one: Requirement) -> str:
    """What stands in the text at a requirement's place."""
    lines = text.replace("\r\n", "\n").split("\n")
    span = one.span
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    middle = lines[span.line : span.end_line - 1]
    return "\n".join(
        [
            lines[span.line - 1][span.column - 1 :],
            *middle,
            lines[span.end_line - 1][: span.end_column - 1],
        ]
    )


@pytest.mark.parametrize(("name", "text", "at", "specifier", "url", "group"), FILES)
def test_a_file_asks_for_a_package(
    name: str, text: str, at: str, specifier: str | None, url: str, group: str
) -> None:
    (one,) = asked(name, text)
    assert quoted(text, one) == at
    assert (one.specifier, one.url, one.group) == (specifier, url, group)


@pytest.mark.parametrize(("name", "text"), SILENT)
def test_a_file_asks_for_no_such_package(name: str, text: str) -> None:
    assert not asked(name, text)


@pytest.mark.parametrize(("line", "at", "specifier", "url"), COMMANDS)
@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("setup.sh", "#!/bin/sh\n", "\n"),
        ("Dockerfile", "FROM x\nRUN ", "\n"),
        ("README.md", "Install:\n\n```sh\n", "\n```\n"),
        ("Makefile", "install:\n\t", "\n"),
        (".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: |\n          ", "\n"),
    ],
)
def test_a_command_asks_for_a_package(
    line: str, at: str, specifier: str | None, url: str, name: str, before: str, after: str
) -> None:
    text = before + line + after
    (one,) = asked(name, text)
    assert quoted(text, one) == at
    assert (one.specifier, one.url, one.group) == (specifier, url, "a command")


@pytest.mark.parametrize("line", SILENT_COMMANDS)
def test_a_command_that_installs_no_such_package(line: str) -> None:
    assert not asked("setup.sh", f"{line}\n")


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("pip install pufferlib>=3.0.0", ">=3.0.0"),
        ("pip install pufferlib>3 numpy", ">3"),
        ("pip install pufferlib[atari]>=3", ">=3"),
        ("pip install pufferlib<4", "<4"),
        ("pip install pufferlib>=3,<4", ">=3,<4"),
        ("pip install pufferlib >= 3.0.0", " >= 3.0.0"),
        ("bash -c 'pip install pufferlib>=3'", ">=3"),
        ("uv add pufferlib>=3.0.0 && true", ">=3.0.0"),
        ("conda install pufferlib>=3", ">=3"),
        ("pip install 'pufferlib>=3.0.0'", ""),
        ('pip install "pufferlib[atari]>=3"', ""),
        ("pip install pufferlib\\>=3.0.0", ""),
        ("pip install pufferlib==3.0.0", ""),
        ("pip install pufferlib>log.txt", ""),
        ("pip install pufferlib > 3.log", ""),
        ("pip install pufferlib 2>&1", ""),
        ("pip install pufferlib>/dev/null", ""),
        ("pip install pufferlib==3.0.0>=log", ""),
    ],
)
def test_what_a_shell_takes_away_from_a_requirement(line: str, cut: str) -> None:
    (one,) = asked("setup.sh", f"{line}\n")
    assert one.cut == cut


def test_a_list_of_words_in_a_dockerfile_is_read_by_no_shell() -> None:
    (one,) = asked("Dockerfile", 'FROM x\nRUN ["pip", "install", "pufferlib>=3"]\n')
    assert (one.specifier, one.cut) == (">=3", "")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "--index-url https://index.example/simple\npufferlib==4.0\n"),
        ("requirements.txt", "--find-links wheels\npufferlib==4.0\n"),
        ("requirements.txt", "pufferlib @ git+https://x/P@4.0\n"),
        ("setup.sh", "pip install -i https://index.example pufferlib==4.0\n"),
        ("setup.sh", "export PIP_INDEX_URL=https://x\npip install pufferlib==4.0\n"),
        ("setup.sh", "conda install pufferlib=4.0\n"),
        ("environment.yml", "dependencies:\n  - pufferlib=4.0\n"),
        ("uv.lock", '[[package]]\nname = "pufferlib"\nversion = "4.0.0"\n'),
        (
            "pyproject.toml",
            '[project]\ndependencies = ["pufferlib>=4"]\n[[tool.uv.index]]\nurl = "https://x"\n',
        ),
        ("Pipfile", '[[source]]\nurl = "https://x/simple"\n[packages]\npufferlib = "==4.0"\n'),
        (
            "pyproject.toml",
            '[tool.poetry.dependencies]\npufferlib = {version = "4", source = "x"}\n',
        ),
    ],
)
def test_other_indexes_may_have_what_the_public_one_lacks(name: str, text: str) -> None:
    assert not any(one.indexed for one in asked(name, text))


def test_a_source_of_uv_is_where_all_groups_take_the_package_from() -> None:
    text = (
        '[project]\ndependencies = ["pufferlib>=4"]\n[dependency-groups]\ndev = ["pufferlib==4.0"]\n'
        '[tool.uv.sources]\npufferlib = { git = "https://x/P", rev = "4.0" }\n'
    )
    assert [one.indexed for one in asked("pyproject.toml", text)] == [False, False, False]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "--extra-index-url https://pypi.org/simple\npufferlib==4.0\n"),
        ("requirements.txt", "torch @ https://x/torch.whl\npufferlib==4.0\n"),
        (
            "Pipfile",
            '[[source]]\nurl = "https://pypi.org/simple"\n[packages]\npufferlib = "==4.0"\n',
        ),
        ("environment.yml", "dependencies:\n  - pip:\n    - pufferlib==4.0\n"),
        ("setup.sh", "pip install --no-cache-dir pufferlib==4.0\n"),
    ],
)
def test_versions_of_the_public_index(name: str, text: str) -> None:
    assert [one.indexed for one in asked(name, text)] == [True]


@pytest.mark.parametrize(
    ("text", "conditional"),
    [
        ("pufferlib==3.0.0 ; python_version >= '3.10'\n", True),
        ("pufferlib @ git+https://x/P@4.0 ; sys_platform == 'linux'\n", True),
        ("pufferlib==3.0.0  # ; python_version\n", False),
    ],
)
def test_a_marker_makes_an_entry_conditional(text: str, conditional: bool) -> None:
    (one,) = asked("requirements.txt", text)
    assert one.conditional is conditional


def test_every_alternative_of_a_table_is_one() -> None:
    text = (
        "[tool.poetry.dependencies]\npufferlib = [\n"
        '  { version = "2.0.6", python = "<3.10" },\n  { git = "https://x/P", tag = "4.0" },\n]\n'
    )
    found = asked("pyproject.toml", text)
    assert [one.specifier or one.url for one in found] == ["==2.0.6", "git+https://x/P@4.0"]
    assert all(one.conditional for one in found)


def test_the_version_of_the_package_itself_is_its_own() -> None:
    text = (
        '[project]\nname = "pufferlib"\nversion = "4.0.0"\n'
        '[project.optional-dependencies]\nall = ["pufferlib[atari]"]\n'
    )
    (one,) = asked("pyproject.toml", text)
    assert one.own and one.specifier == "==4.0.0"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("!pip install pufferlib>=3.0.0", ["pufferlib"]),
        ("%pip install -q 'pufferlib==3.0.0'", ["pufferlib==3.0.0"]),
        ("! uv pip install torch \\\n  pufferlib==3.0.0", ["pufferlib==3.0.0"]),
        ("x = '!pip install pufferlib==3.0.0'", []),
        ("# !pip install pufferlib==3.0.0", []),
        ("!echo pip install pufferlib==3.0.0", []),
        ("!pip list | grep pufferlib", []),
    ],
)
def test_a_cell_of_a_notebook_hands_commands_to_a_shell(line: str, found: list[str]) -> None:
    cell = {"cell_type": "code", "source": f"import os\n{line}\n"}
    text = json.dumps({"nbformat": 4, "cells": [cell]})
    requirements = asked("train.ipynb", text)
    assert [one.text for one in requirements] == found


@pytest.mark.parametrize(
    ("magic", "found"),
    [
        *((magic, ["pufferlib==3.0.0"]) for magic in ("%%bash", "%%sh", "%%script bash")),
        ("%%writefile a.sh", []),
        ("%%time", []),
    ],
)
def test_a_cell_that_is_a_shell_script_is_read_as_one(magic: str, found: list[str]) -> None:
    script = f"{magic}\nset -e\npip install torch \\\n  pufferlib==3.0.0\n"
    sources = ("import os\n", script, "!pip install pufferlib==2.0.6\n")
    cells = [{"cell_type": "code", "source": source} for source in sources]
    requirements = asked("train.ipynb", json.dumps({"nbformat": 4, "cells": cells}))
    assert [one.text for one in requirements] == [*found, "pufferlib==2.0.6"]


def test_what_a_requirements_file_includes() -> None:
    text = "-r base.txt\n--requirement=dev.txt  # x\n-c constraints.txt\n-rother.txt\nnumpy -r no.txt\n# -r no\n"
    assert list(included(text)) == ["base.txt", "dev.txt", "constraints.txt", "other.txt"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_pip_reads_marks_of_an_encoding(encoding: str) -> None:
    text = decoded("pufferlib==3.0.0\n".encode(encoding))
    (one,) = asked("requirements.txt", text)
    assert (one.span.column, one.specifier) == (1, "==3.0.0")


def test_comments_of_a_requirements_file() -> None:
    text = "# a\npufferlib==3.0.0  # b\nx @ https://y#egg=x\n"
    comments = document_of("requirements.txt", text).comments
    assert [(c.text, c.span.line, c.alone) for c in comments] == [
        ("# a", 1, True),
        ("# b", 2, False),
    ]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("requirements.txt", "requirements"),
        ("requirements-dev.in", "requirements"),
        ("dev-requirements.txt", "requirements"),
        ("constraints.txt", "requirements"),
        ("a/requirements/base.txt", "requirements"),
        ("a/b/pyproject.toml", "project"),
        ("Pipfile", "project"),
        ("environment-gpu.yaml", "environment"),
        ("poetry.lock", "lock"),
        ("pylock.toml", "lock"),
        ("setup.py", "setup-py"),
        ("notes.txt", None),
        ("requirements.md", None),
        ("my_pyproject.toml", None),
        ("requirements/README.md", None),
        ("Cargo.lock", None),
        ("setup_env.py", None),
    ],
)
def test_a_dependency_file_is_told_by_its_name(name: str, kind: str | None) -> None:
    assert kind_of(name) == kind
