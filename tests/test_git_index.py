"""What git tracks is taken on walks, whatever rules cover it: git's own listing is the judge."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from profilecheck.git_index import Index, NotRead, paths
from tests.test_gitignore import FILES, FOLDERS, git_ran, left_out, needs_git, rules, tree, walked

pytestmark = needs_git


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository, in which the test runs."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git("init", "-q", ".", folder=folder)
    monkeypatch.chdir(folder)
    return folder


def git(*argv: str, folder: Path) -> str:
    """What git prints; it must not fail."""
    ran = git_ran(*argv, folder=folder)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def listed(*options: str, folder: Path) -> list[str]:
    return [name for name in git("ls-files", "-z", *options, folder=folder).split("\0") if name]


def test_a_tracked_file_is_taken_though_a_rule_covers_it(here: Path) -> None:
    tree(here, {".gitignore": "*.ini\n", "a.ini": "", "b.ini": "", "x/c.ini": ""})
    git("add", "-f", "a.ini", folder=here)
    assert walked(".") == ["a.ini"]


def test_a_folder_with_a_tracked_file_is_walked_for_it_alone(here: Path) -> None:
    tree(here, {".gitignore": "out/\n!b.ini\n", "out/.gitignore": "!*\n"})
    tree(here, dict.fromkeys(["out/a.ini", "out/b.ini", "out/x/c.ini", "out/y/d.ini"], ""))
    git("add", "-f", "out/x/c.ini", folder=here)
    assert walked(".") == ["out/x/c.ini"]
    assert left_out(".") == dict.fromkeys(
        ["out/a.ini", "out/b.ini", "out/y/"], "git ignores it: out/ (.gitignore line 1)"
    )


def test_what_is_no_longer_tracked_is_left_out(here: Path) -> None:
    tree(here, {".gitignore": "*.ini\n", "a.ini": ""})
    git("add", "-f", "a.ini", folder=here)
    git("rm", "-q", "--cached", "a.ini", folder=here)
    assert not walked(".")


def test_a_name_that_others_contain_is_another(here: Path) -> None:
    tree(here, {".gitignore": "*.ini\nx/\n"})
    tree(here, dict.fromkeys(["a.ini", "ba.ini", "a.ini.ini", "x/a.ini", "xx/a.ini"], ""))
    git("add", "-f", "ba.ini", "a.ini.ini", "xx/a.ini", folder=here)
    assert walked(".") == ["a.ini.ini", "ba.ini", "xx/a.ini"]


def test_the_folder_that_is_named_lies_within_the_repository(here: Path) -> None:
    tree(here, {".gitignore": "*.ini\n", "x/a.ini": "", "x/b.ini": ""})
    git("add", "-f", "x/a.ini", folder=here)
    assert walked("x") == ["x/a.ini"]


def test_a_work_tree_has_an_index_of_its_own(here: Path) -> None:
    tree(here, {".gitignore": "*.ini\n", "a.ini": "", "b.ini": ""})
    git("add", "-f", ".", folder=here)
    git("commit", "-q", "-m", "x", folder=here)
    git("worktree", "add", "-q", "../work", folder=here)
    git("rm", "-q", "--cached", "b.ini", folder=here.parent / "work")
    assert walked(".") == ["a.ini", "b.ini"]
    assert walked("../work") == ["../work/a.ini"]


def test_a_submodule_that_a_rule_covers(here: Path) -> None:
    git("init", "-q", "sub", folder=here)
    tree(here, {"sub/a.ini": "", "sub/b.ini": "", ".gitignore": "sub/\n", "sub/.gitignore": "b*\n"})
    git("add", ".", folder=here / "sub")
    git("commit", "-q", "-m", "x", folder=here / "sub")
    assert not walked(".")
    git("add", "-f", "sub", folder=here)
    assert walked(".") == ["sub/a.ini"]


@pytest.mark.parametrize("kind", ["--split-index", "sparse", "broken", "cut", "unknown"])
def test_an_index_that_cannot_be_read_is_told(kind: str, here: Path) -> None:
    tree(here, {".gitignore": "*.ini\n", "a.ini": "", "x/b.txt": "", "y/c.txt": ""})
    git("add", ".", folder=here)
    git("add", "-f", "a.ini", folder=here)
    index = here / ".git" / "index"
    if kind == "--split-index":
        git("update-index", kind, folder=here)
    elif kind == "sparse":
        git("commit", "-q", "-m", "x", folder=here)
        git("sparse-checkout", "set", "--cone", "--sparse-index", "x", folder=here)
    elif kind == "cut":
        index.write_bytes(index.read_bytes()[:-70])
    else:
        index.write_bytes(b"DIRC\0\0\0\x09" if kind == "unknown" else b"\0" * 200)
    reason = "git ignores it: *.ini (.gitignore line 1)"
    assert not walked(".")
    assert left_out(".") == {
        "a.ini": f"{reason}; whether it is tracked is not known, for git's index cannot be read"
    }


@pytest.mark.parametrize("version", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_the_paths_are_those_that_git_lists(seed: int, version: int, here: Path) -> None:
    chance = random.Random(seed)
    names = {
        "/".join(chance.choices(["a", "b" * chance.randint(1, 250), "ä", "a b", "c.ini"], k=depth))
        for depth in chance.choices(range(1, 4), k=chance.randint(0, 40))
    }
    names = {n for n in names if not any(o != n and o.startswith(f"{n}/") for o in names)}
    tree(here, dict.fromkeys(names, ""))
    config = here / ".git" / "config"
    if chance.random() < 0.3:
        git("config", "core.untrackedCache", "true", folder=here)
    git("update-index", "--index-version", str(version), folder=here)
    if names:
        git("add", "-f", ".", folder=here)
        if version == 3:  # an entry with more flags
            git("update-index", "--skip-worktree", sorted(names)[0], folder=here)
    index = here / ".git" / "index"
    found = paths(index.read_bytes()) if index.exists() else []
    assert sorted(map(os.fsdecode, found)) == sorted(listed(folder=here))
    told = Index(str(index), str(config))
    assert all(told.has(name, folder=False) for name in names)
    assert not any(told.has(f"{name}x", folder=False) for name in names)


def test_objects_with_longer_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git("init", "-q", "--object-format=sha256", ".", folder=tmp_path)
    monkeypatch.chdir(tmp_path)
    tree(tmp_path, {".gitignore": "*.ini\n", "a.ini": "", "b.ini": "", "x/c.ini": ""})
    git("add", "-f", "a.ini", "x", folder=tmp_path)
    assert walked(".") == ["a.ini", "x/c.ini"]


def test_conflicts_are_tracked(here: Path) -> None:
    tree(here, {".gitignore": "*.ini\n", "a.ini": "1"})
    for branch, text in (("main", "1"), ("x", "2"), ("y", "3")):
        git("checkout", "-q", "-B", branch, *(["main"] if branch == "y" else []), folder=here)
        tree(here, {"a.ini": text})
        git("add", "-f", "a.ini", folder=here)
        git("commit", "-q", "-m", branch, folder=here)
    assert git_ran("merge", "-q", "x", folder=here).returncode
    assert len(paths((here / ".git" / "index").read_bytes())) == 3
    assert walked(".") == ["a.ini"]


@pytest.mark.parametrize("seed", range(40))
def test_a_walk_takes_what_git_lists(seed: int, here: Path) -> None:
    chance = random.Random(seed)
    tree(here, dict.fromkeys(FILES, ""))
    for folder in chance.sample([".", *FOLDERS], k=3):
        tree(here, {f"{folder}/.gitignore": rules(chance)})
    git("add", "-f", *chance.sample(FILES, k=chance.randint(1, 6)), folder=here)
    if seed % 2:
        git("update-index", "--index-version", "4", folder=here)
    expected = listed("-c", "-o", "--exclude-standard", folder=here)
    assert walked(".") == sorted(set(expected) & set(FILES))


@pytest.mark.parametrize("seed", range(20))
def test_no_bytes_break_the_reader(seed: int, here: Path) -> None:
    chance = random.Random(seed)
    tree(here, dict.fromkeys(FILES, ""))
    git("add", ".", folder=here)
    data = bytearray((here / ".git" / "index").read_bytes())
    for _ in range(200):
        broken = data[: chance.randint(0, len(data))] if chance.random() < 0.5 else data[:]
        for _ in range(chance.randint(1, 8)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            found = paths(bytes(broken))
        except NotRead:
            continue
        assert len(found) <= len(broken)
