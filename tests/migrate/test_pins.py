"""Pins of 3.0 as commits of 4.0: in each file and each tool's words, and what is told instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.choices import ChoiceError, commit
from profilecheck.migrate.ledger import FileLedger
from profilecheck.migrate.request import Request
from profilecheck.migrate.run import migrate_paths
from profilecheck.profiles.releases import COMMITS
from tests.migrate.helpers import migrated, question

COMMIT = "8e3e7546428f06839dad031935081ff3ad915f07"
REPOSITORY = "https://github.com/PufferAI/PufferLib"
URL = f"git+{REPOSITORY}@{COMMIT}"
TABLE = f'{{ git = "https://github.com/PufferAI/PufferLib", rev = "{COMMIT}" }}'


def pinned(text: str, name: str) -> str:
    """What becomes of a text with a commit."""
    ledger = migrated(text, name, pin=COMMIT)
    assert ledger.after is not None, (ledger.status, ledger.reason, ledger.ports)
    assert migrated(ledger.after, name, pin=COMMIT).after is None
    return ledger.after.decode()


def told(text: str, name: str) -> FileLedger:
    """The ledger of a text that stays, with a commit."""
    ledger = migrated(text, name, pin=COMMIT)
    assert ledger.after is None
    return ledger


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("requirements.txt", "numpy\npufferlib==3.0.0  # a\n", f"numpy\npufferlib @ {URL}  # a\n"),
        ("requirements.txt", "pufferlib\r\ntorch\r\n", f"pufferlib @ {URL}\r\ntorch\r\n"),
        ("requirements.txt", "pufferlib>=2,<4\n", f"pufferlib @ {URL}\n"),
        (
            "requirements.txt",
            'PufferLib ~= 3.0 ; python_version < "3.13"\n',
            f'pufferlib @ {URL} ; python_version < "3.13"\n',
        ),
        (
            "requirements.txt",
            "pufferlib==3.0.0 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\nnumpy\n",
            f"pufferlib @ {URL}\nnumpy\n",
        ),
        (
            "requirements.txt",
            "-e git+https://github.com/PufferAI/PufferLib@3.0#egg=pufferlib\n",
            f"-e {URL}#egg=pufferlib\n",
        ),
        (
            "pyproject.toml",
            "[project]\nname = 'a'\ndependencies = [\n    'pufferlib==3.0.0', # b\n]\n",
            f"[project]\nname = 'a'\ndependencies = [\n    'pufferlib @ {URL}', # b\n]\n",
        ),
        (
            "pyproject.toml",
            '[project]\nname = "a"\ndependencies = ["pufferlib==3.0.0"]\n[tool.uv]\nmanaged = true\n',
            '[project]\nname = "a"\ndependencies = ["pufferlib"]\n[tool.uv]\nmanaged = true\n\n'
            f"[tool.uv.sources]\npufferlib = {TABLE}\n",
        ),
        (
            "pyproject.toml",
            '[project]\nname = "a"\ndependencies = ["pufferlib==3.0.0"]\n[tool.uv.sources]\nb = { path = "b" }\n\n[tool.x]\n',
            '[project]\nname = "a"\ndependencies = ["pufferlib"]\n[tool.uv.sources]\nb = { path = "b" }\n'
            f"pufferlib = {TABLE}\n\n[tool.x]\n",
        ),
        (
            "pyproject.toml",
            '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\npufferlib = "^3.0"  # c\n',
            f'[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\npufferlib = {TABLE}  # c\n',
        ),
        (
            "pyproject.toml",
            '[tool.poetry.dependencies]\npufferlib = {version = "3.0.0", markers = "sys_platform == \'linux\'"}\n',
            f"[tool.poetry.dependencies]\npufferlib = {TABLE[:-2]}, markers = \"sys_platform == 'linux'\" }}\n",
        ),
        (
            "Pipfile",
            '[packages]\npufferlib = "==3.0.0"\n',
            f"[packages]\npufferlib = {TABLE.replace('rev', 'ref')}\n",
        ),
        (
            "pixi.toml",
            '[pypi-dependencies]\npufferlib = "==3.0.0"\n',
            f"[pypi-dependencies]\npufferlib = {TABLE}\n",
        ),
        (
            "setup.cfg",
            "[options]\ninstall_requires =\n    pufferlib==3.0.0  # a\n    numpy\n",
            f"[options]\ninstall_requires =\n    pufferlib @ {URL}  # a\n    numpy\n",
        ),
        (
            "setup.py",
            'from setuptools import setup\nsetup(install_requires=["pufferlib==3.0.0"])\n',
            f'from setuptools import setup\nsetup(install_requires=["pufferlib @ {URL}"])\n',
        ),
        (
            "environment.yml",
            "dependencies:\n  - pip:\n    - pufferlib==3.0.0 # a\n",
            f"dependencies:\n  - pip:\n    - pufferlib @ {URL} # a\n",
        ),
        (
            "Dockerfile",
            "FROM a\nRUN pip install pufferlib==3.0.0 b\n",
            f"FROM a\nRUN pip install {URL} b\n",
        ),
        ("install.sh", 'pip install "pufferlib>=3"  # a\n', f'pip install "{URL}"  # a\n'),
        ("install.sh", "uv pip install pufferlib>=3.0.0\n", f"uv pip install {URL}\n"),
        ("install.sh", "uv add pufferlib==3.0.0\n", f"uv add {URL}\n"),
        (
            "install.sh",
            "poetry add pufferlib@3.0.0\n",
            f"poetry add git+https://github.com/PufferAI/PufferLib.git#{COMMIT}\n",
        ),
        ("install.sh", "uv add 'pufferlib>=3,<4'\n", f"uv add '{URL}'\n"),
        (
            "install.sh",
            "poetry run pip install pufferlib==3.0.0\n",
            f"poetry run pip install {URL}\n",
        ),
        (
            "install.sh",
            "hatch run pip install pufferlib==3.0.0\n",
            f"hatch run pip install {URL}\n",
        ),
        (
            "install.sh",
            "poetry add pufferlib@^3.0.0\n",
            f"poetry add git+https://github.com/PufferAI/PufferLib.git#{COMMIT}\n",
        ),
        (
            "install.sh",
            "pip install git+https://github.com/pufferai/pufferlib@3.0\n",
            f"pip install git+https://github.com/pufferai/pufferlib@{COMMIT}\n",
        ),
        (
            "install.sh",
            "git clone https://github.com/PufferAI/PufferLib\ncd PufferLib\ngit checkout 3.0\n",
            f"git clone https://github.com/PufferAI/PufferLib\ncd PufferLib\ngit checkout {COMMIT}\n",
        ),
        (
            "README.md",
            "```sh\npip install pufferlib==3.0.0\n```\n",
            f"```sh\npip install {URL}\n```\n",
        ),
        (
            ".github/workflows/a.yml",
            "jobs:\n  a:\n    steps:\n      - run: pip install pufferlib==3.0.0\n",
            f"jobs:\n  a:\n    steps:\n      - run: pip install {URL}\n",
        ),
    ],
)
def test_a_pin(name: str, before: str, after: str) -> None:
    assert pinned(before, name) == after


@pytest.mark.parametrize(
    ("name", "text", "how"),
    [
        ("uv.lock", '[[package]]\nname = "pufferlib"\nversion = "3.0.0"\n', "uv lock"),
        ("poetry.lock", '[[package]]\nname = "pufferlib"\nversion = "3.0.0"\n', "poetry lock"),
        ("environment.yml", "dependencies:\n  - pufferlib=3.0.0\n", "conda has no 4.0"),
        (
            "requirements.txt",
            "numpy==1 --hash=sha256:aa\npufferlib==3.0.0 --hash=sha256:bb\n",
            "hashes",
        ),
        (
            "requirements.txt",
            "# This file is autogenerated by pip-compile\npufferlib==3.0.0\n",
            "pip-compile",
        ),
        ("requirements.txt", "git+https://github.com/me/PufferLib@3.0\n", "a commit of its own"),
        ("requirements.txt", "pufferlib-core==3.0.5\n", "a commit of its own"),
        ("install.sh", "rye add pufferlib==3.0.0\n", "rye"),
        ("install.sh", "conda install -y pufferlib=3.0.0\n", "conda has no 4.0"),
        ("install.sh", "mamba install -c conda-forge pufferlib==3.0\n", "conda has no 4.0"),
        ("install.sh", "conda install pip pufferlib=3.0.0\n", "conda has no 4.0"),
        ("install.sh", 'pip install "pufferlib==$V"\n', "cannot be read here"),
        ("install.sh", "V=$1\npip install git+https://x.y/PufferLib@$V\n", "cannot be read here"),
        ("a.sh", "git clone -b 3.0 https://github.com/PufferAI/PufferLib\n", "takes a branch"),
        (
            "a.sh",
            "git clone --depth 1 https://github.com/PufferAI/PufferLib x\ngit -C x checkout 3.0\n",
            "without --depth",
        ),
        (
            ".gitmodules",
            '[submodule "p"]\n\turl = https://github.com/PufferAI/PufferLib\n\tbranch = 3.0\n',
            "git add",
        ),
        ("setup.py", 'setup(install_requires=[f"pufferlib=={V}"])\n', "cannot be read here"),
        ("noxfile.py", 's.install("pufferlib==" + V)\n', "cannot be read here"),
        ("Dockerfile", "ARG V\nRUN pip install pufferlib==${V}\n", "cannot be read here"),
    ],
)
def test_what_is_told(name: str, text: str, how: str) -> None:
    (port,) = told(text, name).ports
    assert how in port.how


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", f"pufferlib @ {URL}\n"),
        ("requirements.txt", "pufferlib==2.0.6\n"),
        ("requirements.txt", "pufferlib-envs==3.0.0\n# pufferlib==3.0.0\n"),
        ("requirements.txt", "git+https://github.com/PufferAI/PufferLib\n"),
        ("requirements-dev.txt", "pufferlib==3.0.0\n"),
        (
            "pyproject.toml",
            '[project]\nname = "a"\n[project.optional-dependencies]\nold = ["pufferlib==3.0.0"]\n',
        ),
        ("pyproject.toml", '[project]\nname = "pufferlib"\nversion = "3.0.0"\n'),
        ("install_old.sh", "pip install pufferlib==3.0.0\n"),
        (
            "uv.lock",
            f'[[package]]\nname = "pufferlib"\nversion = "4.0.0"\nsource = {{ git = "https://github.com/PufferAI/PufferLib?rev={COMMIT}#{COMMIT}" }}\n',
        ),
    ],
)
def test_what_is_left(name: str, text: str) -> None:
    ledger = told(text, name)
    assert not ledger.ports


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("install.sh", "conda create -n a pufferlib=3.0.0\n", "environment of its own"),
        ("install.sh", "if [ $A ]; then\n  pip install pufferlib==3.0.0\nfi\n", "a condition"),
        ("install.sh", "pip install git+https://github.com/PufferAI/PufferLib\n", "no commit"),
        ("requirements-dev.txt", "pufferlib==3.0.0\n", "a second environment"),
        (
            "pyproject.toml",
            '[project]\nname = "a"\n[project.optional-dependencies]\nold = ["pufferlib==3.0.0"]\n',
            "its extra",
        ),
        (
            "pyproject.toml",
            '[project]\nname = "a"\n[dependency-groups]\nold = ["pufferlib==3.0.0"]\n',
            "its group",
        ),
    ],
)
def test_a_pin_that_stays_is_told(name: str, text: str, why: str) -> None:
    ((note,),) = (part.remarks for part in told(text, name).parts)
    assert "stays" in note
    assert why in note


def test_an_extra_moves_with_the_dependencies_that_it_is_installed_with() -> None:
    text = (
        '[project]\nname = "a"\ndependencies = ["pufferlib==3.0.0"]\n'
        '[project.optional-dependencies]\natari = ["pufferlib[atari]==3.0.0"]\n'
    )
    ledger = migrated(text, "pyproject.toml", pin=COMMIT)
    pin = f"pufferlib @ git+https://github.com/PufferAI/PufferLib@{COMMIT}"
    assert ledger.after is not None
    assert ledger.after.decode().count(pin) == 2
    assert b"3.0.0" not in ledger.after
    assert "[atari]" in " ".join(ledger.parts[0].remarks)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("install.sh", "pip install pufferlib==3.0.0\n"),
        ("Dockerfile", "FROM x\nRUN pip install pufferlib==3.0.0\n"),
        ("README.md", "```sh\npip install pufferlib==3.0.0\n```\n"),
    ],
)
def test_a_command_that_installs_is_to_be_ported(name: str, text: str) -> None:
    ledger = migrated(text, name, pin=COMMIT)
    assert COMMIT in (ledger.after or b"").decode()
    (port,) = ledger.ports
    assert "from its URL" in port.what
    assert f"git checkout {COMMIT}" in port.how and "./build.sh ENV" in port.how
    assert not ledger.parts[0].remarks
    again = migrated((ledger.after or b"").decode(), name)
    assert again.after is None
    assert [(one.what, one.how) for one in again.ports] == [(port.what, port.how)]


def test_a_variable_that_is_cut_off_is_told() -> None:
    text = "FROM x\nARG PUFFER=3.0.0\nRUN pip install pufferlib==${PUFFER}\n"
    ledger = migrated(text, "Dockerfile", pin=COMMIT)
    assert COMMIT in (ledger.after or b"").decode()
    assert "line 3: ${PUFFER} no longer decides" in ledger.parts[0].remarks[0]


@pytest.mark.parametrize("asked", ["pufferlib==3.0.0", URL])
def test_a_file_that_builds_has_nothing_to_port(asked: str) -> None:
    text = f"pip install {asked}\ncd PufferLib && ./build.sh breakout && pip install -e .\n"
    assert not migrated(text, "install.sh", pin=COMMIT).ports


@pytest.mark.parametrize(
    "text",
    [
        f"pip install -e {URL}#egg=pufferlib\n",
        f"git clone {REPOSITORY} && git -C PufferLib checkout {COMMIT}\n",
        f"if [ -n $GPU ]; then pip install {URL}; fi\n",
        f"pip install git+{REPOSITORY}\n",
    ],
)
def test_what_is_no_install_of_4_0_from_its_url_alone(text: str) -> None:
    assert not migrated(text, "install.sh").ports


def test_a_dependency_file_has_a_note_alone() -> None:
    ledger = migrated("pufferlib==3.0.0\n", "requirements.txt", pin=COMMIT)
    assert not ledger.ports
    assert "build.sh" in ledger.parts[0].remarks[0]


@pytest.mark.parametrize("place", ["docker/Dockerfile", "Dockerfile.train", "tests/run.sh"])
def test_a_pin_moves_with_the_launch_lines_of_its_file(tmp_path: Path, place: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "requirements.txt").write_text("pufferlib==3.0.0\n", encoding="utf-8")
    path = tmp_path / place
    path.parent.mkdir(exist_ok=True)
    docker = "Docker" in place
    launch = "RUN puffer train puffer_pong" if docker else "puffer train puffer_pong"
    install = f"{'FROM x' if docker else '#'}\n{'RUN ' * docker}pip install pufferlib==3.0.0\n"
    for text, stays in ((f"{install}{launch}\n", False), (install, True)):
        path.write_text(text, encoding="utf-8")
        ledger = migrate_paths([str(path)], Request(pin=COMMIT), root=tmp_path)
        (file,) = ledger.files
        assert ("3.0.0" in (file.after or file.before).decode()) is stays


def test_a_pin_that_stays_below_lines_of_4_0_is_to_be_ported() -> None:
    install = "if [ $A ]; then\n  pip install pufferlib==3.0.0\nfi\n"
    ledger = migrated(f"{install}puffer train puffer_pong\n", "run.sh", pin=COMMIT)
    (port,) = ledger.ports
    assert (port.span.line, port.what) == (2, "it installs pufferlib==3.0.0")
    assert not [one for part in ledger.parts for one in part.remarks if "stays" in one]
    both = f"{install}else\n  pip install git+{URL[4:]}\nfi\npuffer train puffer_pong\n"
    assert not migrated(both, "run.sh", pin=COMMIT).ports


def test_without_a_commit_the_pin_is_a_decision() -> None:
    ledger = migrated("pufferlib==3.0.0\n", "requirements.txt")
    assert ledger.after is None
    assert question(ledger, "pin").open
    assert "--pin" in question(ledger, "pin").asks


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("i.sh", "pip install pufferlib==$V\n", 1),
        (
            ".github/workflows/a.yml",
            "jobs:\n  a:\n    steps:\n    - run: pip install pufferlib==$V\n",
            4,
        ),
        ("Dockerfile", "ARG V\nRUN pip install git+https://github.com/PufferAI/PufferLib@$V\n", 2),
    ],
)
def test_a_version_that_is_not_known_is_no_decision(name: str, text: str, line: int) -> None:
    ledger = migrated(text, name)
    assert not ledger.questions
    assert not ledger.ports
    (note,) = ledger.parts[0].remarks
    assert note.startswith(f"line {line}: ")
    assert "cannot be read here" in note
    ledger = migrated(text, name, pin=COMMIT)
    assert not ledger.questions
    assert [port.span.line for port in ledger.ports] == [line]


def test_a_version_that_is_not_known_beside_one_of_3_0() -> None:
    text = "pip install pufferlib==$V\npip install pufferlib==3.0.0\n"
    ledger = migrated(text, "i.sh")
    assert question(ledger, "pin").asks.startswith("pufferlib==3.0.0 installs 3.0")
    assert ledger.parts[0].remarks[0].startswith("line 1: pufferlib==$V stays")
    assert "pufferlib==$V" in pinned(text, "i.sh")


def test_extras_and_what_is_to_be_built_are_told() -> None:
    ledger = migrated("pufferlib[atari]==3.0.0\n", "requirements.txt", pin=COMMIT)
    notes = " ".join(ledger.parts[0].remarks)
    assert "[atari]" in notes
    assert "build.sh" in notes


@pytest.mark.parametrize("given", [COMMIT, COMMIT[:7], COMMIT.upper(), "a" * 40, "052f0f5"])
def test_a_commit(given: str) -> None:
    made = commit(given)
    assert made is not None
    assert made.startswith(given.lower())


def test_a_short_commit_is_written_out() -> None:
    assert commit(COMMIT[:8]) == COMMIT


@pytest.mark.parametrize(
    "given",
    [
        "4.0",
        "main",
        "",
        "abc",
        "0123456",
        "g" * 40,
        next(c for c, of in COMMITS.items() if of == "5.0"),
    ],
)
def test_what_is_no_commit_of_4_0(given: str) -> None:
    with pytest.raises(ChoiceError):
        commit(given)


def test_what_tests_quote_is_left(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "tests").mkdir()
    path = tmp_path / "tests" / "requirements.txt"
    path.write_text("pufferlib==3.0.0\n", encoding="utf-8")
    (tmp_path / "requirements.txt").write_text("pufferlib==3.0.0\n", encoding="utf-8")
    ledger = migrate_paths([str(tmp_path)], Request(pin=COMMIT), root=tmp_path)
    assert [file.path for file in ledger.changed] == [str(tmp_path / "requirements.txt")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("run.sh", "pip install pufferlib==3.0.0\npuffer train puffer_breakout\n"),
        ("Dockerfile", "FROM x\nRUN pip install pufferlib==3.0.0\nCMD puffer train puffer_pong\n"),
    ],
)
def test_an_open_pin_is_told_once(name: str, text: str) -> None:
    ledger = migrated(text, name)
    assert ledger.status == "changed"
    assert [one.key for one in ledger.open] == ["pin"]
    assert not ledger.findings
    assert not migrated(text, name, pin=COMMIT).findings
