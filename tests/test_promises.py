"""The promises of the design, each with a test of its name; the whole command line is run for real."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from profilecheck import engine, workers
from profilecheck.blocks import Block, blocks
from profilecheck.cli import main
from profilecheck.document import Document
from profilecheck.report import formats
from tests.fixture_files import FIXTURES, MACHINE, run_json
from tests.sound import assert_harmless

SOURCE = Path(__file__).parent.parent / "src"
CLEAN = "[base]\nenv_name = ferry\n[vec]\nnum_envs = 8\n"
WARNED = f"{CLEAN}[train]\nnum_workers = 4\n"
WRONG = "[base]\nenv_name = ferry\n[vec]\nnum_envs = 100\nnum_workers = 6\n"

posix = pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal is needed")


def write(folder: Path, **texts: str) -> None:
    """Write files with the ending .ini."""
    for name, text in texts.items():
        (folder / f"{name}.ini").write_text(text, encoding="utf-8")


def python(*argv: str, cwd: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run this Python with the package of this repository."""
    return subprocess.run(
        [sys.executable, "-B", *argv],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environ},
        capture_output=True,
        check=False,
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Promise 1


@pytest.mark.heavy
def test_nothing_in_a_checked_file_makes_a_traceback(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "hostile", tmp_path / "hostile")
    for name in formats():
        argv = ("-m", "profilecheck", "check", "hostile", "--format", name, *MACHINE)
        done = python(*argv, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, b"")
        assert b"PC000" not in done.stdout and b"Traceback" not in done.stdout


