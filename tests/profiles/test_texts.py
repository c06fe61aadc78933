"""What a text that stayed text was probably meant to be."""

from __future__ import annotations

import pytest

from profilecheck.profiles import texts


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("auto  # note", "auto"),
        ("8 ; note", "8"),
        ("# note", ""),
        ("a\t# b", "a"),
        ("Level #3", "Level"),
        ("#ff0000", ""),
        ("a#b", None),
        ("http://a/#b", None),
        ("plain", None),
        ("", None),
    ],
)
def test_a_comment_stands_behind_a_blank(text: str, meant: str | None) -> None:
    assert texts.before_comment(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("forest # dark", "forest"),
        ("11 ;odd", "11"),
        ("None ;odd", "None"),
        ("Level #3", None),
        ("#ff0000", None),
        ("4 # read as 4", None),
        ("'a # b'", None),
    ],
)
def test_a_text_that_may_be_anything_is_taken_at_its_word(text: str, meant: str | None) -> None:
    assert texts.before_sure_comment(text) == meant


@pytest.mark.parametrize("text", ["true", "Yes", " ON ", "tRuE"])
def test_words_for_true(text: str) -> None:
    assert texts.as_boolean(text) is True


@pytest.mark.parametrize("text", ["1", "maybe", "", "none", "truely"])
def test_other_words_are_no_booleans(text: str) -> None:
    assert texts.as_boolean(text) is None


@pytest.mark.parametrize(
    ("text", "number"), [("8", 8), ("007", 7), ("3e-4", 0.0003), (" 8_192 ", 8192), ("+1.", 1.0)]
)
def test_numbers_that_a_text_spells(text: str, number: float) -> None:
    assert texts.as_number(text) == number
    assert type(texts.as_number(text)) is type(number)


@pytest.mark.parametrize("text", ["", "auto", "8 agents", "1,000", "2**3", "0x10"])
def test_texts_that_spell_no_number(text: str) -> None:
    assert texts.as_number(text) is None


@pytest.mark.parametrize("text", ["64*1024", "2**13", "8 * 1024", "1e3/2", "10 - 2"])
def test_sums_that_nobody_works_out(text: str) -> None:
    assert texts.is_arithmetic(text)


@pytest.mark.parametrize("text", ["64", "-1", "a*b", "1.2.3", "auto", "*", ""])
def test_texts_that_are_no_sums(text: str) -> None:
    assert not texts.is_arithmetic(text)


def test_lines_that_were_swallowed() -> None:
    text = "8\n  num_workers = 4\n\n  [train]\n  plain\n  a == b\n  k: v"
    found = [(1, "num_workers = 4"), (3, "[train]"), (6, "k: v")]
    assert list(texts.swallowed(text)) == found


def test_a_long_text_does_not_take_long() -> None:
    texts.is_arithmetic("1" * 50_000 + "x")
    texts.is_arithmetic("1*" * 20_000 + "x")
    texts.is_grouped("1" + ",000" * 20_000 + "x")
    list(texts.swallowed("a\n" + "x" * 100_000))
    texts.before_comment("x" * 100_000)
