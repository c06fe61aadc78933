"""Pins in groups, features and environments: migrated with the project's own, or told with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.migrate.request import Request
from profilecheck.migrate.run import migrate_paths
from tests.migrate.helpers import migrated

COMMIT = "8e3e7546428f06839dad031935081ff3ad915f07"
PROJECT = '[project]\nname = "a"\ndependencies = ["pufferlib==3.0.0"]\n'
POETRY = '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\npufferlib = "3.0.0"\n'


def remarks(text: str, name: str = "pyproject.toml") -> str:
    """What is noted of the pins of a text."""
    ledger = migrated(text, name, pin=COMMIT)
    return "\n".join(one for part in ledger.parts for one in part.remarks)


@pytest.mark.parametrize(
    "text",
    [
        PROJECT + '[project.optional-dependencies]\na = ["pufferlib==3.0.0"]\n',
        PROJECT + '[dependency-groups]\ndev = ["pytest", "pufferlib==3.0.0"]\n',
        PROJECT
        + """[project.optional-dependencies]\na = ["pufferlib==3.0.0; sys_platform == 'linux'"]\n""",
        PROJECT + """[dependency-groups]\na = ["pufferlib==3.0.0; python_version < '3.12'"]\n""",
        "[project]\ndependencies = [\"pufferlib==3.0.0; sys_platform == 'linux'\"]\n"
        "[project.optional-dependencies]\na = [\"pufferlib==3.0.0 ; sys_platform=='linux'\"]\n",
        PROJECT + '[tool.pdm.dev-dependencies]\ndev = ["pufferlib==3.0.0"]\n',
        PROJECT + '[tool.rye]\ndev-dependencies = ["pufferlib==3.0.0"]\n',
        PROJECT + '[tool.hatch.envs.default]\ndependencies = ["pufferlib==3.0.0"]\n',
        PROJECT + '[tool.hatch.envs.a]\nextra-dependencies = ["pufferlib==3.0.0"]\n',
        PROJECT
        + "[tool.hatch.envs.default]\nskip-install = true\n"
        + '[tool.hatch.envs.a]\nskip-install = false\ndependencies = ["pufferlib==3.0.0"]\n',
        POETRY + '[tool.poetry.group.dev.dependencies]\npufferlib = "3.0.0"\n',
        POETRY + '[tool.poetry.group.legacy.dependencies]\npufferlib = "3.0.0"\n',
        POETRY + '[tool.poetry.dev-dependencies]\npufferlib = "3.0.0"\n',
        "[tool.pixi.pypi-dependencies]\npufferlib = '==3.0.0'\n"
        "[tool.pixi.feature.a.pypi-dependencies]\npufferlib = '==3.0.0'\n"
        "[tool.pixi.environments]\na = ['a']\nb = { features = ['a'], no-default-feature = true }\n",
    ],
)
def test_what_is_installed_with_the_project_moves_with_it(text: str) -> None:
    ledger = migrated(text, "pyproject.toml", pin=COMMIT)
    assert ledger.after is not None, ledger.reason
    assert b"3.0.0" not in ledger.after
    assert ledger.after.count(COMMIT.encode()) == 2
    assert migrated(ledger.after, "pyproject.toml", pin=COMMIT).after is None
    assert "stays" not in remarks(text)


def test_the_groups_of_a_pipfile() -> None:
    text = '[packages]\npufferlib = "==3.0.0"\n[dev-packages]\npufferlib = "==3.0.0"\n'
    ledger = migrated(text, "Pipfile", pin=COMMIT)
    assert (ledger.after or b"").count(f'ref = "{COMMIT}"'.encode()) == 2


@pytest.mark.parametrize(
    "others",
    [
        '[dependency-groups]\ndev = ["pufferlib==3.0.0"]\n[tool.uv]\n',
        '[tool.uv]\ndev-dependencies = ["pufferlib==3.0.0"]\n',
        '[tool.uv]\noverride-dependencies = ["PufferLib==3.0.0"]\n',
        '[project.optional-dependencies]\na = ["pufferlib[atari]==3.0.0"]\n[tool.uv]\n',
        '[dependency-groups]\nlegacy = ["pufferlib==3.0.0"]\n[tool.uv]\n',
        '[dependency-groups]\na = ["pufferlib==3.0.0"]\n[tool.uv.sources]\nb = { path = "b" }\n',
        '[dependency-groups]\na = ["pufferlib==3.0.0"]\n[tool.uv.sources]\n'
        'pufferlib = { git = "https://github.com/PufferAI/PufferLib", tag = "3.0" }\n',
    ],
)
def test_uv_has_one_source_for_all_groups(others: str) -> None:
    ledger = migrated(PROJECT + others, "pyproject.toml", pin=COMMIT)
    assert ledger.after is not None, ledger.reason
    after = ledger.after.decode()
    assert "3.0" not in after
    assert after.count(COMMIT) == after.count("[tool.uv.sources]") == 1
    assert migrated(after, "pyproject.toml", pin=COMMIT).after is None


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ('[dependency-groups]\nlegacy = ["pufferlib==3.0.0"]\n', "named for another version"),
        ('[dependency-groups]\npuffer3 = ["pufferlib==3.0.0"]\n', "named for another version"),
        (
            '[dependency-groups]\nb = ["pufferlib==3.0.0"]\n'
            '[tool.uv]\nconflicts = [[{ group = "b" }, { extra = "a" }]]\n',
            "conflicts keeps its group apart",
        ),
        (
            '[tool.hatch.envs.a]\ndetached = true\ndependencies = ["pufferlib==3.0.0"]\n',
            "does not install the project",
        ),
        (
            "[tool.hatch.envs.default]\nskip-install = true\n"
            '[tool.hatch.envs.a]\ndependencies = ["pufferlib==3.0.0"]\n',
            "does not install the project",
        ),
        (
            "[tool.hatch.envs.b]\nskip-install = true\n"
            '[tool.hatch.envs.a]\ntemplate = "b"\ndependencies = ["pufferlib==3.0.0"]\n',
            "does not install the project",
        ),
        (
            "[tool.pixi.feature.a.pypi-dependencies]\npufferlib = '==3.0.0'\n"
            "[tool.pixi.environments]\nb = { features = ['a'], no-default-feature = true }\n",
            "no environment with the default feature",
        ),
    ],
)
def test_what_is_installed_apart_stays_with_its_reason(others: str, why: str) -> None:
    ledger = migrated(PROJECT + others, "pyproject.toml", pin=COMMIT)
    assert ledger.after is not None, ledger.reason
    assert ledger.after.count(b"3.0.0") == 1
    told = remarks(PROJECT + others)
    assert "stays" in told
    assert why in told


def test_an_extra_that_holds_where_the_projects_own_pin_may_not_stays() -> None:
    text = (
        "[project]\ndependencies = [\"pufferlib==3.0.0; python_version < '3.11'\"]\n"
        "[project.optional-dependencies]\na = [\"pufferlib==3.0.0; sys_platform == 'darwin'\"]\n"
    )
    assert (migrated(text, "pyproject.toml", pin=COMMIT).after or b"").count(b"3.0.0") == 1
    assert "it holds under a condition" in remarks(text)


def test_templates_of_hatch_that_lead_back_to_each_other() -> None:
    text = (
        PROJECT
        + '[tool.hatch.envs.a]\ntemplate = "b"\ndependencies = ["pufferlib==3.0.0"]\n'
        + '[tool.hatch.envs.b]\ntemplate = "a"\n'
    )
    assert b"3.0.0" not in (migrated(text, "pyproject.toml", pin=COMMIT).after or b"3.0.0")


def test_a_requirements_file_that_includes_the_projects_own(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    texts = {
        "requirements.txt": "pufferlib==3.0.0\n",
        "requirements-dev.txt": "-r requirements.txt\npufferlib==3.0.0\n",
        "requirements-other.txt": "-r elsewhere.txt\npufferlib==3.0.0\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ledger = migrate_paths([str(tmp_path)], Request(pin=COMMIT), root=tmp_path)
    changed = sorted(Path(file.path).name for file in ledger.changed)
    assert changed == ["requirements-dev.txt", "requirements.txt"]


@pytest.mark.parametrize("first", ["3.0", "4.0"])
def test_a_script_that_installs_4_0_as_well(first: str) -> None:
    lines = {"3.0": "pip install pufferlib==3.0.0\n"}
    lines["4.0"] = f"pip install git+https://github.com/PufferAI/PufferLib@{COMMIT}\n"
    text = lines.pop(first) + "pip install -r requirements.txt\n" + "".join(lines.values())
    told = remarks(text, "install.sh")
    old, new = (1, 3) if first == "3.0" else (3, 1)
    assert f"line {old}: pufferlib==3.0.0 stays: line {new} installs 4.0" in told


def test_two_installs_in_one_script() -> None:
    text = "pip install pufferlib==3.0.0\npip install -r a.txt\npip install pufferlib==3.0.0\n"
    after = migrated(text, "install.sh", pin=COMMIT).after or b""
    assert after.count(COMMIT.encode()) == 2
