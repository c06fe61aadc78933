"""What may reach a terminal, how wide it is, and where carets go."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.report._cells import CUT, escaped, quote, width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain = 1", "plain = 1"),
        ("\x1b[31m", "\\x1b[31m"),
        ("bell\x07", "bell\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u2066b", "a\\u2066b"),
        ("a\nb\rc", "a\\nb\\rc"),
        ("\ufeff[vec]", "\\ufeff[vec]"),
        ("\udcff", "\\udcff"),
        ("\u2028", "\\u2028"),
        ("\U000e0041", "\\U000e0041"),
        ("世界 é", "世界 é"),
    ],
)
def test_what_controls_a_terminal_is_shown_escaped(text: str, shown: str) -> None:
    assert escaped(text) == shown


@given(st.text())
def test_nothing_but_printable_characters_is_shown(text: str) -> None:
    assert escaped(text).isprintable()


@given(st.text(alphabet=st.characters(), max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_quoted_lines_are_printable_and_marks_stay_below_them(
    line: str, start: int, end: int
) -> None:
    quoted = quote(line, start, end, 40)
    assert quoted.source.isprintable()
    assert set(quoted.marks) <= {" ", "^", "~"}
    assert quoted.marks.count("^") == 1
    assert len(quoted.marks) <= 40 + 8  # one escaped character may be wider than what is left


def test_carets_stand_below_the_stretch() -> None:
    quoted = quote("num_envs = 100", 11, 14, 80)
    assert quoted.source == "num_envs = 100"
    assert quoted.marks == "           ^~~"


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("\tkey", 4),
        ("世界key", 4),
        ("e\u0301\u0323key", 1),
        ("\x1bkey", 4),
        ("\u202ekey", 6),
        ("\u1112\u1161\u11abkey", 2),
    ],
)
def test_carets_stay_aligned_after_characters_of_other_widths(line: str, before: int) -> None:
    start = line.index("key")
    quoted = quote(line, start, start + 3, 80)
    assert quoted.marks == " " * before + "^~~"
    assert width(quoted.source[: quoted.source.index("key")]) == before


def test_wide_characters_are_underlined_in_full() -> None:
    assert quote("a = 世界", 4, 6, 80).marks == "    ^~~~"


def test_an_empty_stretch_gets_a_caret_also_past_the_end() -> None:
    assert quote("key", 3, 3, 80).marks == "   ^"
    assert quote("key", 9, 12, 80).marks == "   ^"
    assert quote("", 0, 0, 80).marks == "^"


@pytest.mark.parametrize("start", [0, 1, 5_000, 9_989, 9_990])
def test_a_long_line_is_cut_around_the_stretch(start: int) -> None:
    line = "x" * start + "KEY=VALUE!" + "y" * (9_990 - start)
    quoted = quote(line, start, start + 10, 60)
    assert width(quoted.source) <= 60
    at = quoted.marks.index("^")
    assert quoted.source[at : at + 10] == "KEY=VALUE!"
    assert quoted.marks.endswith("^~~~~~~~~~")
    assert quoted.source.startswith(CUT) == (start > 10)
    assert quoted.source.endswith(CUT) == (start < 9_980)


def test_a_long_stretch_is_cut_to_the_width() -> None:
    quoted = quote("v = " + "9" * 100_000, 4, 100_004, 60)
    assert width(quoted.source) <= 60
    assert len(quoted.marks) <= 60


def test_a_line_that_just_fits_is_not_cut() -> None:
    assert quote("x" * 60, 59, 60, 60).source == "x" * 60


def test_a_heap_of_combining_marks_does_not_grow_without_bound() -> None:
    quoted = quote("a" + "\u0301" * 100_000 + "key", 100_001, 100_004, 60)
    assert len(quoted.source) < 400
    assert quoted.source.endswith("key")
    assert sum(unicodedata.combining(char) != 0 for char in quoted.source) <= 4
