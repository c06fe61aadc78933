"""Dependency files that nobody would write: no traceback, and no work that grows with the square of their length."""

from __future__ import annotations

import pytest

from profilecheck.engine import check_bytes, could_matter
from profilecheck.findings import State
from profilecheck.options import Options
from tests.work import counted

pytestmark = pytest.mark.heavy

N = 20_000
CALLS = 2_000_000
TEXTS = {
    "an entry a line": ("requirements.txt", "pufferlib==3.0.0\n" * 500),
    "one line, continued": ("requirements.txt", "pufferlib==3.0.0 \\\n" * N),
    "a long name": ("requirements.txt", "pufferlib" + "a1" * N),
    "brackets": ("requirements.txt", "pufferlib" + "[" * N),
    "blanks": ("requirements.txt", "pufferlib " + " " * N + "x"),
    "slashes": ("requirements.txt", "pufferlib @ " + "/" * N),
    "NUL": ("requirements.txt", "\x00pufferlib==3.0.0\n"),
    "includes itself": ("requirements.txt", "-r requirements.txt\npufferlib==3.0.0\n"),
    "a long item": ("environment.yml", "dependencies:\n- pufferlib" + "1" * N),
    "broken YAML": ("environment.yml", "dependencies:\n  - pufferlib=3\n : [}\n\t- x"),
    "empty lines": ("pixi.lock", "packages:\n" + "\n" * N + "- pypi: x\n  name: pufferlib\n" + "\n" * N),
    "deep JSON": ("Pipfile.lock", '{"default":' * N + '"pufferlib"'),
    "a wrong shape": ("Pipfile.lock", '{"default": {"pufferlib": [1]}, "pufferlib": 3}'),
    "deep Python": ("setup.py", "x = " + "(" * 5000 + "pufferlib"),
    "a long sum": ("setup.py", "setup(install_requires=" + "+".join(["['pufferlib']"] * 500) + ")"),
    "deep TOML": ("pyproject.toml", "[tool.poetry.dependencies]\npufferlib = " + "[" * 500 + "]" * 500),
    "wrong types": ("Pipfile", "[packages]\npufferlib = {git = 3, ref = [], version = 1.5}\n"),
    "carets": ("pyproject.toml", f'[tool.poetry.dependencies]\npufferlib = "{"^" * N}"\n'),
    "a huge number": ("Pipfile", f'[packages]\npufferlib = "=={"9" * 5000}"\n'),
    "a half package": ("uv.lock", '[[package]]\nname = "pufferlib"\n[[package]]\nname = "pufferlib"\nversion = {'),
    "commands": ("setup.sh", "pip install pufferlib>=3.0\n" * 500),
    "one command": ("setup.sh", "pip install " + "pufferlib>=3.0 " * 500),
    "commands, ever deeper": ("setup.sh", "".join(" " * n + "pip install pufferlib==3.0\n" for n in range(500))),
    "clones": ("setup.sh", "git clone https://x/PufferLib\ncd PufferLib\ngit checkout 3.0\n" * 500),
    "checkouts": ("setup.sh", "git clone https://x/PufferLib\n" + "cd PufferLib; git checkout 3.0;" * 500),
    "submodules": (".gitmodules", '[submodule "p"]\nurl = https://x/PufferLib\nbranch = 3.0\n' * 500),
    "steps": (".gitlab-ci.yml", "a:\n  script:\n" + "    - pip install pufferlib==3.0\n" * 500),
    "blanks around a command": ("setup.sh", " " * N + "pip install pufferlib==3.0" + " )" * N),
    "sessions": ("noxfile.py", "s.install('pufferlib==3.0.0')\n" * 500),
    "a script of comments": ("a.py", "# /// script\n" + "#\n" * N + "# x = 'pufferlib'\n# ///x\n"),
    "open quotes": ("Dockerfile", "FROM x\nRUN pip install 'pufferlib>=3"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "text"), TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("target", [None, "4.0"])
def test_a_hostile_file_makes_no_fault(name: str, text: str, target: str | None) -> None:
    options = Options(target=target)
    verdict, calls = counted(lambda: check_bytes(text.encode(), name, options))
    assert verdict.state is not State.FAULT, verdict.findings
    assert calls < CALLS


def test_of_a_long_lock_only_the_package_is_parsed() -> None:
    other = (
        '[[package]]\nname = "p{}"\nversion = "1.0"\nwheels = [{{ url = "https://x/y.whl" }}]\n\n'
    )
    text = "".join(other.format(number) for number in range(20_000))
    lock = f'{text}[[package]]\nname = "pufferlib"\nversion = "3.0.0"\n'
    data = lock.encode()
    assert len(data) > 1 << 20
    assert could_matter(data, "uv.lock")
    options = Options(target="4.0")
    verdict, calls = counted(lambda: check_bytes(data, "uv.lock", options))
    assert calls < CALLS
    assert [one.code for one in verdict.findings] == ["PC410"]
    assert verdict.findings[0].span.line == lock.count("\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "numpy\n"),
        ("pyproject.toml", '[project]\nname = "x"\n'),
        ("uv.lock", '[[package]]\nname = "numpy"\n'),
        ("Pipfile", "[packages]\n"),
        ("setup.cfg", "[options]\ninstall_requires = numpy\n"),
    ],
)
def test_a_file_without_pufferlib_could_not_matter(name: str, text: str) -> None:
    assert not could_matter(text.encode(), name)
    assert check_bytes(text.encode(), name, Options()).state is State.SKIPPED


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_requirements_file_in_each_encoding_that_pip_reads(encoding: str) -> None:
    data = "numpy\npufferlib==3.0.0\n".encode(encoding)
    assert could_matter(data, "requirements.txt")
    verdict = check_bytes(data, "requirements.txt", Options(target="4.0"))
    assert [(one.code, one.span.line, one.span.column) for one in verdict.findings] == [
        ("PC410", 2, 1)
    ]
