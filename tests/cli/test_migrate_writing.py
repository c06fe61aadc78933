"""`profilecheck migrate` and the disk: real git, links, modes, what changed meanwhile, signals."""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.helpers import Cli, command, environment
from tests.migrate.samples import OPEN, PLAIN
from tests.patching import TOOLS, tree
from tests.patching import run as apply

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="no git on this machine")
needs_posix = pytest.mark.skipif(os.name == "nt", reason="needs modes, links and signals")

STRANGE = {
    "a.ini": PLAIN.encode(),
    "windows.ini": PLAIN.replace("\n", "\r\n").encode(),
    "mixed.ini": PLAIN.replace("\n", "\r\n", 3).encode(),
    "no end.ini": PLAIN.rstrip("\n").encode(),
    "deep/ü $x '.ini": ("# größer\n" + PLAIN).encode(),
    "deep/-b.ini": PLAIN.encode(),
}

pytestmark = pytest.mark.heavy


def git(*argv: str, folder: Path, stdin: str = "") -> str:
    """What git says of a folder; its own settings are those of no user."""
    env = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    done = subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *argv],
        cwd=folder,
        input=stdin.encode("utf-8", "surrogateescape"),
        capture_output=True,
        env=env,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode("utf-8", "surrogateescape")


def repository(folder: Path, files: dict[str, bytes] = STRANGE) -> None:
    """A repository whose one commit holds the files."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    git("init", "-q", ".", folder=folder)
    git("add", ".", folder=folder)
    git("commit", "-qm", "before", folder=folder)


def printed(*argv: str, folder: Path) -> str:
    done = subprocess.run(
        command("migrate", *argv), cwd=folder, env=environment({}), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("start", [".", "deep"])
def test_the_diff_applies_as_it_is_printed(tmp_path: Path, tool: str, start: str) -> None:
    """In a folder of a repository too, where git does nothing with paths of the whole one."""
    work = tmp_path / "work"
    repository(work)
    here = work / start
    diff = printed(".", folder=here)
    apply(tool, here, diff)
    applied = {k: v for k, v in tree(work).items() if not k.startswith(".git/")}
    git("checkout", "-q", ".", folder=work)
    printed("--write", ".", folder=here)
    written = {k: v for k, v in tree(work).items() if not k.startswith(".git/")}
    assert written.pop(f"{start}/profilecheck-undo.patch".removeprefix("./"))
    assert applied == written
    assert len([k for k, v in written.items() if v != STRANGE[k]]) == (6 if start == "." else 2)


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("start", [".", "deep"])
def test_the_undo_patch_restores_every_byte(tmp_path: Path, tool: str, start: str) -> None:
    work = tmp_path / "work"
    repository(work)
    printed("--write", ".", folder=work / start)
    patch = work / start / "profilecheck-undo.patch"
    text = patch.read_bytes().decode("utf-8", "surrogateescape")
    patch.unlink()
    apply(tool, work / start, text)
    assert git("status", "--short", folder=work) == ""


@needs_git
def test_git_diff_of_the_result_applies_to_the_original(tmp_path: Path) -> None:
    work = tmp_path / "work"
    repository(work)
    printed("--write", ".", folder=work)
    diff = git("diff", "--binary", folder=work)
    written = tree(work / "deep")
    git("stash", "-q", folder=work)
    git("apply", "-", folder=work, stdin=diff)
    assert tree(work / "deep") == written


@needs_git
def test_files_outside_of_the_folder_are_undone_from_where_the_message_says(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository(cli.folder / "work")
    (cli.folder / "else where").mkdir()
    monkeypatch.chdir(cli.folder / "else where")
    ran = cli("migrate", "../work/a.ini", "../work/deep")
    told = re.search(r"the diff is to be applied in (.+)\n", ran.err)
    assert told
    git("apply", "-", folder=Path(told[1]), stdin=ran.out)
    git("checkout", "-q", ".", folder=cli.folder / "work")
    ran = cli("migrate", "--write", "../work/a.ini", "../work/deep")
    back = re.search(r"`(git .+)` takes it back", ran.err)
    assert ran.code == 0 and back, ran.err
    subprocess.run(["bash", "-c", back[1]], check=True)
    assert git("status", "--short", folder=cli.folder / "work") == "?? profilecheck-undo.patch\n"


def test_undo_patches_are_numbered(cli: Cli) -> None:
    cli.write("a.ini", PLAIN)
    cli.write("b.ini", PLAIN)
    cli("migrate", "--write", "a.ini")
    ran = cli("migrate", "--write", "b.ini")
    assert "`git apply profilecheck-undo-2.patch`" in ran.err
    assert "a.ini" not in (cli.folder / "profilecheck-undo-2.patch").read_text()


@needs_posix
@pytest.mark.parametrize("mode", [0o640, 0o755, 0o600])
def test_the_mode_stays(cli: Cli, mode: int) -> None:
    path = cli.write("a.ini", PLAIN)
    path.chmod(mode)
    assert cli("migrate", "--write", "a.ini").code == 0
    assert stat.S_IMODE(path.stat().st_mode) == mode


@needs_posix
def test_a_link_and_its_target_are_one_change(cli: Cli) -> None:
    path = cli.write("z.ini", PLAIN)
    (cli.folder / "a.ini").symlink_to("z.ini")
    ran = cli("migrate", "a.ini", "z.ini", "--format", "table")
    assert "a.ini: left: the same file as z.ini" in ran.out
    assert cli("migrate", "a.ini", "z.ini").out.count("--- a/z.ini") == 1
    assert cli("migrate", "--write", "a.ini", "z.ini").code == 0
    assert (cli.folder / "a.ini").is_symlink()
    assert "total_agents" in path.read_text()


@needs_posix
@pytest.mark.parametrize("tool", TOOLS)
def test_a_link_alone_changes_its_target(tmp_path: Path, tool: str) -> None:
    work = tmp_path / "work"
    repository(work, {"deep/z.ini": PLAIN.encode()})
    (work / "a.ini").symlink_to("deep/z.ini")
    diff = printed("a.ini", folder=work)
    assert diff.startswith("--- a/deep/z.ini")
    apply(tool, work, diff)
    assert "total_agents" in (work / "deep/z.ini").read_text()
    git("checkout", "-q", ".", folder=work)
    printed("--write", "a.ini", folder=work)
    assert (work / "a.ini").is_symlink()
    apply(tool, work, (work / "profilecheck-undo.patch").read_text())
    assert (work / "deep/z.ini").read_text() == PLAIN


@needs_posix
@pytest.mark.parametrize("tool", TOOLS)
def test_hard_links_stay_together_and_are_undone_both(tmp_path: Path, tool: str) -> None:
    work = tmp_path / "work"
    repository(work, {"a.ini": PLAIN.encode()})
    os.link(work / "a.ini", work / "b.ini")
    printed("--write", "a.ini", "b.ini", folder=work)
    assert (work / "a.ini").samefile(work / "b.ini")
    assert "total_agents" in (work / "b.ini").read_text()
    apply(tool, work, (work / "profilecheck-undo.patch").read_text())
    assert (work / "a.ini").read_text() == (work / "b.ini").read_text() == PLAIN


@needs_posix
def test_hard_links_of_which_different_things_would_be_made_are_one_change(cli: Cli) -> None:
    cli.write("one/a.ini", PLAIN.replace("num_envs = 8  # objects\n", ""))
    cli.write("one/default.ini", "[base]\nenv_name = None\n[vec]\nnum_envs = 2\n[train]\n")
    cli.write("two/default.ini", "[base]\nenv_name = None\n[vec]\nnum_envs = 4\n[train]\n")
    os.link(cli.folder / "one/a.ini", cli.folder / "two/a.ini")
    ran = cli("migrate", "--write", "--unfinished", "one/a.ini", "two/a.ini")
    assert ran.code in (0, 1), ran.err
    assert (cli.folder / "one/a.ini").samefile(cli.folder / "two/a.ini")


@needs_posix
@pytest.mark.parametrize("signalled", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_at_any_moment_leaves_all_old_or_all_new(
    tmp_path: Path, signalled: signal.Signals
) -> None:
    names = [f"{number}.ini" for number in range(40)]

    def run(moment: float | None) -> float:
        """Migrate anew, with a signal after so many seconds; gives how many it took."""
        for name in names:
            (tmp_path / name).write_text(OPEN)
        start = time.monotonic()
        with subprocess.Popen(
            command("migrate", "--write", "-q", "."),
            cwd=tmp_path,
            env=environment({}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            if moment is not None:
                time.sleep(moment)
                process.send_signal(signalled)
            process.wait(60)
        took = time.monotonic() - start
        new = [name for name in names if "total_agents" in (tmp_path / name).read_text()]
        undo = list(tmp_path.glob("*.patch"))
        assert (len(new), len(undo)) in ((0, 0), (len(names), 1))
        assert len(list(tmp_path.iterdir())) == len(names) + len(undo)
        for path in undo:
            path.unlink()
        return took

    whole = run(None)
    for tenth in (5, 7, 9):
        run(whole * tenth / 10)
