"""What the tree around a file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.findings import Span
from profilecheck.profiles import profiles
from profilecheck.surroundings import Surroundings, Survey, look

VERSION_4 = '[project]\nname = "pufferlib"\nversion = "4.0.0"\n'
SHARED = "[train]\n" + "".join(
    f"{key} = {text}\n"
    for key, text in profiles()["3.0"].default_texts()["train"].items()
    if key in profiles()["4.0"].default_texts()["train"]
)
OF_ANY = f"[base]\nenv_name = None\n{SHARED}[vec]\n"
OF_3 = OF_ANY + "num_envs = 2\n"
OF_4 = OF_ANY + "total_agents = 4096\n"


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
        ("pyproject.toml", '[tool.poetry.dependencies]\npufferlib = "^3.0"\n', "3.0"),
        ("pyproject.toml", '[tool.poetry.dependencies]\npufferlib = "3.0.0"\n', "3.0"),
        (
            "pyproject.toml",
            '[tool.uv.sources]\npufferlib = {git = "https://x/P", rev = "8e3e754"}\n',
            "4.0",
        ),
        ("pyproject.toml", '[project]\nname = "pufferlib"\nversion = "4.0.0"\n', "4.0"),
        ("requirements.txt", "numpy\npufferlib==3.0.0  # pinned\n", "3.0"),
        ("requirements.txt", "pufferlib[atari]==3.0.0 \\\n    --hash=sha256:abc\n", "3.0"),
        ("requirements.txt", "-e git+https://x/PufferLib.git@8e3e754#egg=pufferlib\n", "4.0"),
        ("requirements.txt", "pufferlib \\\n  == \\\n  3.0.0 \\\n    --hash=sha256:abc\n", "3.0"),
        ("requirements.txt", 'pufferlib==3.0.0 ; python_version >= "3.10"\n', "3.0"),
        ("requirements.txt", "pufferlib==3.0.0 \\", "3.0"),
        ("requirements.txt", "pufferlib==3.0.0 \\\r\n    --hash=sha256:abc\r\n", "3.0"),
        ("requirements.in", "pufferlib==3.0.0\n", "3.0"),
        ("environment.yml", "dependencies:\n- pip:\n  - pufferlib==3.0.0\n", "3.0"),
        ("environment.yaml", "dependencies:\n  - 'pufferlib=3.0.0'  # conda\n", "3.0"),
        ("pyproject.toml", '[tool.poetry]\nname = "pufferlib"\nversion = "4.0.0"\n', "4.0"),
        (
            "poetry.lock",
            '[[package]]\nname = "pufferlib"\nversion = "4.0.0"\n[package.source]\ntype = "git"\nurl = "https://x/P"\nreference = "4.0"\nresolved_reference = "abcdef0"\n',
            "4.0",
        ),
        ("pdm.lock", '[[package]]\nname = "pufferlib"\nversion = "3.0.0"\n', "3.0"),
        ("requirements.txt", "pufferlib-core==3.0.23\n", "3.0"),
        ("setup.cfg", "[options]\ninstall_requires =\n    pufferlib==3.0.0\n", "3.0"),
        ("setup.py", "setup(install_requires=['pufferlib>=3,<4'])\n", "3.0"),
        ("Pipfile", '[packages]\npufferlib = "==3.0.0"\n', "3.0"),
        ("pixi.toml", '[pypi-dependencies]\npufferlib = "==3.0.0"\n', "3.0"),
        ("pixi.lock", "packages:\n- pypi: x\n  name: pufferlib\n  version: 3.0.0\n", "3.0"),
        (
            "Pipfile.lock",
            '{"default": {"pufferlib": {"git": "https://x/P", "ref": "4.0"}}}',
            "4.0",
        ),
        ("requirements.txt", "https://x/pufferlib/archive/refs/heads/4.0.zip\n", "4.0"),
        ("requirements.txt", "pufferlib==2.0.6\n", "2.0"),
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
        '[project]\ndependencies = ["pufferlib @ git+https://x/PufferLib"]\n',
        '[tool.uv.sources]\npufferlib = {git = "https://x/P", branch = "main"}\n',
        '[tool.poetry.dependencies]\npufferlib = "*"\n',
        '[tool.poetry.dependencies]\npufferlib = {path = "../P"}\n',
        '[project]\ndependencies = ["pufferlib>=4"]\n',
        '[project]\nname = "pufferlib"\nversion = "2.0.6"\n',
        '[project]\ndependencies = ["pufferlib"]\n[project.optional-dependencies]\nold = ["pufferlib==3.0.0"]\n',
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
        {"requirements.txt": "git+https://x/pufferlib-envs@4.0\n"},
        {"setup.py": "print('pufferlib==3.0.0')\n"},
        {"environment.yml": "name: pufferlib\n"},
        {"setup.sh": "pip install pufferlib==3.0.0\n"},
        {"requirements.txt": "-r ../outside.txt\n", "../outside.txt": "pufferlib==3.0.0\n"},
        {"requirements.txt": "numpy==3.0.0\n"},
        {"README.md": "pip install pufferlib==3.0.0\n"},
        {"build.sh": "#!/bin/sh\n"},
        {"src/ini.h": "something else\n"},
    ],
)
def test_what_is_no_pin_says_nothing(tmp_path: Path, files: dict[str, str]) -> None:
    found = around(tmp_path, files)
    assert not found.exact and not found.loose


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", 'pufferlib==3.0.0 ; sys_platform == "linux"\n'),
        ("requirements.txt", 'pufferlib==3.0.0;python_version<"3.12"\n'),
        ("requirements.txt", 'pufferlib==3.0.0 ; platform_machine == "x86_64"\n'),
        ("requirements.txt", "pufferlib @ https://x/pufferlib-3.0.0.tar.gz ; os_name == 'posix'\n"),
        (
            "pyproject.toml",
            "[tool.poetry.dependencies]\npufferlib = {version = '3.0.0', optional = false}\n",
        ),
        (
            "pyproject.toml",
            "[tool.poetry.dependencies]\npufferlib = {version = '3.0.0', python = '>=3.10,<3.13'}\n",
        ),
        (
            "pyproject.toml",
            "[tool.poetry.dependencies]\npufferlib = [{version = '3.0.0', platform = 'linux'}, "
            "{version = '2.0.6', platform = 'win32'}]\n",
        ),
        (
            "pdm.lock",
            "[[package]]\nname = 'pufferlib'\nversion = '3.0.0'\ngroups = ['default']\n",
        ),
    ],
)
def test_a_pin_decides_where_its_marker_holds_on_linux(
    tmp_path: Path, name: str, text: str
) -> None:
    assert {e.profile for e in around(tmp_path, {name: text}).exact} == {"3.0"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", 'pufferlib==3.0.0 ; sys_platform == "win32"\n'),
        ("requirements.txt", 'pufferlib==3.0.0 ; extra == "rl"\n'),
        ("requirements.txt", "git+https://x/PufferLib.git@3.0 ; sys_platform == 'darwin'\n"),
        (
            "pyproject.toml",
            "[project]\ndependencies = ['pufferlib==3.0.0 ; platform_system == \"Windows\"']\n",
        ),
        (
            "pyproject.toml",
            "[tool.poetry.dependencies]\npufferlib = {version = '3.0.0', optional = true}\n",
        ),
        (
            "pyproject.toml",
            "[tool.poetry.dependencies]\npufferlib = {version = '3.0.0', platform = 'win32'}\n",
        ),
        (
            "pyproject.toml",
            "[tool.poetry.dependencies]\n"
            "pufferlib = {version = '3.0.0', markers = \"sys_platform == 'win32'\"}\n",
        ),
        (
            "pyproject.toml",
            "[tool.uv.sources]\n"
            "pufferlib = [{git = 'https://x/P', tag = '3.0', marker = \"sys_platform == 'win32'\"}]\n",
        ),
        (
            "poetry.lock",
            "[[package]]\nname = 'pufferlib'\nversion = '3.0.0'\noptional = true\n",
        ),
        ("pdm.lock", "[[package]]\nname = 'pufferlib'\nversion = '3.0.0'\ngroups = ['rl']\n"),
    ],
)
def test_a_pin_for_another_system_or_an_option_is_for_files_that_say_nothing(
    tmp_path: Path, name: str, text: str
) -> None:
    found = around(tmp_path, {name: text})
    assert not found.exact and [e.profile for e in found.side] == ["3.0"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", 'pufferlib==3.0.0 ; python_version < "3"\n'),
        ("requirements.txt", 'pufferlib==3.0.0;python_version<"3.9"\n'),
        ("requirements.txt", 'git+https://x/PufferLib.git@4.0 ; python_version < "3"\n'),
        (
            "pyproject.toml",
            "[tool.poetry.dependencies]\npufferlib = {version = '3.0.0', python = '<3'}\n",
        ),
    ],
)
def test_a_pin_for_a_python_that_pufferlib_has_not_is_none(
    tmp_path: Path, name: str, text: str
) -> None:
    found = around(tmp_path, {name: text})
    assert not found.exact and not found.side and not found.loose


@pytest.mark.parametrize(
    ("name", "text", "generation"),
    [
        ("pyproject.toml", '[project.optional-dependencies]\nrl = ["pufferlib>=3,<4"]\n', "3.0"),
        (
            "pyproject.toml",
            '[dependency-groups]\nrl = ["pufferlib @ git+https://x/P@4.0"]\n',
            "4.0",
        ),
        ("pyproject.toml", '[tool.poetry.group.rl.dependencies]\npufferlib = "~3.0"\n', "3.0"),
        ("requirements/train.txt", "pufferlib==3.0.0\n", "3.0"),
        ("requirements-dev.txt", "git+https://x/PufferLib.git@4.0#egg=pufferlib\n", "4.0"),
        ("requirements-dev.in", "pufferlib==3.0.0\n", "3.0"),
        ("Dockerfile", "FROM x\nRUN pip install pufferlib==3.0.0\n", "3.0"),
        ("constraints.txt", "pufferlib==3.0.0\n", "3.0"),
        ("pyproject.toml", '[tool.hatch.envs.rl]\ndependencies = ["pufferlib==3.0.0"]\n', "3.0"),
        ("Pipfile", '[dev-packages]\npufferlib = "==3.0.0"\n', "3.0"),
        ("environment-gpu.yaml", "dependencies:\n  - pufferlib=3.0.0  # conda\n", "3.0"),
    ],
)
def test_a_pin_beside_the_projects_own_dependencies_is_for_files_that_say_nothing(
    tmp_path: Path, name: str, text: str, generation: str
) -> None:
    found = around(tmp_path, {name: text})
    assert not found.exact and [e.profile for e in found.side] == [generation]
    assert found.side[0].message.endswith(", beside the project's own dependencies")


def test_the_projects_own_dependency_comes_before_one_that_is_nearer(tmp_path: Path) -> None:
    files = {
        "requirements.txt": "pufferlib @ git+https://x/P@4.0\n",
        "requirements-legacy.txt": "pufferlib==3.0.0\n",
        "tools/requirements-old.txt": "pufferlib==3.0.0\n",
    }
    found = around(tmp_path, files, "tools/config/a.ini")
    assert {e.profile for e in found.exact} == {"4.0"}
    assert [e.path for e in found.side] == ["tools/requirements-old.txt", "requirements-legacy.txt"]


def test_a_lock_decides_what_the_project_leaves_open(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": '[project]\ndependencies = ["pufferlib>=3"]\n',
        "uv.lock": '[[package]]\nname = "pufferlib"\nversion = "3.0.0"\n',
    }
    found = around(tmp_path, files)
    assert [e.message for e in found.exact] == ['uv.lock line 3 pins version = "3.0.0"']
    assert found.loose[0].message == (
        "pyproject.toml line 2 has pufferlib>=3, which decides nothing"
    )


@pytest.mark.parametrize(
    "files",
    [
        {"requirements.txt": "-r requirements/base.txt\n", "requirements/base.txt": "{}"},
        {"requirements.txt": "pufferlib\n-c constraints.txt\n", "constraints.txt": "{}"},
        {"requirements.in": "--requirement=deps/rl.list\n", "deps/rl.list": "{}"},
        {
            "requirements.txt": "-r a/requirements.txt\n",
            "a/requirements.txt": "-r ../b.txt\n-r requirements.txt\n",
            "b.txt": "{}",
        },
    ],
)
def test_what_the_projects_own_requirements_include_is_its_own(
    tmp_path: Path, files: dict[str, str]
) -> None:
    texts = {name: text.replace("{}", "pufferlib==3.0.0\n") for name, text in files.items()}
    found = around(tmp_path, texts)
    (pin,) = found.exact
    assert (pin.profile, pin.path) == ("3.0", next(n for n, t in files.items() if t == "{}"))
    assert not found.side


def test_a_pin_is_told_with_its_place(tmp_path: Path) -> None:
    text = '[project]\ndependencies = ["numpy", "pufferlib==3.0.0"]\n'
    (pin,) = around(tmp_path, {"pyproject.toml": text}).exact
    assert pin.span == Span(2, 27, 2, 43)


def test_the_nearest_project_decides(tmp_path: Path) -> None:
    files = {
        "requirements.txt": "pufferlib==3.0.0\n",
        "new/requirements.txt": "pufferlib @ git+https://x/P@4.0\n",
    }
    found = around(tmp_path, files, "new/config/a.ini")
    assert [evidence.profile for evidence in found.exact] == ["4.0"]


def test_a_nearer_loose_pin_hides_one_further_up(tmp_path: Path) -> None:
    files = {"requirements.txt": "pufferlib==3.0.0\n", "new/requirements.txt": "pufferlib\n"}
    assert not around(tmp_path, files, "new/config/a.ini").exact


def test_a_nearer_loose_pin_hides_no_mark_of_the_tree(tmp_path: Path) -> None:
    files = {"src/vecenv.h": "//\n", "new/requirements.txt": "pufferlib\n"}
    found = around(tmp_path, files, "new/config/a.ini")
    assert {evidence.profile for evidence in found.exact} == {"4.0"}


def test_without_a_repository_the_nearest_project_is_the_limit(tmp_path: Path) -> None:
    tree(tmp_path, {"requirements.txt": "pufferlib==3.0.0\n", "new/build.sh": "", "new/a.ini": ""})
    assert not look(tmp_path / "new" / "a.ini").exact
    assert look(tmp_path / "a.ini").exact


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
        ({"src/pufferl.cu": 'printf("PufferLib 5.0");\n'}, "5.0"),
        ({"src/pufferl.cu": "PufferLib 5.0\n", "src/vecenv.h": "//\n"}, "5.0"),
        ({"pyproject.toml": VERSION_4, "src/ini.h": "puf_ini_get\n"}, "5.0"),
        ({"pyproject.toml": VERSION_4, "src/vecenv.h": "//\n"}, "4.0"),
    ],
)
def test_marks_of_a_tree_decide(tmp_path: Path, files: dict[str, str], generation: str) -> None:
    assert {e.profile for e in around(tmp_path, files).exact} == {generation}


@pytest.mark.parametrize(
    "files",
    [
        {"pufferlib/vector.py": "from pufferlib.environment import PufferEnv\ndef make(): 1\n"},
        {"pufferlib/pufferl.py": "print(1)\n"},
        {"src/pufferl.cu": "int main() {}\n"},
        {"vecenv.h": "//\n"},
    ],
)
def test_other_files_are_no_marks(tmp_path: Path, files: dict[str, str]) -> None:
    assert not around(tmp_path, files).exact


def test_the_nearest_marks_of_a_tree_decide(tmp_path: Path) -> None:
    files = {
        "src/vecenv.h": "//\n",
        "old/pufferlib/vector.py": "from pufferlib import PufferEnv\n",
    }
    found = around(tmp_path, files, "old/config/a.ini")
    assert [(e.profile, e.path) for e in found.exact] == [("3.0", "old/pufferlib/vector.py")]


def test_a_pin_and_a_mark_may_contradict_each_other(tmp_path: Path) -> None:
    files = {"requirements.txt": "pufferlib==3.0.0\n", "src/vecenv.h": "//\n"}
    assert {e.profile for e in around(tmp_path, files).exact} == {"3.0", "4.0"}


@pytest.mark.parametrize(("text", "generation"), [(OF_3, "3.0"), (OF_4, "4.0")])
def test_a_default_ini_marks_its_tree(tmp_path: Path, text: str, generation: str) -> None:
    (found,) = around(tmp_path, {"config/default.ini": text}, "config/ocean/a.ini").exact
    assert found.profile == generation
    assert found.message == f"config/default.ini is a default.ini of {generation}"
    line = text.split("\n").index("[vec]") + 2
    assert found.span is not None and found.span.line == line


def test_code_of_the_tree_comes_before_its_default_ini(tmp_path: Path) -> None:
    files = {"config/default.ini": OF_3, "src/vecenv.h": "//\n"}
    assert {e.profile for e in around(tmp_path, files).exact} == {"4.0"}


def test_a_default_ini_is_no_mark_for_itself(tmp_path: Path) -> None:
    found = around(tmp_path, {"config/default.ini": OF_3}, "config/default.ini")
    assert found.is_default_ini and found.default_ini is not None and not found.exact


def test_a_file_is_the_same_however_its_path_is_written(tmp_path: Path) -> None:
    files = {"config/default.ini": OF_3, "config/ocean/default.ini": "[vec]\nseed = 1\n"}
    around(tmp_path, files)
    found = look(tmp_path / "config" / "ocean" / ".." / "default.ini")
    assert found.is_default_ini and not found.exact


@pytest.mark.parametrize("text", [OF_ANY, OF_3 + "total_agents = 8\n"])
def test_a_default_ini_that_tells_nothing_is_no_mark(tmp_path: Path, text: str) -> None:
    assert not around(tmp_path, {"config/default.ini": text}).exact


@pytest.mark.parametrize("nested", ["[other]\n", "[base]\n[vec]\nseed = 1\n", OF_3, OF_ANY])
@pytest.mark.parametrize("name", ["a.ini", "default.ini"])
def test_the_loader_reads_the_topmost_default_ini_of_its_tree(
    tmp_path: Path, nested: str, name: str
) -> None:
    files = {"pufferlib/config/default.ini": OF_3, "pufferlib/config/ocean/default.ini": nested}
    around(tmp_path, files, "pufferlib/config/ocean/a.ini")
    found = look(tmp_path / "pufferlib/config/ocean" / name)
    assert found.default_ini is not None and not found.is_default_ini
    assert found.default_ini.path == "pufferlib/config/default.ini"
    assert {e.profile for e in found.exact} == {"3.0"}
    assert found.fork is None


@pytest.mark.parametrize(
    "files",
    [
        {"vendored/config/default.ini": OF_3, "vendored/pyproject.toml": ""},
        {"vendored/config/default.ini": OF_4},
    ],
)
def test_a_project_within_a_project_and_another_generation_have_their_own(
    tmp_path: Path, files: dict[str, str]
) -> None:
    found = around(tmp_path, {"default.ini": OF_3, **files}, "vendored/config/ocean/a.ini")
    assert found.default_ini is not None
    assert found.default_ini.path == "vendored/config/default.ini"


@pytest.mark.parametrize(
    "text",
    [
        "[base]\nenv_name = None\n[vec]\nnum_envs = 2\n",
        "[base]\nenv_name = None\n[vec]\nnum_envs = 2\n[train]\nseed = 1\n",
        OF_3.replace("[base]", "[other]"),
    ],
)
def test_what_holds_hardly_anything_lies_below_nothing(tmp_path: Path, text: str) -> None:
    assert around(tmp_path, {"config/default.ini": text}) == Surroundings()
    assert look(tmp_path / "config/default.ini") == Surroundings()


def test_a_default_ini_above_is_found_where_nothing_marks_a_project(tmp_path: Path) -> None:
    tree(tmp_path, {"config/default.ini": OF_3, "config/ocean/a.ini": "", "requirements-x.txt": ""})
    found = look(tmp_path / "config" / "ocean" / "a.ini")
    assert found.default_ini is not None and found.default_ini.path == "default.ini"
    assert {e.profile for e in found.exact} == {"3.0"}
    assert look(tmp_path / "config" / "default.ini").is_default_ini


@pytest.mark.parametrize("text", ["[base]\n[vec]\nnum_envs = 2\n", "[client]\nuser = me\n"])
def test_a_default_ini_of_another_program_above_is_none(tmp_path: Path, text: str) -> None:
    tree(tmp_path, {"default.ini": text, "config/ocean/a.ini": ""})
    assert look(tmp_path / "config" / "ocean" / "a.ini") == Surroundings()


def test_the_users_home_is_no_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path))
    tree(tmp_path, {"default.ini": OF_3, "config/a.ini": ""})
    assert look(tmp_path / "config" / "a.ini") == Surroundings()
    assert look(tmp_path / "default.ini").is_default_ini


def test_one_survey_says_of_each_file_what_a_look_at_it_alone_says(tmp_path: Path) -> None:
    files = {
        "config/default.ini": OF_4,
        "config/ocean/default.ini": "[vec]\nnum_buffers = 2\n",
        "config/ocean/a.ini": "",
        "old/requirements.txt": "pufferlib==3.0.0\n",
        "old/a.ini": "",
    }
    tree(tmp_path, {".git/HEAD": "", **files})
    survey = Survey()
    for name in (*files, *reversed(files)):
        assert survey.look(tmp_path / name) == look(tmp_path / name)


def test_a_fork_is_told_by_names_of_its_own(tmp_path: Path) -> None:
    found = around(tmp_path, {"config/default.ini": OF_3 + "max_num_threads = 4\n"})
    assert found.fork == "config/default.ini has names of its own ([vec] max_num_threads)"
    assert found.fork_names == {("vec", "max_num_threads")}


RENAMED = OF_3.replace("[train]\n", "[train]\nhorizon = 64\n")


def test_a_fork_that_renamed_is_told_by_its_trainer(tmp_path: Path) -> None:
    files = {
        "pufferlib/config/default.ini": RENAMED,
        "pufferlib/pufferl.py": "horizon = config['horizon']\n",
    }
    found = around(tmp_path, files, "pufferlib/config/a.ini")
    assert found.fork_names == {("train", "horizon")}
    assert ("train", "bptt_horizon") in found.fork_dropped
    files["pufferlib/pufferl.py"] += "steps = config['bptt_horizon']\n"
    assert ("train", "bptt_horizon") not in around(
        tmp_path, files, "pufferlib/config/a.ini"
    ).fork_dropped
    assert {e.profile for e in found.exact} == {"3.0"}


@pytest.mark.parametrize(
    "files",
    [
        {"config/default.ini": RENAMED},
        {"config/default.ini": RENAMED, "pufferlib/pufferl.py": "config['bptt_horizon']\n"},
        {"config/default.ini": OF_3 + "slip = 1\n", "pufferlib/vector.py": "num_envs\n"},
        {"config/default.ini": OF_3.replace("[train]\n", "[env]\nx = 1\n[train]\nnum_envs = 1\n")},
    ],
)
def test_what_no_trainer_reads_makes_no_fork(tmp_path: Path, files: dict[str, str]) -> None:
    found = around(tmp_path, files)
    assert found.fork is None and not found.fork_names


def test_a_missing_file_and_a_broken_tree_never_raise(tmp_path: Path) -> None:
    assert look(tmp_path / "no" / "such" / "file.ini").default_ini is None
    tree(tmp_path, {".git/HEAD": "", "uv.lock": "[[[", "default.ini": "broken\n"})
    (tmp_path / "pyproject.toml").mkdir()
    assert look(tmp_path / "a.ini") == Surroundings()


def test_a_conda_environment_marks_a_project(tmp_path: Path) -> None:
    text = "dependencies:\n  - pip:\n      - pufferlib==3.0.0\n"
    tree(tmp_path, {"environment.yml": text, "configs/a.ini": ""})
    found = look(tmp_path / "configs" / "a.ini")
    assert {evidence.profile for evidence in found.exact} == {"3.0"}