def test_an_internal_fault_is_a_finding_and_2_and_the_other_files_are_still_checked(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(here, a=WRONG, b=CLEAN, c=WRONG)

    def broken(document: Document, **how: Any) -> list[Block]:
        if document.path == "b.ini":
            raise RuntimeError("a fault\x1b[31m of ours")
        return blocks(document, **how)

    monkeypatch.setattr(engine, "blocks", broken)
    code, report, err = run_json(["check", "a.ini", "b.ini", "c.ini", *MACHINE], capsys)
    assert code == 2 and not err
    states = {file["path"]: file["state"] for file in report["files"]}
    assert states == {"a.ini": "findings", "b.ini": "fault", "c.ini": "findings"}
    assert [one["code"] for one in report["findings"]] == ["PC203", "PC000", "PC203"]
    for name in formats():
        assert main(["check", "a.ini", "b.ini", "c.ini", "--format", name]) == 2
        out, err = capsys.readouterr()
        assert_harmless(out + err)
        assert "Traceback" not in out + err


# Promise 2

WATCHED = """
import json, os, sys

events = []
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.chmod", "os.chown", "os.link",
           "os.symlink", "os.truncate", "os.utime", "os.setxattr", "shutil.", "tempfile.")
RUNS = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "pty.spawn",
        "ctypes.", "code.__new__")
NETWORK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "ssl.")

def watch(event, arguments):
    if event == "open":
        path, mode, flags = arguments
        if (flags or 0) & WRITES and path != os.devnull:
            events.append(["writes", str(path)])
    elif event == "import":
        events.append(["imports", arguments[0]])
    elif event == "exec":
        events.append(["runs", arguments[0].co_filename])
    elif event.startswith(CHANGES):
        events.append(["writes", event])
    elif event.startswith(RUNS):
        events.append(["starts", event])
    elif event.startswith(NETWORK):
        events.append(["network", event])

sys.path[:] = [path for path in sys.path if path not in ("", os.getcwd())]
report = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
sys.addaudithook(watch)
code = None
from profilecheck.cli import main; code = main(sys.argv[2:])
sys.stdout.flush()
os.write(report, json.dumps([code, events]).encode())
"""
CHECKING = "from profilecheck.cli import main; code = main(sys.argv[2:])"
TRAP = "import pathlib\npathlib.Path('sprung').write_text('a checked tree was run')\n"


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A project whose every Python file leaves a trace when it is run."""
    tree = tmp_path / "tree"
    shutil.copytree(FIXTURES / "trees" / "checkout_4", tree)
    shutil.copytree(FIXTURES / "configs", tree / "configs")
    for name in ("pufferlib/__init__.py", "pufferlib/_C.py", "torch.py", "numpy.py", "setup.py"):
        (tree / name).write_text(TRAP, encoding="utf-8")
    for name in ("conftest.py", "sitecustomize.py", "yaml.py", "psutil.py", "config/a.py"):
        (tree / name).write_text(TRAP, encoding="utf-8")
    (tree / "configs" / "literals.ini").write_text(
        "[vec]\nnum_envs = __import__('os').mkdir('sprung')\n"
        "num_workers = (lambda: open('sprung', 'w'))()\n",
        encoding="utf-8",
    )
    (tree / "configs" / "tags.yaml").write_text(
        "vec: {backend: Serial, num_envs: !!python/object/apply:os.mkdir [sprung]}\n",
        encoding="utf-8",
    )
    return tree


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Mode, time of the last change and content of every file and folder."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.stat()
        content = path.read_bytes() if path.is_file() else b""
        found[path.relative_to(folder).as_posix()] = (status.st_mode, status.st_mtime_ns, content)
    return found


@pytest.mark.parametrize(
    "argv",
    [
        *(["check", ".", "--format", name] for name in formats()),
        ["check", "configs/3.0/clean_ocean.ini", "--target", "3.0", "-v"],
        ["explain", "config/orchard.ini", "--format", "json"],
    ],
    ids=lambda argv: " ".join(argv[:4]),
)
def test_check_never_writes_never_imports_or_runs_what_it_checks_never_uses_the_network(
    argv: list[str], trapped: Path, tmp_path: Path
) -> None:
    before = snapshot(trapped)
    done = python("-c", WATCHED, str(tmp_path / "events.json"), *argv, cwd=trapped)
    assert not done.stderr
    code, events = json.loads((tmp_path / "events.json").read_text(encoding="utf-8"))
    assert code in (0, 1)
    assert snapshot(trapped) == before
    kinds: dict[str, set[str]] = {}
    for kind, what in events:
        kinds.setdefault(kind, set()).add(what)
    assert kinds.keys() <= {"imports", "runs"}, kinds
    roots = {name.partition(".")[0] for name in kinds["imports"]}
    assert not roots & {"pufferlib", "torch", "numpy", "gymnasium", "ray"}
    assert not [path for path in kinds["runs"] if path.startswith(str(trapped))]


@pytest.mark.parametrize(
    ("deed", "kind"),
    [
        ("open('a.txt', 'w').close()", "writes"),
        ("os.close(os.open('b.txt', os.O_CREAT | os.O_RDWR))", "writes"),
        ("os.mkdir('c')", "writes"),
        ("import colorsys", "imports"),
        ("exec('1 + 1')", "runs"),
        ("import subprocess; subprocess.run(['true'])", "starts"),
        ("import socket; socket.gethostbyname('localhost')", "network"),
    ],
)
def test_the_watch_sees_what_check_must_not_do(deed: str, kind: str, tmp_path: Path) -> None:
    done = python("-c", WATCHED.replace(CHECKING, deed), "events.json", cwd=tmp_path)
    assert not done.stderr
    _, events = json.loads((tmp_path / "events.json").read_text(encoding="utf-8"))
    assert kind in {event for event, _ in events}


# Promise 3


@pytest.mark.parametrize("name", formats())
def test_exit_codes_are_the_same_in_every_format(
    name: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(here, clean=CLEAN, warned=WARNED, wrong=WRONG)
    (here / "notes.yaml").write_text("a: 1\n", encoding="utf-8")
    (here / "empty").mkdir()
    expected = {
        ("clean.ini",): 0,
        ("notes.yaml",): 0,
        ("warned.ini",): 0,
        ("warned.ini", "--fail-on", "warning"): 1,
        ("clean.ini", "--fail-on", "info"): 0,
        ("wrong.ini",): 1,
        ("wrong.ini", "clean.ini"): 1,
        ("wrong.ini", "--ignore", "PC203"): 0,
        (".",): 1,
        ("gone.ini",): 2,
        ("gone.ini", "wrong.ini"): 2,
        ("empty",): 2,
        ("clean.ini", "empty"): 2,
        ("clean.ini", "--no-such-option"): 2,
        ("clean.ini", "--target", "9.9"): 2,
        ("clean.ini", "--select", "PC999"): 2,
        ("clean.ini", "--set", "nonsense"): 2,
        ("clean.ini", "--host", "nowhere"): 2,
    }
    got = {argv: main(["check", *argv, "--format", name, *MACHINE]) for argv in expected}
    assert got == expected
    capsys.readouterr()


@pytest.mark.parametrize(
    "argv",
    [
        ["check"],
        ["check", ""],
        ["check", "*.ini"],
        ["check", "clean.ini", "--form", "json"],
        ["check", "clean.ini", "--format", "yaml"],
        ["check", "clean.ini", "--fail-on", "never"],
        ["check", "--stdin-filename", "a.ini", "clean.ini"],
        ["chek", "clean.ini"],
        [],
    ],
    ids=" ".join,
)
def test_a_wrong_path_an_empty_match_or_an_unknown_option_is_never_green(
    argv: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(here, clean=CLEAN)
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out or err


# Promise 4


def shuffled_tree(folder: Path, seed: int) -> None:
    """A tree of the same files, created in another order and so listed in another one."""
    paths = [path for path in (FIXTURES / "configs").rglob("*") if path.is_file()]
    random.Random(seed).shuffle(paths)
    for path in paths:
        target = folder / path.relative_to(FIXTURES)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


class Shuffled:
    """A listing of a folder in another order."""

    def __init__(self, listing: Any, seed: int) -> None:
        self._entries = list(listing)
        random.Random(seed).shuffle(self._entries)

    def __enter__(self) -> Iterator[os.DirEntry[str]]:
        return iter(self._entries)

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""


def test_same_input_same_output_byte_for_byte_whatever_the_directory_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scandir = os.scandir
    outputs: dict[str, set[str]] = {name: set() for name in formats()}
    for seed in (0, 1, 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        shuffled_tree(folder, seed)
        monkeypatch.chdir(folder)
        with monkeypatch.context() as patch:
            patch.setattr(os, "scandir", lambda path, s=seed: Shuffled(scandir(path), s))
            for name in formats():
                assert main(["check", "configs", "-v", "--format", name, *MACHINE]) == 1
                outputs[name].add(capsys.readouterr().out)
    assert {name: len(texts) for name, texts in outputs.items()} == dict.fromkeys(formats(), 1)


@pytest.mark.heavy
def test_same_input_same_output_byte_for_byte_whatever_the_number_of_processes(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shuffled_tree(here, 0)
    monkeypatch.setattr(workers, "LEAST", 0)
    monkeypatch.setattr(workers, "EACH", 1)
    monkeypatch.setattr(workers, "CHUNK", 3)
    for name in formats():
        outputs = set()
        for jobs in ("1", "2", "3"):
            argv = ["check", "configs", "gone.ini", "-v", "--statistics", "--jobs", jobs]
            assert main([*argv, "--format", name, *MACHINE]) == 2
            outputs.add(capsys.readouterr().out)
        assert len(outputs) == 1 and outputs.pop()


@pytest.mark.heavy
def test_same_input_same_output_whatever_the_hash_seed_and_the_order_of_paths(
    tmp_path: Path,
) -> None:
    shuffled_tree(tmp_path, 0)
    paths = sorted(
        path.relative_to(tmp_path).as_posix()
        for path in tmp_path.rglob("*")
        if path.is_file() and path.suffix != ".expect"
    )
    outputs = set()
    for seed in ("0", "1", "2"):
        random.Random(seed).shuffle(paths)
        argv = ("-m", "profilecheck", "check", *paths, "--format", "json", *MACHINE)
        outputs.add(python(*argv, cwd=tmp_path, PYTHONHASHSEED=seed).stdout)
    assert len(outputs) == 1 and outputs.pop()


# Promise 8

FIELDS = {
    "": {"version", "files", "findings", "summary"},
    "files": {"path", "state", "profile", "evidence", "reason", "suppressed", "undecided"},
    "findings": {
        *("code", "name", "severity", "effect", "stage", "message", "path"),
        *("cell", "line", "column", "end_line", "end_column", "notes", "fix"),
    },
    "notes": {"message", "path", "cell", "line", "column", "end_line", "end_column"},
    "evidence": {"profile", "message", "path", "cell", "line", "column", "end_line", "end_column"},
    "fix": {"description", "safe", "edits"},
    "edits": {"text", "cell", "line", "column", "end_line", "end_column"},
    "summary": {"files", "checked", "states", "findings", "suppressed", "rules", "parts"},
    "parts": {"path", "profile", "files", "evidence"},
}
"""The fields of version 1. A later minor may add to them, and takes none away."""
STATES = {"ok", "findings", "ambiguous", "skipped", "unreadable", "fault"}


def test_a_fix_touches_only_its_edits_and_a_second_run_changes_nothing(here: Path) -> None:
    """Comments, line ends, the file's mode, its links and its mark survive."""
    text = "\ufeff# a note\r\n[base]\r\nenv_name = a\r\n[vec]\r\n; all\r\nnum_envs = 8\r\n[train]\r\nhorizon = 64 "
    file, link = here / "real.ini", here / "link.ini"
    file.write_bytes(text.encode())
    file.chmod(0o640)
    link.symlink_to("real.ini")
    argv = ["check", "--fix", "--target", "3.0", "--ignore", "PC003", "link.ini"]
    main(argv)
    assert file.read_bytes() == text.replace("horizon", "bptt_horizon").encode()
    assert link.is_symlink() and file.stat().st_mode & 0o777 == 0o640
    before = snapshot(here)
    main(argv)
    assert snapshot(here) == before


def test_json_output_carries_a_version_and_keeps_its_fields(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shuffled_tree(here, 0)
    _, report, _ = run_json(["check", "configs", "gone.ini", *MACHINE], capsys)
    assert report["version"] == 1
    assert report.keys() >= FIELDS[""]
    findings, files = report["findings"], report["files"]
    fixes = [one["fix"] for one in findings if one["fix"]]
    groups: dict[str, list[dict[str, Any]]] = {
        "files": files,
        "findings": findings,
        "notes": [note for one in findings for note in one["notes"]],
        "evidence": [one for file in files for one in file["evidence"]],
        "fix": fixes,
        "edits": [edit for fix in fixes for edit in fix["edits"]],
        "summary": [report["summary"]],
        "parts": report["summary"]["parts"],
    }
    for name, group in groups.items():
        assert group, f"no {name} to look at"
        for one in group:
            assert one.keys() >= FIELDS[name], name
    assert {file["state"] for file in files} <= STATES
    assert report["summary"]["states"].keys() >= STATES
    assert {one["severity"] for one in findings} == {"error", "warning", "info"}
    assert all(one["line"] >= 1 and one["column"] >= 1 for one in findings)


# Promise 9


@pytest.mark.heavy
@posix
@pytest.mark.parametrize("color", [False, True], ids=["plain", "in colour"])
@pytest.mark.parametrize("name", [*formats(), "explain"])
def test_terminal_control_characters_from_a_checked_file_never_reach_the_terminal(
    name: str, color: bool, tmp_path: Path
) -> None:
    hostile = [path for path in (FIXTURES / "hostile").iterdir() if "control" in path.name]
    hostile += [FIXTURES / "hostile" / "bidirectional.ini"]
    for path in hostile:
        shutil.copyfile(path, tmp_path / f"{path.stem}\x1b]0;x\x07{path.suffix}")
    commands = [["check", ".", "-v", "--format", name]]
    if name == "explain":
        commands = [["explain", path.name, "-v"] for path in sorted(tmp_path.iterdir())]
    for argv in commands:
        shown = on_a_terminal([*argv, "--target", "3.0", *MACHINE], tmp_path, color=color)
        assert "ferry" in shown or "Serial" in shown
        ours = re.compile(r"\x1b\[(?:0|1|1;3[136]|94)m") if color else re.compile("$^")
        assert_harmless(ours.sub("", shown.replace("\r\n", "\n")))


def on_a_terminal(argv: list[str], cwd: Path, *, color: bool) -> str:
    """What a terminal is sent by a run."""
    import pty

    ours, theirs = pty.openpty()
    environ = {**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm", "PYTHONUTF8": "1"}
    environ.pop("NO_COLOR", None)
    if not color:
        environ["NO_COLOR"] = "1"
    command = [sys.executable, "-m", "profilecheck", *argv]
    with subprocess.Popen(
        command, cwd=cwd, env=environ, stdin=theirs, stdout=theirs, stderr=theirs
    ):
        os.close(theirs)
        received = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:  # Linux tells the end so
                break
            if not more:
                break
            received += more
    os.close(ours)
    return received.decode("utf-8")
