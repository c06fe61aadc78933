"""PC411 in what installs: Makefiles, scripts, workflows, tox and nox of a project that pins another generation."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.surroundings import look
from tests.rules.helpers import finds
from tests.rules.test_pins_disagree import PROJECT_4, found

OLD = "pufferlib==3.0.0"
STEP = "jobs:\n  test:\n    runs-on: x\n    steps:\n      - name: Install\n        run: {}\n"
CI = ".github/workflows/ci.yml"


def told(root: Path, name: str, text: str) -> list[tuple[int, int]]:
    hits = found(root, {"pyproject.toml": PROJECT_4, name: text})
    assert all(one.path.endswith(name) and one.severity == "warning" for one in hits)
    return [(one.span.line, one.span.column) for one in hits]


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("setup.sh", f"pip install {OLD}\n", (1, 13)),
        ("setup.sh", f"set -e\npython3 -m pip install -U '{OLD}' numpy\n", (2, 28)),
        ("setup.sh", f"source .venv/bin/activate && pip install {OLD}\n", (1, 42)),
        ("scripts/setup.sh", f"uv pip install {OLD}\n", (1, 16)),
        ("scripts/ci/run.sh", f"main() {{\n    uv add {OLD}\n}}\n", (2, 12)),
        ("install", "#!/bin/bash\npoetry add pufferlib@3.0.0\n", (2, 12)),
        ("setup.sh", "conda install -y pufferlib=3.0.0\n", (1, 18)),
        ("setup.sh", "uv add 'pufferlib>=3,<4'\n", (1, 9)),
        ("setup.sh", "git clone -b 3.0 https://github.com/PufferAI/PufferLib\n", (1, 14)),
        (
            ".gitmodules",
            '[submodule "p"]\n\turl = https://github.com/PufferAI/PufferLib\n\tbranch = 3.0\n',
            (3, 11),
        ),
        ("train.sbatch", f"#SBATCH -c 8\nmodule load cuda\npip install {OLD}\n", (3, 13)),
        ("Makefile", f"install:\n\t$(PIP) install {OLD}\n", (2, 17)),
        ("Makefile", f"ifdef X\nA = 1\nendif\ninstall:\n\t@pip install {OLD}\n", (5, 15)),
        (CI, STEP.format(f"pip install {OLD}"), (6, 26)),
        (CI, STEP.format(f"|\n          pip install -e .\n          pip install {OLD}"), (8, 23)),
        (".gitlab-ci.yml", f"test:\n  script:\n    - pip install {OLD}\n", (3, 19)),
        ("tox.ini", f"[testenv]\ndeps =\n  x\n  {OLD}\n", (4, 3)),
        (
            "noxfile.py",
            f"@nox.session\ndef tests(session):\n    session.install('{OLD}')\n",
            (3, 22),
        ),
        (
            CI,
            f"jobs:\n  old:\n    steps:\n      - run: x\n  test:\n    steps:\n      - run: pip install {OLD}\n",
            (7, 26),
        ),
    ],
)
def test_what_the_project_installs(
    tmp_path: Path, name: str, text: str, at: tuple[int, int]
) -> None:
    assert told(tmp_path, name, text) == [at]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        # others of the file install what the project pins
        ("setup.sh", f"pip install {OLD}\npip install 'pufferlib @ git+https://x/P@4.0'\n"),
        # what stands around it says that it is for another version
        ("setup_old.sh", f"pip install {OLD}\n"),
        ("setup-v3.sh", f"pip install {OLD}\n"),
        ("setup.sh", "git clone -b 3.0 https://github.com/PufferAI/PufferLib puffer3\n"),
        ("setup.sh", "git clone https://github.com/PufferAI/PufferLib\n"),
        (
            ".gitmodules",
            '[submodule "puffer3"]\n\turl = https://github.com/PufferAI/PufferLib\n\tbranch = 3.0\n',
        ),
        ("scripts/install_puffer3.sh", f"pip install {OLD}\n"),
        ("setup.sh", f"# the baseline\npip install {OLD}\n"),
        ("setup.sh", f"pip install {OLD}  # for 3.0\n"),
        ("setup.sh", f"install_legacy() {{\n  pip install {OLD}\n}}\n"),
        ("setup.sh", f"source .venv-3.0/bin/activate\npip install {OLD}\n"),
        ("setup.sh", f".venv-old/bin/pip install {OLD}\n"),
        ("setup.sh", f"cd ../baselines\npip install {OLD}\n"),
        ("Makefile", f"install-old:\n\tpip install {OLD}\n"),
        ("Makefile", f"# for migrating\ninstall:\n\tpip install {OLD}\n"),
        (CI, f"name: Backward compatibility\n{STEP.format(f'pip install {OLD}')}"),
        (CI, STEP.format(f"pip install {OLD}").replace("test:", "test-3:")),
        (CI, STEP.format(f"pip install {OLD}").replace("Install", "Install the old one")),
        (CI, STEP.format(f"pip install {OLD}").replace("runs-on", "name: puffer 3.0\n    runs-on")),
        (".github/workflows/legacy.yml", STEP.format(f"pip install {OLD}")),
        # under a condition
        (CI, STEP.format(f"pip install {OLD}\n        if: matrix.puffer == 'x'")),
        (CI, STEP.format(f"pip install {OLD}").replace("runs-on", "if: inputs.x\n    runs-on")),
        ("setup.sh", f"if [ $X ]; then\n  pip install {OLD}\nfi\n"),
        ("setup.sh", f"case $1 in\n  x)\n    pip install {OLD}\n  ;;\nesac\n"),
        ("setup.sh", f"python -c 'import pufferlib' || pip install {OLD}\n"),
        ("setup.sh", f'[ -n "$X" ] && pip install {OLD}\n'),
        ("Makefile", f"ifdef X\ninstall:\n\tpip install {OLD}\nendif\n"),
        ("tox.ini", f"[testenv]\ndeps =\n  a: {OLD}\n"),
        ("tox.ini", f"[testenv:a]\ndeps = {OLD}\n"),
        ("tox.ini", f"[testenv]\ndeps = {OLD}; python_version < '3.10'\n"),
        ("noxfile.py", f"def legacy(session):\n    session.install('{OLD}')\n"),
        ("noxfile.py", f"def tests(s):\n    if x:\n        s.install('{OLD}')\n"),
        ("noxfile.py", f"@nox.session(name='v3')\ndef tests(s):\n    s.install('{OLD}')\n"),
        ("run.py", f'# /// script\n# dependencies = ["{OLD}"]\n# ///\nimport pufferlib\n'),
        # into another environment, or nowhere
        ("setup.sh", f"conda create -n x {OLD}\n"),
        ("setup.sh", f"conda run -n x pip install {OLD}\n"),
        ("setup.sh", f"uv run --with {OLD} train.py\n"),
        ("setup.sh", f"uv pip install --python x/bin/python {OLD}\n"),
        ("setup.sh", f"uv add --group dev {OLD}\n"),
        ("setup.sh", f"poetry add -G dev {OLD}\n"),
        ("setup.sh", f"pip install --target=x {OLD}\n"),
        ("setup.sh", f"pip download {OLD}\n"),
        ("setup.sh", f"pipx install {OLD}\n"),
        # what decides nothing, or is no command
        ("setup.sh", "pip install pufferlib==$VERSION\n"),
        ("setup.sh", "pip install 'pufferlib>=2'\n"),
        ("setup.sh", f"echo pip install {OLD}\n"),
        ("setup.sh", f"# pip install {OLD}\n"),
        ("README.md", f"```sh\npip install {OLD}\n```\n"),
        # for another project
        ("examples/x/setup.sh", f"pip install {OLD}\n"),
        ("scripts/x/setup.sh", f"pip install {OLD}\n"),
        ("tests/setup.sh", f"pip install {OLD}\n"),
        ("Dockerfile.gpu", f"FROM x\nRUN pip install {OLD}\n"),
        ("docker/gpu.dockerfile", f"FROM x\nRUN pip install {OLD}\n"),
    ],
)
def test_what_is_there_on_purpose(tmp_path: Path, name: str, text: str) -> None:
    assert not told(tmp_path, name, text)


@pytest.mark.parametrize("text", ["", "[project]\ndependencies = ['pufferlib>=2']\n"])
def test_a_project_that_pins_nothing(tmp_path: Path, text: str) -> None:
    assert not found(tmp_path, {"pyproject.toml": text, "setup.sh": f"pip install {OLD}\n"})


def test_a_step_fails_over_a_version_that_was_never_published(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("pufferlib==3.0.0\n", encoding="utf-8")
    text = "jobs:\n  test:\n    steps:\n      - run: pip install pufferlib==4.0\n"
    around = look(tmp_path / ".github" / "workflows" / "ci.yml")
    found = [
        finds(text, code, name=".github/workflows/ci.yml", target=None, surroundings=around)
        for code in ("PC411", "PC414")
    ]
    assert found[1].message.endswith("write pufferlib==3.0.0")
