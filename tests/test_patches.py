"""A patch does with the real tools what it says, byte for byte."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from profilecheck.patches import joined, patch
from tests.patching import TOOLS, run, tree

LINES = st.text(st.sampled_from("ab-+@ \\\t\r\f\v\0\x85\u2028é🐡\udcff"), max_size=6)
TEXTS = st.builds(
    lambda lines, end: "".join(lines) + end,
    st.lists(st.builds(str.__add__, LINES, st.sampled_from(["\n", "\r\n", "\r"])), max_size=12),
    st.one_of(st.just(""), LINES),
)
PATHS = [
    "a.ini",
    "deep/er/a.ini",
    "with space/a b.ini",
    " a.ini ",
    "é/🐡.ini",
    'quo"te\\.ini',
    "tab\ta.ini",
    "line\nend.ini",
    "bytes\udcff.ini",
    "-a.ini",
    "a b/b a",
    "b/a/b.ini",
]
SLOW = settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def made(tool: str, path: str, before: str | None, after: str | None) -> dict[str, bytes]:
    """The folder in which a patch was applied to a file that stood there as ``before``."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if before is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data(before))
        run(tool, folder, patch(path, before, after))
        return tree(folder)


def data(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def test_equal_texts_have_no_patch() -> None:
    assert patch("a.ini", "x\n", "x\n") == patch("a.ini", None, None) == ""


def test_it_reads_as_what_git_writes() -> None:
    assert patch("configs/a.ini", "[vec]\nnum_envs = 7\n", "[vec]\nnum_envs = 8") == (
        "--- a/configs/a.ini\n"
        "+++ b/configs/a.ini\n"
        "@@ -1,2 +1,2 @@\n"
        " [vec]\n"
        "-num_envs = 7\n"
        "+num_envs = 8\n"
        "\\ No newline at end of file\n"
    )


def test_only_what_no_other_header_can_say_has_git_s_own() -> None:
    """In a folder of a repository `git apply` passes over patches that have it, without a word."""
    assert "diff --git" not in patch("a.ini", None, "x\n") + patch("a.ini", "x\n", None)
    assert patch("a.ini", None, "").startswith("diff --git a/a.ini b/a.ini\nnew file mode 100644\n")
    assert "new file mode 100755" in patch("a.sh", None, "x\n", executable=True)


@pytest.mark.parametrize("tool", TOOLS)
def test_patches_of_both_kinds_are_one(tmp_path: Path, tool: str) -> None:
    (tmp_path / "b.ini").write_text("b\n")
    parts = [patch("a.ini", None, ""), patch("b.ini", "b\n", "c\n"), patch("d.ini", None, "d\n")]
    run(tool, tmp_path, joined(parts))
    assert tree(tmp_path) == {"a.ini": b"", "b.ini": b"c\n", "d.ini": b"d\n"}


@pytest.mark.parametrize("tool", TOOLS)
@given(before=st.none() | TEXTS, after=st.none() | TEXTS)
@example(before="", after=None)
@example(before=None, after="")
@example(before="", after="a")
@example(before="a\n", after="")
@example(before="a", after="a\n")
@example(before="a\r\n", after="a\n")
@example(before="a\r", after="a")
@example(before="-- a\n", after="++ b\n")
@SLOW
def test_a_patch_makes_every_byte(tool: str, before: str | None, after: str | None) -> None:
    if before == after:
        return
    expected = {} if after is None else {"f.ini": data(after)}
    assert made(tool, "f.ini", before, after) == expected


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("tool", TOOLS)
def test_paths_of_every_kind(tool: str, path: str) -> None:
    name = data(path).decode("utf-8", "surrogateescape")
    assert made(tool, path, "a\n", "b\n") == {name: b"b\n"}
    assert made(tool, path, None, "b\n") == {name: b"b\n"}
    assert made(tool, path, None, "") == {name: b""}
    assert made(tool, path, "a\n", None) == {}


@pytest.mark.parametrize("tool", TOOLS)
def test_far_changes_of_one_file_are_hunks_of_one_patch(tool: str) -> None:
    before = "".join(f"{number}\r\n" for number in range(100))
    after = before.replace("7\r\n", "seven\n")
    assert made(tool, "a.ini", before, after) == {"a.ini": data(after)}


@pytest.mark.parametrize("tool", TOOLS)
def test_patches_of_several_files_are_one(tool: str, tmp_path: Path) -> None:
    (tmp_path / "a b").write_bytes(b"a")
    (tmp_path / "c").write_bytes(b"")
    whole = (
        patch("a b", "a", "b") + patch("c", "", None) + patch("d", None, "") + patch("e", "", "")
    )
    run(tool, tmp_path, whole)
    assert tree(tmp_path) == {"a b": b"b", "d": b""}


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("executable", [False, True])
def test_a_new_file_has_its_mode(tool: str, executable: bool, tmp_path: Path) -> None:
    run(tool, tmp_path, patch("train.sh", None, "#!/bin/sh\n", executable=executable))
    assert bool((tmp_path / "train.sh").stat().st_mode & 0o111) is executable
