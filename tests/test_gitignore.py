"""What git ignores is left out of walks: its own answers are the judge, where git is installed."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from profilecheck.discover import discover

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is the judge")


def tree(root: Path, texts: Mapping[str, str | bytes]) -> None:
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a test runs in: a repository, as far as this can be told without git."""
    folder = tmp_path / "repository"
    (folder / ".git").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def walked(*paths: str, gitignore: bool = True) -> list[str]:
    """The files that a walk takes, all of whose bytes could matter."""
    found, _ = discover(
        paths, exclude=(), root=Path(), could_matter=lambda data, path: True, gitignore=gitignore
    )
    return [file.shown for file in found if not file.skipped]


def left_out(*paths: str) -> dict[str, str | None]:
    found, _ = discover(
        paths, exclude=(), root=Path(), could_matter=lambda data, path: True, passed_over=True
    )
    return {file.shown: file.skipped for file in found if file.skipped}


# The rules


@pytest.mark.parametrize(
    ("rules", "taken"),
    [
        ("", ["a.ini", "b.ini", "out/c.ini", "x/out/d.ini", "x/y/a.ini"]),
        ("a.ini\n", ["b.ini", "out/c.ini", "x/out/d.ini"]),
        ("/a.ini\n", ["b.ini", "out/c.ini", "x/out/d.ini", "x/y/a.ini"]),
        ("out/\n", ["a.ini", "b.ini", "x/y/a.ini"]),
        ("/out\n", ["a.ini", "b.ini", "x/out/d.ini", "x/y/a.ini"]),
        ("x/**/a.ini\n", ["a.ini", "b.ini", "out/c.ini", "x/out/d.ini"]),
        ("*.ini\n!a.ini\n", ["a.ini", "x/y/a.ini"]),
        ("x\n!x/y/a.ini\n", ["a.ini", "b.ini", "out/c.ini"]),
        ("# a.ini\n\\#b\n  \n", ["a.ini", "b.ini", "out/c.ini", "x/out/d.ini", "x/y/a.ini"]),
        ("a.ini  \r\nb.ini\r\n", ["out/c.ini", "x/out/d.ini"]),
        ("a.ini\\ \nb.ini", ["a.ini", "out/c.ini", "x/out/d.ini", "x/y/a.ini"]),
        ("\ufeffa.ini\n", ["b.ini", "out/c.ini", "x/out/d.ini"]),
    ],
)
def test_a_file_of_rules(rules: str, taken: list[str], here: Path) -> None:
    tree(here, dict.fromkeys(["a.ini", "b.ini", "out/c.ini", "x/out/d.ini", "x/y/a.ini"], ""))
    tree(here, {".gitignore": rules})
    assert walked(".") == taken


def test_the_nearest_file_wins(here: Path) -> None:
    tree(here, {".gitignore": "*.ini\n", "x/.gitignore": "!a.ini\n", "x/y/.gitignore": "a.ini\n"})
    tree(here, dict.fromkeys(["a.ini", "x/a.ini", "x/b.ini", "x/y/a.ini"], ""))
    assert walked(".") == ["x/a.ini"]


def test_rules_above_the_folder_that_is_named_hold(here: Path) -> None:
    tree(here, {".gitignore": "/x/a.ini\nb.ini\n", "x/a.ini": "", "x/b.ini": "", "x/c.ini": ""})
    assert walked("x") == ["x/c.ini"]


def test_the_repositorys_own_excludes_come_last(here: Path) -> None:
    tree(here, {".git/info/exclude": "a.ini\nb.ini\n", ".gitignore": "!a.ini\n"})
    tree(here, {"a.ini": "", "b.ini": "", "c.ini": ""})
    assert walked(".") == ["a.ini", "c.ini"]


def test_a_repository_within_has_its_own_rules(here: Path) -> None:
    tree(here, {".gitignore": "a.ini\nleft/\n", "sub/.gitignore": "b.ini\n"})
    for name in ("sub", "left", "x/module"):
        tree(here, {f"{name}/a.ini": "", f"{name}/b.ini": "", f"{name}/.git/HEAD": ""})
    tree(here, {"a.ini": "", "b.ini": ""})
    assert walked(".") == ["b.ini", "sub/a.ini", "x/module/a.ini", "x/module/b.ini"]


def test_a_submodule_points_to_its_own_excludes(here: Path) -> None:
    tree(here, {"sub/.git": "gitdir: ../.git/modules/sub\n", "sub/a.ini": "", "sub/b.ini": ""})
    tree(here, {".git/modules/sub/info/exclude": "a.ini\n", ".git/info/exclude": "b.ini\n"})
    assert walked(".") == ["sub/b.ini"]


def test_a_work_tree_shares_the_excludes_of_its_repository(here: Path) -> None:
    tree(here, {"work/.git": f"gitdir: {here}/.git/worktrees/work\n", "work/a.ini": ""})
    tree(here, {".git/worktrees/work/commondir": "../..\n", ".git/info/exclude": "a.ini\n"})
    tree(here, {"work/b.ini": ""})
    assert walked("work") == ["work/b.ini"]


def test_without_a_repository_rules_hold_within_the_folder_that_is_named(here: Path) -> None:
    (here / ".git").rmdir()
    tree(here, {".gitignore": "b.ini\n", "x/.gitignore": "a.ini\n"})
    tree(here, {"x/a.ini": "", "x/b.ini": "", "x/c.ini": ""})
    assert walked(".") == ["x/c.ini"]
    assert walked("x") == ["x/b.ini", "x/c.ini"]


# What is named


def test_what_is_named_is_looked_at_though_git_ignores_it(here: Path) -> None:
    tree(here, {".gitignore": "a.ini\nout/\n", "a.ini": "", "out/b.ini": "", "out/x/c.ini": ""})
    assert walked("a.ini", "out") == ["a.ini", "out/b.ini", "out/x/c.ini"]
    assert walked("out/x") == ["out/x/c.ini"]


