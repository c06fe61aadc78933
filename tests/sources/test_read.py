"""From bytes to a document: bytes that are not UTF-8, and the format by the name."""

from __future__ import annotations

import pytest

from profilecheck.document import UNKNOWN, Document
from profilecheck.findings import Severity, Span
from profilecheck.sources.read import read
from tests.rules.helpers import report


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


def test_a_value_that_is_not_utf8_is_not_known() -> None:
    text = b"[vec]\nnum_envs = 8\xff\nnum_workers = 4\n"
    assert [one.value for one in document(text).settings] == [UNKNOWN, "4"]
    text = b"vec:\n  num_envs: 8\xff\n  num_workers: 4\n"
    assert [one.value for one in document(text, "a.yaml").settings] == [UNKNOWN, 4]


def test_a_value_that_runs_into_a_broken_line_is_not_known() -> None:
    text = b"vec:\n  backend: Serial\n  num_envs: 8\n    num_workers: 4\n"
    assert [one.value for one in document(text, "a.yaml").settings] == ["Serial", UNKNOWN]


def test_a_value_before_a_broken_line_is_known() -> None:
    text = b"vec:\n  num_envs: 8\n  num_workers\n"
    assert [one.value for one in document(text, "a.yaml").settings] == [8]


@pytest.mark.parametrize("name", ["a.ini", "a.yaml"])
def test_of_what_is_broken_only_that_is_told(name: str) -> None:
    told = {
        "a.ini": b"[base]\nenv_name = x\n[vec]\nbackend = Serial\nnum_envs = 8\xff\n",
        "a.yaml": b"vec:\n  backend: Serial\n  num_envs: 8\n    num_workers: 4\n",
    }
    found = report(told[name], name=name)
    assert [one.code for one in found.findings if one.severity is Severity.ERROR] == [
        "PC002" if name == "a.ini" else "PC004"
    ]
