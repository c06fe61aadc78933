"""What of PufferLib would start."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from profilecheck.launch import installed
from profilecheck.launch.installed import NoRuntime, Runtime, find
from tests.cli.helpers import Cli, Ran
from tests.launch.helpers import MARK_3, THING, Installation, compile_for, install

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are scripts of a shell")
Dry = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _no_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)


def found(made: Installation, here: Path, patch: pytest.MonkeyPatch) -> Runtime:
    patch.setenv("PYTHONPATH", str(made.folder))
    return find(None, here)


def test_an_installed_distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = install(tmp_path, "3.0")
    runtime = found(made, tmp_path, monkeypatch)
    assert (runtime.kind, runtime.command) == ("installed", (str(made.program),))
    assert (runtime.generation, runtime.version) == ("3.0", "3.0.0")
    assert runtime.python == sys.executable


def test_a_program_that_names_another_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment was copied: the interpreter that was asked runs the script."""
    made = install(tmp_path, "3.0")
    text = made.program.read_text()
    made.program.write_text(text.replace(sys.executable, "/gone/bin/python", 1))
    runtime = found(made, tmp_path, monkeypatch)
    assert runtime.command == (sys.executable, str(made.program))
    made.program.write_text(text.replace(sys.executable, "/usr/bin/env python", 1))
    assert found(made, tmp_path, monkeypatch).command == (str(made.program),)


def test_an_interpreter_that_prints_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = install(tmp_path, "3.0")
    (made.folder / "sitecustomize.py").write_text(
        "import atexit\nprint('{}')\natexit.register(print, 'bye')\n"
    )
    assert found(made, tmp_path, monkeypatch).version == "3.0.0"


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("#!/bin/sh\necho first >&2; echo last >&2; exit 3\n", "last"),
        ("#!/bin/sh\nkill -9 $$\n", "signal 9 ended it, and said nothing"),
        ("#!/bin/sh\nexec sleep 60\n", "no answer within 0.2 s"),
        ("\0", "Exec format error"),
    ],
)
def test_an_interpreter_that_gives_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, why: str
) -> None:
    monkeypatch.setattr(installed, "_PATIENCE", 0.2 if "sleep" in script else 60)
    python = tmp_path / "python"
    python.write_text(script)
    python.chmod(0o755)
    with pytest.raises(NoRuntime) as refused:
        find(str(python), tmp_path)
    assert str(refused.value) == f"{python} does not tell what is installed: {why}"


def test_the_published_fork(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = found(
        install(tmp_path, "3.0", "3.0.17", name="pufferlib-core"), tmp_path, monkeypatch
    )
    assert (runtime.distribution, runtime.generation) == ("pufferlib-core", "3.0")


def test_files_tell_more_than_a_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editable tree was moved to another branch since it was installed."""
    runtime = found(install(tmp_path, "4.0", "3.0.0"), tmp_path, monkeypatch)
    assert runtime.generation == "4.0"
    assert "pufferlib 3.0.0 is 3.0" in runtime.why


def test_without_its_program_the_module_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = found(install(tmp_path, "3.0", program=False), tmp_path / "bin", monkeypatch)
    assert runtime.kind == "tree"
    assert runtime.command == (sys.executable, "-m", "pufferlib.pufferl")
    assert runtime.version == "3.0.0"


def test_a_source_tree_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pufferlib").mkdir()
    (tmp_path / "pufferlib/pufferl.py").write_text("")
    (tmp_path / "pufferlib/vector.py").write_text(MARK_3)
    runtime = find(None, tmp_path)
    assert (runtime.kind, runtime.folder, runtime.generation) == ("tree", tmp_path, "3.0")
    assert runtime.version is None and runtime.told == f"a source tree in {tmp_path}"


def test_a_folder_on_the_path_is_not_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that is installed does not look where it is called."""
    made = install(tmp_path, "3.0")
    (tmp_path / "here/pufferlib").mkdir(parents=True)
    (tmp_path / "here/pufferlib/__init__.py").write_text("")
    monkeypatch.chdir(tmp_path / "here")
    assert found(made, tmp_path / "here", monkeypatch).folder == made.folder


def test_the_program_of_5(tmp_path: Path) -> None:
    program = tmp_path / "puffer"
    program.write_text("")
    program.chmod(0o755)
    (tmp_path / "src").mkdir()
    (tmp_path / "src/ini.h").write_text("puf_ini")
    runtime = find(None, tmp_path)
    assert (runtime.kind, runtime.command, runtime.generation) == ("program", ("./puffer",), "5.0")


def test_the_program_of_5_starts_no_config_of_3(cli: Cli, tmp_path: Path, dry: Dry) -> None:
    cli.write("thing.ini", THING)
    cli.write("puffer", "").chmod(0o755)
    ran = dry()
    assert ran.code == 1
    assert "this is for 3.0 (" in ran.err and "what would start is 5.0: ./puffer" in ran.err


def test_nothing(tmp_path: Path) -> None:
    with pytest.raises(NoRuntime, match=r"no PufferLib to start: .* has none installed"):
        find(None, tmp_path)


def test_a_version_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = install(tmp_path, "3.0", "who knows")
    (made.folder / "pufferlib/vector.py").unlink()
    assert found(made, tmp_path, monkeypatch).generation is None


# 4.0 is compiled for one environment


def test_it_is_not_compiled(four: Installation, dry: Dry) -> None:
    next((four.folder / "pufferlib").glob("_C*")).unlink()
    ran = dry()
    assert ran.code == 1 and "holds no pufferlib/_C*.so: run ./build.sh thing there" in ran.err


def test_it_is_compiled_for_another(four: Installation, dry: Dry) -> None:
    compile_for(four.folder, "pong", at=1_000_000_100)
    ran = dry()
    assert ran.code == 1 and "is for pong, not for thing: run ./build.sh thing there" in ran.err


def test_another_whose_name_ends_like_it(four: Installation, dry: Dry) -> None:
    compile_for(four.folder, "some_thing", at=1_000_000_100)
    ran = dry()
    assert ran.code == 1 and "is for some_thing, as what build.sh left tells" in ran.err


def test_a_later_build_that_was_not_linked(four: Installation, dry: Dry) -> None:
    library = four.folder / "build/libstatic_pong.a"
    library.write_bytes(b"")
    assert dry().code == 0


def test_it_does_not_tell_for_what_it_is(four: Installation, dry: Dry) -> None:
    (four.folder / "build/libstatic_thing.a").unlink()
    ran = dry()
    assert ran.code == 0 and "does not tell for sure that it is for thing" in ran.err


def test_it_has_no_inis(four: Installation, dry: Dry) -> None:
    """A package of 4.0 that is not editable leaves them behind."""
    (four.folder / "config/default.ini").unlink()
    ran = dry()
    assert ran.code == 1 and "default.ini, without which the loader finds nothing" in ran.err
