"""Files are written all or none, and stay the files they were in all but their bytes."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import textwrap
import threading
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from profilecheck import check, write
from profilecheck.write import Change, WriteError, encode, reverse, write_all
from tests.patching import TOOLS, run, tree
from tests.test_patches import PATHS, SLOW, TEXTS, data

SOURCE = Path(__file__).parent.parent / "src"
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

posix = pytest.mark.skipif(os.name != "posix", reason="what only POSIX has")
as_root = pytest.mark.skipif(not IS_ROOT, reason="only root may")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with ``a.ini`` and ``b.ini``, both of the bytes ``old``."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.ini", "b.ini"):
        (tmp_path / name).write_bytes(b"old")
    return tmp_path


def change(name: str, before: bytes | None = b"old", after: bytes | None = b"new") -> Change:
    return Change(Path(name), before, after)


@contextmanager
def refused(folder: Path, message: str) -> Iterator[None]:
    """Within, a WriteError of that message comes, and nothing of the folder changes."""
    before = tree(folder)
    with pytest.raises(WriteError) as raised:
        yield
    assert str(raised.value) == f"{message}; nothing was changed"
    assert tree(folder) == before


def meanwhile(monkeypatch: pytest.MonkeyPatch, what: Callable[[], object]) -> None:
    """Have another do something once all is prepared, right before files are replaced."""
    steps: list[object] = []
    prepare = write._Writing._prepare

    def prepare_and_more(self: write._Writing, step: write._Step) -> None:
        prepare(self, step)
        steps.append(step)
        if len(steps) == 2:
            what()

    monkeypatch.setattr(write._Writing, "_prepare", prepare_and_more)


# What is written


def test_files_are_changed_made_and_deleted(here: Path) -> None:
    write_all([change("a.ini"), change("b.ini", after=None), change("c.ini", before=None)])
    assert tree(here) == {"a.ini": b"new", "c.ini": b"new"}


def test_nothing_is_no_change() -> None:
    write_all([])


def test_a_file_that_stays_equal_is_checked_and_not_touched(here: Path) -> None:
    before = (here / "a.ini").stat()
    write_all([change("a.ini", after=b"old"), change("b.ini")])
    assert (here / "a.ini").stat() == before
    with refused(here, "a.ini: it changed since it was read"):
        write_all([change("a.ini", b"other", b"other")])


@pytest.mark.parametrize("after", [b"", b"x" * 3_000_000, b"\xff\0\r\n"])
def test_any_bytes_are_written(after: bytes, here: Path) -> None:
    write_all([change("a.ini", after=after)])
    assert (here / "a.ini").read_bytes() == after


def test_a_file_may_be_empty_before(here: Path) -> None:
    (here / "a.ini").write_bytes(b"")
    write_all([change("a.ini", before=b"")])
    assert (here / "a.ini").read_bytes() == b"new"


def test_names_as_long_as_a_folder_takes(here: Path) -> None:
    name = "n" * 255
    write_all([change(name, before=None, after=b"old")])
    write_all([change(name)])
    assert (here / name).read_bytes() == b"new"


def test_another_thread_may_write(here: Path) -> None:
    thread = threading.Thread(target=write_all, args=([change("a.ini")],))
    thread.start()
    thread.join()
    assert (here / "a.ini").read_bytes() == b"new"


# What is refused


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (change("b.ini", before=b"older"), "b.ini: it changed since it was read"),
        (change("b.ini", before=None), "b.ini: it exists already"),
        (change("c.ini"), "c.ini: No such file or directory"),
        (change("c.ini", after=None), "c.ini: No such file or directory"),
        (change("no/c.ini", before=None), "no/c.ini: No such file or directory"),
        (change("."), ".: not a regular file"),
        (change("a\0b"), None),
        (change("n" * 256, before=None), None),
        (change("./a.ini"), "a.ini: the same file as a.ini"),
    ],
)
def test_one_change_that_cannot_be_made_refuses_all(
    wrong: Change, why: str | None, here: Path
) -> None:
    for changes in ([change("a.ini"), wrong], [wrong, change("a.ini")]):
        before = tree(here)
        with pytest.raises(WriteError) as raised:
            write_all(changes)
        assert tree(here) == before
        assert str(raised.value).endswith("; nothing was changed")
        assert why is None or str(raised.value).startswith(why)


@posix
def test_what_is_no_regular_file_is_refused_without_waiting(here: Path) -> None:
    os.mkfifo(here / "pipe")
    with refused(here, "pipe: not a regular file"):
        write_all([change("a.ini"), change("pipe")])


def test_a_file_that_changes_at_the_last_moment_is_not_overwritten(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: (here / "b.ini").write_bytes(b"odd"))
    with pytest.raises(WriteError, match=r"^b.ini: it changed since it was read; nothing was"):
        write_all([change("a.ini"), change("b.ini")])
    assert tree(here) == {"a.ini": b"old", "b.ini": b"odd"}


def test_a_file_that_another_replaced_by_an_equal_one_is_another(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "c.ini").write_bytes(b"old")
    meanwhile(monkeypatch, lambda: (here / "c.ini").replace(here / "b.ini"))
    with pytest.raises(WriteError, match=r"^b.ini: it changed since it was read; nothing was"):
        write_all([change("a.ini"), change("b.ini")])
    assert tree(here) == {"a.ini": b"old", "b.ini": b"old"}


def test_a_new_file_never_takes_the_place_of_one_that_came_meanwhile(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: (here / "c.ini").write_bytes(b"theirs"))
    with pytest.raises(WriteError, match=r"^c.ini: it exists already; nothing was changed"):
        write_all([change("a.ini"), change("c.ini", before=None)])
    assert tree(here) == {"a.ini": b"old", "b.ini": b"old", "c.ini": b"theirs"}


# Links


@posix
@pytest.mark.parametrize("target", ["a.ini", "there/a.ini", "other"])
def test_a_symlink_stays_one_and_its_file_is_changed(target: str, here: Path) -> None:
    (here / "there").symlink_to(here)
    (here / "other").symlink_to("a.ini")
    (here / "link").symlink_to(target)
    write_all([change("link")])
    assert (here / "link").readlink() == Path(target)
    assert (here / "a.ini").read_bytes() == b"new"
    assert not (here / "a.ini").is_symlink()


@posix
def test_deleting_through_a_symlink_deletes_its_file(here: Path) -> None:
    (here / "link").symlink_to("a.ini")
    write_all([change("link", after=None)])
    assert not (here / "a.ini").exists()
    assert (here / "link").is_symlink()


@posix
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("a.ini", "link"),
        ("link", "a.ini"),
        ("a.ini", "hard"),
        ("a.ini", "folder/a.ini"),
        ("c.ini", "folder/c.ini"),
    ],
)
def test_one_file_under_two_names_is_refused(first: str, second: str, here: Path) -> None:
    (here / "link").symlink_to("a.ini")
    (here / "hard").hardlink_to("a.ini")
    (here / "folder").symlink_to(".")
    before = None if first == "c.ini" else b"old"
    with refused(here, f"{second}: the same file as {first}"):
        write_all([change(first, before), change(second, before)])


@posix
@pytest.mark.parametrize("name", ["nowhere", "loop"])
@pytest.mark.parametrize("before", [None, b"old"])
def test_a_symlink_to_no_file_is_refused(name: str, before: bytes | None, here: Path) -> None:
    (here / "nowhere").symlink_to("missing")
    (here / "loop").symlink_to("loop")
    with pytest.raises(WriteError):
        write_all([change("a.ini"), change(name, before)])
    assert (here / "a.ini").read_bytes() == b"old"
    assert (here / name).is_symlink()
    assert not (here / "missing").exists()


@posix
@pytest.mark.parametrize("after", [b"n", b"newer and longer"])
def test_hard_links_stay_one_file(after: bytes, here: Path) -> None:
    (here / "hard").hardlink_to("a.ini")
    write_all([change("a.ini", after=after), change("b.ini")])
    assert (here / "a.ini").samefile(here / "hard")
    assert tree(here) == {"a.ini": after, "hard": after, "b.ini": b"new"}


@posix
def test_one_name_of_several_is_deleted(here: Path) -> None:
    (here / "hard").hardlink_to("a.ini")
    write_all([change("a.ini", after=None)])
    assert tree(here) == {"hard": b"old", "b.ini": b"old"}


# What a file keeps


@posix
@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664, 0o200])
def test_the_mode_is_kept(mode: int, here: Path) -> None:
    if mode == 0o200 and not IS_ROOT:
        pytest.skip("only root reads such a file")
    (here / "a.ini").chmod(mode)
    write_all([change("a.ini")])
    assert stat.S_IMODE((here / "a.ini").stat().st_mode) == mode


@posix
def test_a_new_file_has_the_mode_that_the_umask_leaves(here: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_all([change("c.ini", before=None)])
    finally:
        os.umask(mask)
    assert stat.S_IMODE((here / "c.ini").stat().st_mode) == 0o640


@as_root
def test_the_owner_is_kept(here: Path) -> None:
    os.chown(here / "a.ini", 1234, 4321)
    (here / "a.ini").chmod(0o6755)
    write_all([change("a.ini")])
    found = (here / "a.ini").stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (1234, 4321, 0o6755)


def acl(*entries: tuple[int, int, int]) -> bytes:
    """An ACL as Linux keeps it: entries of tag, permissions and user or group."""
    packed = [
        tag.to_bytes(2, "little") + rights.to_bytes(2, "little") + who.to_bytes(4, "little")
        for tag, rights, who in entries
    ]
    return (2).to_bytes(4, "little") + b"".join(packed)


NOBODY_IN_PARTICULAR = 0xFFFFFFFF
WITH_A_READER = acl(
    (1, 6, NOBODY_IN_PARTICULAR),
    (2, 4, 1234),
    (4, 4, NOBODY_IN_PARTICULAR),
    (16, 4, NOBODY_IN_PARTICULAR),
    (32, 0, NOBODY_IN_PARTICULAR),
)


def set_extended(path: Path, name: str, value: bytes) -> None:
    if not hasattr(os, "setxattr"):
        pytest.skip("no extended attributes")
    try:
        os.setxattr(path, name, value)
    except OSError as error:
        pytest.skip(f"this file system takes no {name}: {error}")


def test_extended_attributes_and_acls_are_kept(here: Path) -> None:
    set_extended(here / "a.ini", "user.origin", b"sweep 7")
    set_extended(here / "a.ini", "system.posix_acl_access", WITH_A_READER)
    write_all([change("a.ini")])
    assert os.getxattr(here / "a.ini", "user.origin") == b"sweep 7"
    assert os.getxattr(here / "a.ini", "system.posix_acl_access") == WITH_A_READER
    assert stat.S_IMODE((here / "a.ini").stat().st_mode) == 0o640


def test_what_a_folder_gives_new_files_is_not_given_to_old_ones(here: Path) -> None:
    (here / "a.ini").chmod(0o640)
    set_extended(here, "system.posix_acl_default", WITH_A_READER)
    write_all([change("a.ini")])
    assert os.listxattr(here / "a.ini") == []
    assert stat.S_IMODE((here / "a.ini").stat().st_mode) == 0o640


# What fails midway


@posix
def test_what_fails_midway_is_put_back(here: Path) -> None:
    """Three files take their places before the fourth, written in place, meets a limit."""
    (here / "hard").write_bytes(b"old")
    (here / "harder").hardlink_to("hard")
    os.utime(here / "a.ini", ns=(1, 2))
    os.utime(here / "hard", ns=(3, 4))
    program = """
        import resource, sys
        from pathlib import Path
        from profilecheck.write import *
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            write_all([
                Change(Path("a.ini"), b"old", b"new"),
                Change(Path("b.ini"), b"old", None),
                Change(Path("c.ini"), None, b"new"),
                Change(Path("hard"), b"old", b"n" * 1001),
            ])
        except WriteError as error:
            print(error)
    """
    before = tree(here)
    assert child(here, program) == "hard: File too large; nothing was changed\n"
    assert tree(here) == before
    assert (here / "hard").samefile(here / "harder")
    assert (here / "a.ini").stat().st_mtime_ns == 2
    assert (here / "hard").stat().st_mtime_ns == 4


@posix
def test_a_file_too_large_is_found_before_any_is_changed(here: Path) -> None:
    program = """
        import resource
        from pathlib import Path
        from profilecheck.write import *
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            write_all([Change(Path("a.ini"), b"old", b"new"), Change(Path("b.ini"), b"old", b"n" * 1001)])
        except WriteError as error:
            print(error)
    """
    before = tree(here)
    assert child(here, program) == "b.ini: File too large; nothing was changed\n"
    assert tree(here) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if not IS_ROOT or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("linked", [False, True], ids=["", "hard links"])
def test_a_full_disk_changes_nothing(linked: bool, small_disk: Path) -> None:
    a, b = small_disk / "a.ini", small_disk / "b.ini"
    a.write_bytes(b"old")
    b.write_bytes(b"old")
    if linked:
        (small_disk / "other").hardlink_to(b)
    with refused(small_disk, f"{b}: No space left on device"):
        write_all([change(str(a)), change(str(b), after=b"n" * 70_000)])


@as_root
def test_a_file_that_is_a_mount_of_its_own_is_refused_and_the_others_put_back(
    here: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other") / "file"
    other.write_bytes(b"old")
    mount = ["mount", "--bind", str(other), str(here / "b.ini")]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file can be mounted here")
    try:
        with refused(here, "b.ini: Device or resource busy"):
            write_all([change("a.ini"), change("b.ini"), change("c.ini", before=None)])
    finally:
        subprocess.run(["umount", str(here / "b.ini")], check=True)


@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError, SystemExit])
@pytest.mark.parametrize("step", [0, 1, 2, 3])
def test_whatever_is_raised_midway_puts_all_back(
    step: int, raised: type[BaseException], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit, left = write._commit, [step]

    def commit_until(one: write._Step) -> None:
        if not left[0]:
            raise raised
        left[0] -= 1
        commit(one)

    monkeypatch.setattr(write, "_commit", commit_until)
    (here / "d.ini").write_bytes(b"old")
    before = tree(here)
    changes = [change("a.ini"), change("b.ini", after=None), change("c.ini", before=None)]
    with pytest.raises(raised):
        write_all([*changes, change("d.ini")])
    assert tree(here) == before


def test_what_cannot_be_put_back_is_told_and_kept(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = write._commit

    def commit_and_more(step: write._Step) -> None:
        if step.target.name == "b.ini":  # another put a folder where the new file was
            (here / "a.ini").unlink()
            (here / "a.ini").mkdir()
            raise OSError(5, "Input/output error")
        commit(step)

    monkeypatch.setattr(write, "_commit", commit_and_more)
    with pytest.raises(WriteError) as raised:
        write_all([change("a.ini"), change("b.ini")])
    (kept,) = here.glob(".profilecheck-*.tmp")
    assert kept.read_bytes() == b"old"
    assert str(raised.value) == (
        "b.ini: Input/output error; a.ini could not be put back (another file took its place):"
        f" what it held is in {kept}"
    )


def test_a_file_system_without_hard_links_takes_new_files(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    write_all([change("c.ini", before=None)])
    assert tree(here) == {"a.ini": b"old", "b.ini": b"old", "c.ini": b"new"}


def test_a_request_to_end_before_the_first_file_is_replaced_changes_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: signal.raise_signal(signal.SIGINT))
    before = signal.signal(signal.SIGINT, lambda *_: None)  # one that lets the process go on
    try:
        with refused(here, "interrupted"):
            write_all([change("a.ini"), change("b.ini")])
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_a_killed_run_leaves_is_nothing_to_check(here: Path) -> None:
    wrong = b"[base]\nenv_name = ferry\n[vec]\nnum_envs = 100\nnum_workers = 6\n"
    (here / ".profilecheck-0123456789abcdef.tmp").write_bytes(wrong)
    (here / "a.ini").write_bytes(wrong)
    report = check([here], target="3.0")
    assert [Path(file.path).name for file in report.files] == ["a.ini"]


# Who may not write


def child(folder: Path, program: str, *, user: int | None = None) -> str:
    """What a Python program prints that uses this package in a folder, as another user where one is given."""
    become = f"import os\nos.setgroups([])\nos.setgid({user})\nos.setuid({user})\n" if user else ""
    done = subprocess.run(
        [
            sys.executable,
            "-B",
            "-c",
            f"import profilecheck.write\n{become}{textwrap.dedent(program)}",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def owned(here: Path) -> Iterator[tuple[Path, int | None]]:
    """A folder, and the user who owns it and may not write all: not root, whom modes do not bind."""
    if not IS_ROOT:
        yield here, None
        return
    for path in (here, *here.iterdir()):
        os.chown(path, 65534, 65534)
    closed = [p for p in here.parents if not p.stat().st_mode & 0o001]
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in closed}
    for path, mode in modes.items():
        path.chmod(mode | 0o001)
    yield here, 65534
    for path, mode in modes.items():
        path.chmod(mode)


WRITE_BOTH = """
    from pathlib import Path
    from profilecheck.write import *
    try:
        write_all([Change(Path("a.ini"), b"old", b"new"), Change(Path("b.ini"), b"old", b"new")])
    except WriteError as error:
        print(error)
