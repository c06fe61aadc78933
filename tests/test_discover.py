from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from profilecheck.discover import Found, PathProblem, discover

MATTERS = b"[vec]\nnum_envs = 1\n"
WRITE_ONLY = Path("/sys/bus/cpu/drivers_probe")
"""A file that Linux lets nobody read, not even root."""

ENDINGS = ".ini, .toml, .json, .yaml, .yml, .py, .ipynb"
SCRIPTS = "a script or a page of Markdown"
NOTHING = f"no file in this folder ({ENDINGS}, {SCRIPTS}) holds a section that a profile knows, launches PufferLib, asks for it or reports a benchmark"


def tree(root: Path, *names: str, data: bytes = MATTERS) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a test runs in, two levels down so that there is something above."""
    folder = tmp_path / "project" / "sub"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def search(
    *paths: str, exclude: Iterable[str] = (), root: Path = Path()
) -> tuple[list[Found], list[PathProblem]]:
    return discover(
        paths, exclude=tuple(exclude), root=root, could_matter=lambda data, path: b"vec" in data
    )


def shown(*paths: str, exclude: Iterable[str] = (), root: Path = Path()) -> list[str]:
    """What is found and not excluded, where nothing is wrong."""
    found, problems = search(*paths, exclude=exclude, root=root)
    assert problems == []
    return [file.shown for file in found if not file.skipped]


def excluded(*paths: str, exclude: Iterable[str], root: Path = Path()) -> list[str]:
    return [file.shown for file in search(*paths, exclude=exclude, root=root)[0] if file.skipped]


def problem(*paths: str) -> tuple[str, str]:
    found, (only,) = search(*paths)
    assert found == []
    return only.shown, only.message


# Named files


def test_a_named_file(here: Path) -> None:
    tree(here, "a.ini")
    assert search("a.ini") == ([Found(Path("a.ini"), "a.ini", named=True)], [])


@pytest.mark.parametrize(
    "name", ["notes.txt", "config", ".hidden.ini", "build/a.ini", ".git/a.ini"]
)
def test_a_named_file_is_taken_wherever_it_lies_and_whatever_it_holds(
    name: str, here: Path
) -> None:
    tree(here, name, data=b"nothing")
    assert shown(name) == [name]


def test_a_named_file_is_not_read(here: Path) -> None:
    tree(here, "a.ini")

    def refuse(data: bytes, path: str) -> bool:
        raise AssertionError("read")

    assert len(discover(["a.ini"], exclude=(), root=here, could_matter=refuse)[0]) == 1


def test_a_path_is_shown_as_given(here: Path) -> None:
    tree(here, "a.ini", "x/b.ini")
    tree(here.parent, "c.ini")
    given = [str(here / "a.ini"), "./x//b.ini", "../c.ini"]
    assert shown(*given) == ["../c.ini", f"{here.as_posix()}/a.ini", "x/b.ini"]


def test_a_named_symlink_to_a_file(here: Path) -> None:
    tree(here, "a.ini")
    (here / "link.ini").symlink_to("a.ini")
    assert shown("link.ini") == ["link.ini"]


# Walks


def test_a_walk_takes_files_that_end_like_a_config_and_could_matter(here: Path) -> None:
    tree(here, "a.ini", "b.toml", "c/d.json", "c/e.yaml", "f.yml", "g.YML", ".h.ini", "i.py")
    tree(here, "x.cfg", "x.txt", "ini", "x.ini.bak")
    tree(here, "y.ini", data=b"[server]\nport = 1\n")
    assert shown(".") == [
        *(".h.ini", "a.ini", "b.toml", "c/d.json", "c/e.yaml", "f.yml", "g.YML", "i.py")
    ]


def test_what_a_walk_finds_is_not_named(here: Path) -> None:
    tree(here, "c/a.ini")
    assert search("c")[0] == [Found(Path("c/a.ini"), "c/a.ini", named=False)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (".", "c/a.ini"),
        ("./", "c/a.ini"),
        ("c", "c/a.ini"),
        ("./c/", "c/a.ini"),
        ("..", "../sub/c/a.ini"),
        ("../sub", "../sub/c/a.ini"),
    ],
)
def test_a_walked_file_is_shown_below_the_folder_as_given(
    given: str, expected: str, here: Path
) -> None:
    tree(here, "c/a.ini")
    assert shown(given) == [expected]


def test_an_absolute_folder(here: Path) -> None:
    tree(here, "c/a.ini")
    assert shown(str(here)) == [(here / "c/a.ini").as_posix()]


@pytest.mark.parametrize(
    "folder",
    [
        *(".git", ".venv", ".tox/x", "node_modules/x", "__pycache__", "build/lib", "dist"),
        *("x/build", "docs/_build", "lib/site-packages", "x.egg-info", "x-1.dist-info"),
    ],
)
def test_folders_that_a_walk_leaves_out(folder: str, here: Path) -> None:
    tree(here, "a.ini", f"{folder}/b.ini")
    assert shown(".") == ["a.ini"]


@pytest.mark.parametrize(
    "folder", ["builds", "distribution", "env", "venv", "experiments", "target"]
)
def test_folders_that_a_walk_enters(folder: str, here: Path) -> None:
    tree(here, f"{folder}/a.ini")
    assert shown(".") == [f"{folder}/a.ini"]


@pytest.mark.parametrize("mark", ["pyvenv.cfg", "CACHEDIR.TAG", "conda-meta/history"])
def test_environments_and_caches_are_left_out_by_their_marks(mark: str, here: Path) -> None:
    tree(here, "a.ini", "env/b.ini", "env/lib/c.ini", f"env/{mark}")
    assert shown(".") == ["a.ini"]


@pytest.mark.parametrize("folder", [".github", "build", "venv"])
def test_a_folder_that_is_named_is_walked(folder: str, here: Path) -> None:
    tree(here, f"{folder}/a.ini", "venv/pyvenv.cfg")
    assert shown(folder) == [f"{folder}/a.ini"]


def test_the_order_is_that_of_the_shown_paths_whatever_the_order_given(here: Path) -> None:
    tree(here, "b/a.ini", "b.ini", "a/z.ini", "a/b/c.ini", "B.ini")
    expected = ["B.ini", "a/b/c.ini", "a/z.ini", "b.ini", "b/a.ini"]
    assert shown("b", "a", "b.ini", "B.ini") == expected
    assert shown("B.ini", "b.ini", "a", "b") == expected
    assert shown(".") == expected


def test_a_symlink_to_a_folder_is_not_followed(here: Path) -> None:
    tree(here, "a.ini")
    tree(here.parent, "other/b.ini")
    (here / "link").symlink_to("../other")
    (here / "loop").symlink_to(".")
    assert shown(".") == ["a.ini"]


def test_a_named_symlink_to_a_folder_is_followed(here: Path) -> None:
    tree(here.parent, "other/b.ini")
    (here / "link").symlink_to("../other")
    assert shown("link") == ["link/b.ini"]


def test_a_symlink_to_a_file_is_met(here: Path) -> None:
    tree(here.parent, "other/b.ini")
    (here / "link.ini").symlink_to("../other/b.ini")
    assert shown(".") == ["link.ini"]


def test_a_symlink_to_nowhere_or_to_itself_is_no_file(here: Path) -> None:
    tree(here, "a.ini")
    (here / "gone.ini").symlink_to("nothing")
    (here / "loop.ini").symlink_to("loop.ini")
    assert shown(".") == ["a.ini"]


def test_a_folder_that_ends_like_a_config(here: Path) -> None:
    tree(here, "x.ini/a.ini")
    assert shown(".") == ["x.ini/a.ini"]


def test_a_file_that_could_matter_only_near_its_end(here: Path) -> None:
    tree(here, "a.yaml", data=b"#" * 900_000 + MATTERS)
    assert shown(".") == ["a.yaml"]


def test_a_file_is_read_no_further_than_a_mebibyte(here: Path) -> None:
    tree(here, "a.ini")
    tree(here, "b.json", data=b" " * 3_000_000 + MATTERS)
    lengths = []

    def could_matter(data: bytes, path: str) -> bool:
        lengths.append(len(data))
        return True

    discover(["."], exclude=(), root=here, could_matter=could_matter)
    assert sorted(lengths) == [len(MATTERS), 1 << 20]


def test_a_deep_tree(here: Path) -> None:
    depth = sys.getrecursionlimit() + 200
    folders = [here]
    for _ in range(depth):
        folders.append(folders[-1] / "d")
        folders[-1].mkdir()
    deepest = folders[-1] / "a.ini"
    deepest.write_bytes(MATTERS)
    assert shown(".") == [f"{'d/' * depth}a.ini"]
    deepest.unlink()  # what pytest removes by itself may not be that deep
    for folder in reversed(folders[1:]):
        folder.rmdir()


# Once


def test_a_file_that_is_named_twice(here: Path) -> None:
    tree(here, "a.ini")
    assert shown("a.ini", "./a.ini", "../sub/a.ini") == ["../sub/a.ini"]


def test_a_file_that_is_named_and_lies_in_a_named_folder(here: Path) -> None:
    tree(here, "c/a.ini", "c/b.ini")
    for given in (["c", "c/a.ini"], ["c/a.ini", "c"]):
        found, _ = search(*given)
        assert [(file.shown, file.named) for file in found] == [
            ("c/a.ini", True),
            ("c/b.ini", False),
        ]


def test_folders_within_each_other(here: Path) -> None:
    tree(here, "c/a.ini", "c/d/b.ini")
    assert shown("c", "c/d", ".") == ["c/a.ini", "c/d/b.ini"]


def test_a_symlink_beside_its_file(here: Path) -> None:
    tree(here, "b.ini")
    (here / "a.ini").symlink_to("b.ini")
    assert shown(".") == ["a.ini"]


def test_a_symlink_that_is_named_beside_its_file(here: Path) -> None:
    tree(here, "b.ini")
    (here / "a.ini").symlink_to("b.ini")
    (here / "link").symlink_to(".")
    assert shown("a.ini", "b.ini") == ["a.ini", "b.ini"]
    assert shown("b.ini", ".") == ["b.ini"]
    assert shown("b.ini", "link/b.ini") == ["b.ini"]


def test_hard_links_are_two_files(here: Path) -> None:
    tree(here, "a.ini")
    (here / "b.ini").hardlink_to(here / "a.ini")
    assert shown(".") == ["a.ini", "b.ini"]


# Excludes


def test_excludes_on_a_walk(here: Path) -> None:
    tree(here, "configs/a.ini", "configs/old/b.ini", "x/gen/c.ini", "d.bak.ini", "old/e.ini")
    exclude = ["configs/old", "*.bak.ini", "**/gen/*"]
    assert shown(".", exclude=exclude) == ["configs/a.ini", "old/e.ini"]


def test_excludes_are_relative_to_the_root_not_to_the_folder_named(here: Path) -> None:
    tree(here, "configs/old/a.ini", "configs/configs/old/b.ini")
    assert shown("configs", exclude=["configs/old"]) == ["configs/configs/old/b.ini"]
    assert shown("configs", exclude=["/old"]) == shown("configs")


def test_excludes_from_a_root_further_up(here: Path) -> None:
    tree(here, "old/a.ini", "b.ini")
    assert shown(".", exclude=["sub/old"], root=here.parent) == ["b.ini"]


def test_an_excluded_named_file_is_returned_as_excluded(here: Path) -> None:
    tree(here, "old/a.ini", "b.ini")
    found, problems = search("old/a.ini", "b.ini", exclude=["old"])
    assert problems == []
    assert found == [
        Found(Path("b.ini"), "b.ini", named=True),
        Found(Path("old/a.ini"), "old/a.ini", named=True, skipped="excluded by a pattern"),
    ]


@pytest.mark.parametrize(
    "given", ["old/a.ini", "./old/a.ini", "../sub/old/a.ini", "old/x/../a.ini"]
)
def test_an_excluded_file_in_any_spelling(given: str, here: Path) -> None:
    tree(here, "old/a.ini", "old/x/b.ini")
    assert len(excluded(given, exclude=["old/a.ini"])) == 1


def test_an_excluded_named_folder_beside_what_is_not_is_returned_as_excluded(here: Path) -> None:
    tree(here, "old/a.ini", "b.ini")
    found, problems = search("old", "b.ini", exclude=["old/"])
    assert problems == []
    assert found[1] == Found(Path("old"), "old", named=True, skipped="excluded by a pattern")


@pytest.mark.parametrize("given", [["old"], ["old", "b.ini"]])
def test_excluded_named_folders_alone_are_a_problem(given: list[str], here: Path) -> None:
    tree(here, "old/a.ini", "b.ini")
    found, problems = search(*given, exclude=["old/", "b.ini"])
    assert [file.shown for file in found] == given[1:]
    assert problems == [PathProblem("old", "this folder is excluded by a pattern")]


def test_a_folder_named_inside_an_excluded_one(here: Path) -> None:
    tree(here, "old/x/a.ini", "b.ini")
    assert excluded("old/x", "b.ini", exclude=["old/"]) == ["old/x"]


def test_a_checkout_below_a_folder_whose_name_matches(here: Path) -> None:
    tree(here, "a.ini", "c/sub/b.ini")
    assert shown(".", "a.ini", exclude=["project", "sub", "project/sub"]) == ["a.ini"]
    assert shown(str(here), str(here / "a.ini"), exclude=["project"]) == [
        f"{here.as_posix()}/{name}" for name in ("a.ini", "c/sub/b.ini")
    ]


def test_a_walk_from_above_the_root_does_not_leave_the_root_out(here: Path) -> None:
    tree(here, "a.ini", "old/b.ini")
    tree(here.parent, "c.ini")
    found = shown("..", exclude=["sub", "old", "project"], root=here)
    assert found == ["../c.ini", "../sub/a.ini"]


def test_outside_of_the_root_patterns_are_relative_to_the_folder_named(here: Path) -> None:
    tree(here.parent, "other/a.ini", "other/gen/b.ini", "other/x/gen/c.ini")
    assert shown("../other", exclude=["other", "/gen"], root=here) == [
        "../other/a.ini",
        "../other/x/gen/c.ini",
    ]


def test_outside_of_the_root_patterns_hold_for_a_named_files_name(here: Path) -> None:
    tree(here.parent, "other/a.bak.ini", "other/b.ini")
    given = ["../other/a.bak.ini", "../other/b.ini"]
    assert excluded(*given, exclude=["*.bak.ini", "other"], root=here) == ["../other/a.bak.ini"]


def test_a_root_that_is_reached_through_a_symlink(here: Path) -> None:
    tree(here, "old/a.ini", "b.ini")
    (here.parent / "link").symlink_to("sub")
    assert shown("../link", exclude=["/old"], root=here) == ["../link/b.ini"]
    assert shown(".", exclude=["/old"], root=here.parent / "link") == ["b.ini"]


def test_the_file_system_as_root(here: Path) -> None:
    tree(here, "a.ini", "old/b.ini")
    inside = (here / "old").relative_to("/").as_posix()
    assert shown(".", exclude=[inside], root=Path("/")) == ["a.ini"]


def test_a_symlink_that_is_excluded_does_not_hide_its_file(here: Path) -> None:
    tree(here, "b.ini")
    (here / "a.ini").symlink_to("b.ini")
    assert shown("a.ini", "b.ini", exclude=["a.ini"]) == ["b.ini"]
    assert shown(".", exclude=["a.ini"]) == ["b.ini"]


# What a walk leaves out


def left_out(*paths: str, exclude: Iterable[str] = ()) -> dict[str, str | None]:
    found, _ = discover(
        paths,
        exclude=tuple(exclude),
        root=Path(),
        could_matter=lambda data, path: b"vec" in data,
        passed_over=True,
    )
    return {file.shown: file.skipped for file in found if file.skipped}


def test_what_a_walk_leaves_out_is_told_where_that_is_asked_for(here: Path) -> None:
    tree(here, "a.ini", "c/b.ini", ".git/d.ini", ".hidden/e.ini", "build/f.ini", "old/g.ini")
    tree(here, "env/h.ini", "env/pyvenv.cfg", "x.bak.ini", "__pycache__/i.ini")
    tree(here, "y.json", "y.txt", data=b"{}")
    (here / "z.ini").symlink_to("a.ini")
    assert left_out(".", exclude=["old", "*.bak.ini"]) == {
        ".hidden/": "a hidden folder",
        "build/": "a folder of what programs put out",
        "env/": "a virtual environment or a cache",
        "old/": "excluded by a pattern",
        "x.bak.ini": "excluded by a pattern",
        "y.json": "it holds no section that a profile knows",
        "z.ini": "the same file as a.ini",
    }


def test_of_code_and_pages_that_could_not_matter_nobody_asks(here: Path) -> None:
    tree(here, "a.ini")
    tree(here, "b.py", "c.ipynb", "d.sh", "e.md", "Makefile", data=b"x")
    assert left_out(".") == {}


def test_what_is_named_is_not_left_out(here: Path) -> None:
    tree(here, "y.json", data=b"{}")
    tree(here, "a.ini")
    assert left_out(".", "y.json") == {}


def test_a_walk_asks_with_the_whole_path(here: Path) -> None:
    tree(here, "c/a.ini")
    asked = []

    def could_matter(data: bytes, path: str) -> bool:
        asked.append(path)
        return True

    discover(["c"], exclude=(), root=here, could_matter=could_matter)
    assert asked == [(here / "c/a.ini").as_posix()]


# Problems


def test_a_path_that_is_not_there(here: Path) -> None:
    assert problem("gone.ini") == ("gone.ini", "no such file or folder")


def test_a_named_symlink_to_nowhere(here: Path) -> None:
    (here / "gone.ini").symlink_to("nothing")
    assert problem("gone.ini") == ("gone.ini", "no such file or folder")


def test_a_named_symlink_to_itself(here: Path) -> None:
    (here / "loop.ini").symlink_to("loop.ini")
    assert problem("loop.ini")[1].startswith("cannot be looked at: ")


@pytest.mark.parametrize(
    "given", ["", "nul\0", "x" * 5000, "lone\ud800", "a.ini/b.ini", "sur\udcff"]
)
def test_a_path_that_cannot_be(given: str, here: Path) -> None:
    tree(here, "a.ini")
    assert problem(given)[0] == given


def test_a_problem_does_not_hide_what_is_found(here: Path) -> None:
    tree(here, "a.ini")
    found, problems = search("gone.ini", "a.ini", "gone.ini", "away.ini")
    assert [file.shown for file in found] == ["a.ini"]
    assert [problem.shown for problem in problems] == ["away.ini", "gone.ini"]


def test_a_folder_without_a_candidate(here: Path) -> None:
    tree(here, "c/readme.txt")
    tree(here, "c/d/a.ini", data=b"[server]\n")
    assert problem("c") == ("c", NOTHING)


def test_a_folder_without_a_file_that_ends_like_a_config(here: Path) -> None:
    tree(here, "c/readme.txt")
    assert problem("c") == ("c", f"no file in this folder ends in {ENDINGS}, or is {SCRIPTS}")


def test_a_folder_all_of_which_is_excluded_is_not_green(here: Path) -> None:
    tree(here, "c/a.ini")
    why = f"every file in this folder that ends in {ENDINGS}, or is {SCRIPTS}, is excluded by a pattern"
    assert search("c", exclude=["*.ini"]) == ([], [PathProblem("c", why)])


def test_a_folder_whose_only_candidate_is_named_too(here: Path) -> None:
    tree(here, "c/a.ini")
    assert shown("c/a.ini", "c") == ["c/a.ini"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this platform")
def test_a_named_fifo_is_not_opened(here: Path) -> None:
    os.mkfifo(here / "a.ini")
    assert problem("a.ini") == ("a.ini", "not a regular file: a FIFO")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this platform")
def test_a_fifo_on_a_walk_is_no_file(here: Path) -> None:
    os.mkfifo(here / "a.ini")
    tree(here, "b.ini")
    (here / "link.ini").symlink_to("a.ini")
    assert shown(".") == ["b.ini"]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets on this platform")
def test_a_socket(here: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("a.ini")
        assert problem("a.ini") == ("a.ini", "not a regular file: a socket")


@pytest.mark.skipif(sys.platform == "win32", reason="no such device on this platform")
def test_a_device(here: Path) -> None:
    assert problem("/dev/null") == ("/dev/null", "not a regular file: a device")


def test_a_file_that_vanishes_during_the_walk(here: Path) -> None:
    tree(here, "a.ini", "b.ini")

    def could_matter(data: bytes, path: str) -> bool:
        """Whichever file is read first takes the other one away."""
        for other in here.iterdir():
            other.unlink()
        return True

    found, problems = discover(["."], exclude=(), root=here, could_matter=could_matter)
    assert len(found) == 1
    assert [problem.message for problem in problems] == ["vanished while its folder was walked"]


def test_a_file_on_a_walk_that_cannot_be_read(here: Path) -> None:
    tree(here, "a.ini")
    (here / "b.ini").symlink_to(WRITE_ONLY)
    if not WRITE_ONLY.exists():
        pytest.skip("needs a file that nobody can read")
    found, problems = search(".")
    assert [file.shown for file in found] == ["a.ini"]
    assert problems == [PathProblem("b.ini", "cannot be read: Permission denied")]


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of Linux")
def test_a_folder_on_a_walk_that_cannot_be_read(here: Path) -> None:
    """Its path is longer than the system takes: built step by step, unreadable even for root."""
    tree(here, "a.ini")
    step = "d" * 200
    start = os.open(here, os.O_RDONLY)
    folder = start
    for _ in range(25):
        os.mkdir(step, dir_fd=folder)
        inner = os.open(step, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(folder)
    found, (only,) = search(".")
    assert [file.shown for file in found] == ["a.ini"]
    assert only.shown.startswith(f"{step}/{step}/")
    assert only.message == "cannot be walked: File name too long"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_what_may_not_be_read(here: Path) -> None:
    tree(here, "a.ini", "c/b.ini")
    (here / "a.ini").chmod(0)
    (here / "c").chmod(0)
    found, problems = search(".")
    (here / "c").chmod(0o700)
    assert found == []
    assert problems == [
        PathProblem("a.ini", "cannot be read: Permission denied"),
        PathProblem("c", "cannot be walked: Permission denied"),
    ]


# Names


@pytest.mark.skipif(os.sep == "\\", reason="a slash there")
def test_a_backslash_in_a_name(here: Path) -> None:
    tree(here, r"a\b.ini", r"c\d/e.ini")
    assert shown(".") == [r"a\b.ini", r"c\d/e.ini"]
    assert shown(r"a\b.ini") == [r"a\b.ini"]


@pytest.mark.parametrize("name", ["été.ini", "文.toml", "a b.json", "new\nline.ini", "🙂/a.yaml"])
def test_names_of_all_kinds(name: str, here: Path) -> None:
    tree(here, name)
    assert shown(".") == shown(name) == [name]


@pytest.mark.skipif(sys.platform != "linux", reason="names are Unicode elsewhere")
def test_a_name_that_is_not_utf8(here: Path) -> None:
    tree(here, os.fsdecode(b"caf\xe9/\xff.ini"))
    (found,) = search(".")[0]
    assert found.shown == "caf\udce9/\udcff.ini"
    assert found.path.read_bytes() == MATTERS
    assert shown("caf\udce9/\udcff.ini", exclude=["x*"]) == [found.shown]
    tree(here, "a.ini")
    assert excluded("caf\udce9", "a.ini", exclude=["caf?"]) == ["caf\udce9"]


@pytest.mark.parametrize(
    "name",
    [
        "run.sh",
        "job.sbatch",
        "README.md",
        "Makefile",
        "Dockerfile",
        "Dockerfile.gpu",
        ".github/workflows/ci.yml",
    ],
)
def test_a_walk_takes_scripts_pages_and_workflows(here: Path, name: str) -> None:
    tree(here, f"c/{name}")
    assert shown("c") == [f"c/{name}"]


def test_of_files_without_an_ending_a_walk_takes_those_that_a_shell_runs(here: Path) -> None:
    tree(here, "c/launch", data=b"#!/usr/bin/env bash\nvec\n")
    tree(here, "c/serve", data=b"#!/usr/bin/env python\nvec\n")
    tree(here, "c/LICENSE", data=b"vec\n")
    assert shown("c") == ["c/launch"]
