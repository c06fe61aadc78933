"""A value as the text that a launcher reads as it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.profiles.launch_flags import Option, read_value
from profilecheck.profiles.launch_programs import LAUNCHERS, type_of
from profilecheck.profiles.launch_spelling import alike, same, spelled

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.just("auto"),
    st.lists(st.text(max_size=2), max_size=3),
    st.tuples(st.text(max_size=1)),
    st.dictionaries(st.text(), st.integers(), max_size=1),
)


def flag(there: object, target: str = "3.0") -> Option:
    auto = there == "auto" and target == "3.0"
    return Option("--env.x", ("env", "x"), type_of(there), auto)


def of(value: object, there: object, target: str = "3.0") -> str | None:
    return spelled(value, flag(there, target), LAUNCHERS[target])


@pytest.mark.parametrize(
    ("value", "there", "text"),
    [
        (False, True, ""),
        (True, False, "True"),
        (8, 4, "8"),
        (10_000_000.0, 1, "10000000"),
        (1e-5, 0.1, "1e-05"),
        (8, 0.5, "8"),
        ("Serial", "Multiprocessing", "Serial"),
        ("", "a", ""),
        ("auto", "auto", "auto"),
        (8, "auto", "8"),
        (0.5, "auto", "0.5"),
        (["a", "b"], ["c"], "ab"),
        ([], ["c"], ""),
        ({}, {"a": 1}, ""),
    ],
)
def test_what_can_be_passed(value: object, there: object, text: str) -> None:
    assert of(value, there) == text


@pytest.mark.parametrize(
    ("value", "there"),
    [
        (None, 8),
        (8, None),
        ("a", None),
        (None, None),
        (0.5, 8),
        ("auto", 8),
        (True, 8),
        (1, True),
        (8, "text"),
        (True, "auto"),
        ([1, 2], [3]),
        (["ab"], ["c"]),
        ("a\0b", "text"),
        ("\ud800", "text"),
        ({"a": 1}, {}),
    ],
)
def test_what_cannot(value: object, there: object) -> None:
    assert of(value, there) is None


def test_four_reads_auto_everywhere() -> None:
    assert of("auto", 8, "4.0") == "auto" and of("auto", None, "4.0") == "auto"


@given(VALUES, VALUES, st.sampled_from(["3.0", "4.0"]))
def test_what_is_written_is_read_as_the_value(value: Any, there: Any, target: str) -> None:
    text = of(value, there, target)
    if text is not None:
        assert alike(read_value(text, flag(there, target), LAUNCHERS[target]), value)


@given(st.one_of(st.booleans(), st.integers(), st.floats(), st.text(alphabet="ab -=")))
def test_a_value_of_the_type_that_is_there_can_be_passed(value: Any) -> None:
    text = of(value, value)
    assert text is not None and same(read_value(text, flag(value), LAUNCHERS["3.0"]), value)
