from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.excludes import Excludes


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.ini", "a.ini"),
        ("a.ini", "x/y/a.ini"),
        ("old", "old/a.ini"),
        ("old", "x/old/y/a.ini"),
        ("old/", "old/a.ini"),
        ("/old", "old/a.ini"),
        ("./old", "old/a.ini"),
        ("configs/old", "configs/old/a.ini"),
        ("configs/old/", "configs/old/a.ini"),
        ("*.bak.ini", "x/a.bak.ini"),
        ("configs/*.ini", "configs/a.ini"),
        ("**/gen/*", "gen/a.ini"),
        ("**/gen/*", "x/y/gen/a.ini"),
        ("**/gen/*", "gen/x/a.ini"),
        ("gen/**", "gen/x/a.ini"),
        ("x/**/a.ini", "x/a.ini"),
        ("x/**/a.ini", "x/y/z/a.ini"),
        ("**", "x/a.ini"),
        ("a?.ini", "ab.ini"),
        ("a[0-9].ini", "a5.ini"),
        ("a[!0-9].ini", "ab.ini"),
        ("a[]].ini", "a].ini"),
        ("a[-x].ini", "a-.ini"),
        ("a[[:digit:]].ini", "a5.ini"),
        ("a[![:digit:]].ini", "ab.ini"),
        ("a**/b.ini", "ac/d/b.ini"),
        ("a+(b).ini", "a+(b).ini"),
        ("é*.ini", "été.ini"),
        ("*.ini", "new\nline.ini"),
        ("*.ini", "sur\udcffrogate.ini"),
    ],
)
def test_covered(pattern: str, path: str) -> None:
    assert Excludes([pattern]).cover(path, folder=False)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.ini", "aa.ini"),
        ("a.ini", "a.ini.txt"),
        ("/a.ini", "x/a.ini"),
        ("configs/old", "x/configs/old/a.ini"),
        ("configs/old", "configs/older/a.ini"),
        ("old/", "old"),
        ("old/", "x/old"),
        ("configs/*.ini", "configs/x/a.ini"),
        ("x*y", "x/y"),
        ("x?y", "x/y"),
        ("x[!a]y", "x/y"),
        ("x[.-0]y", "x/y"),
        ("gen/**", "gen"),
        ("a[z-a].ini", "ab.ini"),
        ("a[.ini", "a[.ini"),
        ("a\\", "a\\"),
        ("a[[:word:]]", "ab"),
        ("a/*", "a"),
        ("a.ini", "axini"),
        ("A.ini", "a.ini"),
        ("", "a.ini"),
        ("[]", "a"),
        ("/", "a.ini"),
        ("!a.ini", "a.ini"),
    ],
)
def test_not_covered(pattern: str, path: str) -> None:
    assert not Excludes([pattern]).cover(path, folder=False)


def test_a_pattern_for_folders_covers_a_folder() -> None:
    assert Excludes(["old/"]).cover("x/old", folder=True)


def test_a_negated_pattern_takes_back() -> None:
    excludes = Excludes(["*.ini", "!keep.ini"])
    assert not excludes.cover("x/keep.ini", folder=False)
    assert excludes.cover("x/other.ini", folder=False)


def test_the_last_pattern_decides() -> None:
    assert Excludes(["!keep.ini", "*.ini"]).cover("keep.ini", folder=False)


def test_nothing_comes_back_from_an_excluded_folder() -> None:
    assert Excludes(["old", "!old/keep.ini"]).cover("old/keep.ini", folder=False)


@pytest.mark.skipif(os.sep == "\\", reason="a slash there")
def test_a_backslash_takes_the_next_character_as_it_is() -> None:
    assert Excludes([r"a\*.ini"]).cover("a*.ini", folder=False)
    assert not Excludes([r"a\*.ini"]).cover("ab.ini", folder=False)
    assert Excludes([r"\!a.ini"]).cover("!a.ini", folder=False)


@given(st.text(alphabet="ab[]!^-\\*?/.\n", max_size=8))
def test_any_text_is_a_pattern(text: str) -> None:
    assert Excludes([text]).cover("a/b", folder=False) in (True, False)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the judge")
def test_agrees_with_git(tmp_path: Path) -> None:
    """Gitignore-like: over random patterns and a small tree, git excludes the same paths."""
    folders = ["a", "b", "a/a", "a/b", "b/a", "a/b/a"]
    files = [f"{folder}/{name}" for folder in ["", *folders] for name in ("c", "ab", "a.b")]
    files = [file.lstrip("/") for file in files]
    for folder in folders:
        (tmp_path / folder).mkdir(parents=True)
    for file in files:
        (tmp_path / file).touch()
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    chance = random.Random(7)
    names = ["a", "b", "c", "*", "?b", "[ab]", "[!a]*", "a.*", "**", "*b", "[]-a]", r"\a", "[b-a]"]
    names += ["a**", "**a", "*a*b*", "***", "[[:alpha:]]", "[a", "\\"]
    covered = 0
    for _ in range(250):
        patterns = [
            chance.choice(["", "", "", "!", "/"])
            + "/".join(chance.choices(names, k=chance.randint(1, 3)))
            + chance.choice(["", "", "/"])
            for _ in range(chance.randint(1, 3))
        ]
        judged = judge(tmp_path, patterns, folders + files)
        excludes = Excludes(patterns)
        mine = {path for path in folders if excludes.cover(path, folder=True)}
        mine |= {path for path in files if excludes.cover(path, folder=False)}
        assert mine == judged, patterns
        covered += len(mine)
    assert covered > 500


@pytest.mark.parametrize(
    "pattern", ["*a" * 40 + "b", "**/*a" * 30 + "/b", "a/**/" * 30 + "b", "[!b]*" * 40 + "b"]
)
def test_a_hostile_pattern_ends(pattern: str) -> None:
    excludes = Excludes([pattern])
    for path in ("a" * 250, "a/" * 1000 + "c", ("a" * 100 + "/") * 20 + "c"):
        assert not excludes.cover(path, folder=False)


def judge(folder: Path, patterns: list[str], paths: list[str]) -> set[str]:
    """The paths that git ignores."""
    (folder / ".git/info/exclude").write_text("".join(f"{pattern}\n" for pattern in patterns))
    run = subprocess.run(
        ["git", "check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"],
        cwd=folder,
        input="".join(f"{path}\0" for path in paths),
        capture_output=True,
        text=True,
        check=False,
    )
    fields = run.stdout.split("\0")
    matches = zip(fields[2::4], fields[3::4], strict=True)
    return {path for pattern, path in matches if pattern and not pattern.startswith("!")}