def test_everything_can_be_looked_at(here: Path) -> None:
    tree(here, {".gitignore": "a.ini\nout/\n", "a.ini": "", "out/b.ini": "", "c.ini": ""})
    assert walked(".") == ["c.ini"]
    assert walked(".", gitignore=False) == ["a.ini", "c.ini", "out/b.ini"]


def test_it_is_told_what_git_ignores_and_by_which_rule(here: Path) -> None:
    tree(here, {".gitignore": "# results\nout/\n", "x/.gitignore": "*.json\n"})
    tree(here, {"a.ini": "", "out/b.ini": "", "x/c.json": ""})
    assert left_out(".") == {
        "out/": "git ignores it: out/ (.gitignore line 2)",
        "x/c.json": "git ignores it: *.json (x/.gitignore line 1)",
    }


@pytest.mark.parametrize("rules", ["*\n", "*.ini\n", "/x/\n"])
def test_a_folder_of_which_git_ignores_all_says_so(rules: str, here: Path) -> None:
    tree(here, {".gitignore": rules, "x/a.ini": ""})
    found, (problem,) = discover([".", "."], exclude=(), root=here, could_matter=lambda *_: True)
    assert found == []
    assert problem.message.endswith("git ignores some of it (--no-gitignore looks at all)")


# What is no file of rules


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this platform")
def test_what_is_no_regular_file_holds_no_rules(here: Path) -> None:
    """git follows no symlink there either; and nothing waits for a writer."""
    tree(here, dict.fromkeys(["a.ini", "x/a.ini", "y/a.ini", "z/a.ini"], ""))
    tree(here, {"rules": "*.ini\n"})
    os.mkfifo(here / "x" / ".gitignore")
    (here / "y" / ".gitignore").mkdir()
    (here / "z" / ".gitignore").symlink_to("../rules")
    (here / ".git" / "info").mkdir()
    os.mkfifo(here / ".git" / "info" / "exclude")
    assert walked(".") == ["a.ini", "x/a.ini", "y/a.ini", "z/a.ini"]


@pytest.mark.parametrize("text", [b"gitdir: " + b"../" * 5000, b"\0\xff", b"", b"gitdir: \0\n"])
def test_a_pointer_that_leads_nowhere(text: bytes, here: Path) -> None:
    tree(here, {"sub/.git": text, "sub/a.ini": ""})
    assert walked(".") == ["sub/a.ini"]


def test_rules_that_are_no_utf8(here: Path) -> None:
    tree(here, {".gitignore": b"caf\xe9.ini\n\0*.ini\n", "a.ini": ""})
    tree(here, {os.fsdecode(b"caf\xe9.ini"): "", "café.ini": ""})
    assert walked(".") == ["a.ini", "café.ini"]


# git's own answers

FOLDERS = ["a", "b", "a/a", "a/b", "b/a", "a/b/a"]
FILES = [
    f"{folder}/{name}.ini".lstrip("/") for folder in ["", *FOLDERS] for name in ("c", "ab", "a b")
]
NAMES = ["a", "b", "c.ini", "*", "?b*", "[!a]*", "*.ini", "**", "ab.ini", "a**", r"a\ b.ini"]


def rules(chance: random.Random) -> str:
    """A file of rules as people do not write it."""
    lines = [
        chance.choice(["", "", "", "!", "!", "/", "#"])
        + "/".join(chance.choices(NAMES, k=chance.choice([1, 1, 2, 3])))
        + chance.choice(["", "", "", "/", " ", "\\ "])
        + chance.choice(["\n", "\n", "\r\n", "\n\n"])
        for _ in range(chance.randint(1, 4))
    ]
    return "".join(lines)


@needs_git
@pytest.mark.parametrize("seed", range(40))
def test_a_walk_takes_what_git_does_not_ignore(seed: int, here: Path) -> None:
    chance = random.Random(seed)
    (here / ".git").rmdir()
    repositories = [".", *chance.sample(["a", "b", "a/b"], k=chance.choice([0, 0, 1, 2]))]
    tree(here, dict.fromkeys(FILES, ""))
    for repository in repositories:
        git("init", "-q", repository, folder=here)
        tree(here / repository, {".git/info/exclude": rules(chance)})
    for folder in chance.sample([".", *FOLDERS], k=3):
        tree(here, {f"{folder}/.gitignore": rules(chance)})
    expected = sorted(file for file in FILES if not is_ignored(file, repositories, here))
    assert walked(".") == expected


def is_ignored(file: str, repositories: Iterable[str], here: Path) -> bool:
    """Whether git ignores a file in the innermost repository, or that repository in the one around it."""
    around = [r for r in repositories if r == "." or file.startswith(f"{r}/")]
    path = file
    for repository in sorted(around, key=lambda r: (r != ".", len(r)), reverse=True):
        folder = here if repository == "." else here / repository
        inside = (here / path).relative_to(folder).as_posix()
        if git("check-ignore", "-q", "--no-index", inside, folder=folder) == 0:
            return True
        path = repository
    return False


def git(*argv: str, folder: Path) -> int:
    """git's exit code."""
    return git_ran(*argv, folder=folder).returncode


def git_ran(*argv: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A run of git without a user's or a machine's settings."""
    nothing = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": os.devnull}
    whose = dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "x")
    whose |= dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "x@example.org")
    environ = {k: v for k, v in os.environ.items() if k not in ("XDG_CONFIG_HOME", "GIT_DIR")}
    environ |= nothing | whose
    return subprocess.run(
        ["git", *argv], cwd=folder, env=environ, check=False, capture_output=True, encoding="utf-8"
    )
