"""From bytes to a document: bytes that are not UTF-8, and the format by the name."""

from __future__ import annotations

import pytest

from profilecheck.document import Document
from profilecheck.findings import Span
from profilecheck.sources.read import read


def document(data: bytes, name: str = "a.ini") -> Document:
    found = read(data, name)
    assert found is not None
    return found


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_bytes_that_are_not_utf8_are_placed_whatever_ends_the_lines(end: str) -> None:
    found = document(f"[vec]{end}# \xe9 ".encode() + b"\xff" + f"{end}num_envs = 8".encode())
    assert [(one.kind, one.span) for one in found.problems] == [("not-utf8", Span(2, 5, 2, 6))]
    assert [setting.key for setting in found.settings] == ["num_envs"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_of_utf16_nothing_but_that_is_said(encoding: str) -> None:
    found = document("[vec]\nnum_envs = 8\n".encode(encoding))
    assert [one.kind for one in found.problems] == ["not-utf8"]
    assert "UTF-16" in found.problems[0].message
    assert found.broken and not found.settings


def test_the_name_decides_where_the_path_does_not() -> None:
    assert document(b"[vec]\nnum_envs = 8\n").format == "ini"
    assert read(b"[vec]\n", "notes.txt") is None
    named = read(b"[vec]\nnum_envs = 8\n", "<stdin>", "a.TOML")
    assert named is not None and (named.format, named.path) == ("toml", "<stdin>")
