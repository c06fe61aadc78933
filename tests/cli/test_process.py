"""The command line as a process: pipes, signals, encodings, start-up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.helpers import BAD, GOOD, TARGET, command, environment, started

needs_posix = pytest.mark.skipif(os.name == "nt", reason="needs signals and /dev/full")
STRANGE = "[vec]\nnum_envs = 100 世界 \x1b[31m é\n"


@pytest.mark.parametrize(
    "variables",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"LC_ALL": "C", "LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
    ids=["ascii", "cp1252", "C"],
)
def test_an_encoding_that_lacks_a_character_does_not_matter(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    (tmp_path / "a.ini").write_text(STRANGE, encoding="utf-8")
    for form in ("text", "concise", "json"):
        ran = started("check", "a.ini", *TARGET, "--format", form, folder=tmp_path, env=variables)
        assert ran.returncode == 1, ran.stderr
        assert ran.stderr == b""
        assert b"\x1b" not in ran.stdout


@needs_posix
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_is_no_traceback(tmp_path: Path, unbuffered: str) -> None:
    for number in range(300):
        (tmp_path / f"{number}.ini").write_text(BAD)
    with subprocess.Popen(
        command("check", ".", *TARGET, "--format", "json"),  # far more than a pipe holds
        cwd=tmp_path,
        env=environment({"PYTHONUNBUFFERED": unbuffered}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


@needs_posix
def test_ctrl_c_is_no_traceback(tmp_path: Path) -> None:
    with subprocess.Popen(
        command("check", "-", *TARGET),
        cwd=tmp_path,
        env=environment({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(GOOD.encode())
        process.stdin.flush()
        time.sleep(2)  # it has started by then, and waits for more
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (out, err) == (b"", b"")
        assert process.returncode == 130


@needs_posix
def test_a_full_disk_is_2_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_text(GOOD)
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            command("check", "a.ini", *TARGET),
            cwd=tmp_path,
            env=environment({}),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"profilecheck: error: ")
    assert ran.stderr.count(b"\n") == 1


@needs_posix
def test_a_closed_output_changes_nothing_but_the_output(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_text(BAD)
    shell = " ".join([*command("check", "a.ini", *TARGET), ">&-"])
    ran = subprocess.run(
        ["sh", "-c", shell],
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr == b""


@needs_posix
def test_names_that_are_not_utf8_are_shown_escaped(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"a\xff\x1b.ini")).write_text(BAD)
    except OSError:
        pytest.skip("this file system takes no such names")
    for form in ("text", "concise", "json"):
        ran = started("check", ".", *TARGET, "--format", form, folder=tmp_path)
        assert ran.returncode == 1, ran.stderr
        assert b"\x1b" not in ran.stdout


@pytest.mark.heavy
def test_hash_seeds_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_text(BAD + "seed = 1\nzero = 2\none = 3\n")
    outputs = {
        started("check", "a.ini", *TARGET, folder=tmp_path, env={"PYTHONHASHSEED": seed}).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1


def loaded(code: str, folder: Path) -> set[str]:
    """The top-level modules that a piece of code brings in."""
    told = "import sys; sys.stdout.write(' '.join({name.split('.')[0] for name in sys.modules}))"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{told}"],
        cwd=folder,
        env=environment({}),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(ran.stdout.split())


def test_importing_the_package_brings_in_nothing_heavy(tmp_path: Path) -> None:
    assert not loaded("import profilecheck", tmp_path) & {"pydantic", "rich", "argparse", "tomli"}


def test_help_and_version_bring_in_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import contextlib, io\nfrom profilecheck.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    main(['--version']); main(['--help']); main(['check', '--help'])"
    )
    assert not loaded(code, tmp_path) & {"pydantic", "rich", "tomli", "yaml"}


def test_a_run_without_a_terminal_does_without_rich(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_text(BAD)
    code = (
        "import contextlib, io\nfrom profilecheck.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        f"    main(['check', 'a.ini', *{TARGET!r}])"
    )
    assert "rich" not in loaded(code, tmp_path)


@pytest.mark.parametrize(
    "command", [["check"], ["check", "--diff"], ["explain"], ["migrate"]], ids=" ".join
)
def test_configs_of_other_formats_do_without_the_extra_for_yaml(
    tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "a.ini").write_text(BAD)
    code = "import sys; sys.modules['yaml'] = None\nfrom profilecheck.cli import main\n"
    words = [*command, "a.ini", *(TARGET if command != ["migrate"] else ())]
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}sys.exit(main({words!r}))"],
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    with_it = started(*words, folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (with_it.returncode, with_it.stdout.decode())
    assert "yaml" not in ran.stderr