"""


@posix
@pytest.mark.parametrize(
    ("name", "mode", "told"),
    [
        ("b.ini", 0o444, "b.ini: it is read-only; nothing was changed\n"),
        ("b.ini", 0o000, "b.ini: Permission denied; nothing was changed\n"),
        (".", 0o555, "a.ini: Permission denied; nothing was changed\n"),
        (".", 0o311, ""),
    ],
)
def test_what_may_not_be_written_is_not(
    name: str, mode: int, told: str, owned: tuple[Path, int | None]
) -> None:
    folder, user = owned
    before = tree(folder)
    (folder / name).chmod(mode)
    try:
        assert child(folder, WRITE_BOTH, user=user) == told
    finally:
        (folder / name).chmod(0o755)
    assert tree(folder) == (before if told else {"a.ini": b"new", "b.ini": b"new"})


# Bytes of texts, and patches


@pytest.mark.parametrize("mark", [b"", BOM_UTF8])
@pytest.mark.parametrize("text", ["a = é\r\n", "\ufeffa = é\r\n"])
def test_a_byte_order_mark_survives(mark: bytes, text: str) -> None:
    if text.startswith("\ufeff") and not mark:
        assert encode(text, b"a") == BOM_UTF8 + "a = é\r\n".encode()
    else:
        assert encode(text, mark + b"a") == mark + "a = é\r\n".encode()


def test_a_text_that_has_lost_bytes_is_not_encoded() -> None:
    with pytest.raises(UnicodeDecodeError):
        encode("a = \ufffd", b"a = \xff")


FILES = st.dictionaries(
    st.sampled_from([path for path in PATHS if "/" not in path]),
    st.tuples(st.none() | TEXTS, st.none() | TEXTS).filter(lambda texts: texts != (None, None)),
    max_size=4,
)


@pytest.mark.heavy
@pytest.mark.parametrize("tool", TOOLS)
@given(files=FILES)
@example(files={"a.ini": ("", None), "-a.ini": (None, ""), " a.ini ": ("x", "")})
@SLOW
def test_the_reverse_patch_restores_every_byte(
    tool: str, files: dict[str, tuple[str | None, str | None]], tmp_path: Path
) -> None:
    for path in tmp_path.iterdir():
        path.unlink()
    changes = []
    for name, (before, after) in files.items():
        if before is not None:
            (tmp_path / name).write_bytes(data(before))
        texts = [None if text is None else data(text) for text in (before, after)]
        changes.append(Change(tmp_path / name, *texts))
    held = tree(tmp_path)
    back = reverse(changes, tmp_path)
    write_all(changes)
    assert tree(tmp_path) == {c.path.name: c.after for c in changes if c.after is not None}
    run(tool, tmp_path, back) if back else None
    assert tree(tmp_path) == held


@posix
@pytest.mark.parametrize("tool", TOOLS)
def test_the_reverse_patch_knows_links_and_modes(tool: str, here: Path) -> None:
    (here / "sub").mkdir()
    (here / "sub" / "run.sh").write_bytes(b"old")
    (here / "sub" / "run.sh").chmod(0o755)
    (here / "link").symlink_to("sub/run.sh")
    (here / "folder").symlink_to("sub")
    changes = [change("link", after=None), change("folder/c.ini", before=None)]
    back = reverse(changes)
    write_all(changes)
    assert tree(here) == {"a.ini": b"old", "b.ini": b"old", "sub/c.ini": b"new"}
    run(tool, here, back)
    assert (here / "sub" / "run.sh").read_bytes() == b"old"
    assert (here / "sub" / "run.sh").stat().st_mode & 0o100
    assert not (here / "sub" / "c.ini").exists()


def test_no_patch_reaches_outside_its_folder(here: Path) -> None:
    (here / "sub").mkdir()
    with pytest.raises(WriteError, match=r"a\.ini: outside .*sub, where no patch reaches it"):
        reverse([change("a.ini")], here / "sub")
