"""Interpolation of INI values, compared with configparser on the texts of one section."""

from __future__ import annotations

import configparser
import os
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from profilecheck.sources.interpolation import InterpolationFault, interpolate


def fault(text: str, items: Mapping[str, str] | None = None) -> InterpolationFault:
    with pytest.raises(InterpolationFault) as caught:
        interpolate(text, "k", items or {}, "s")
    return caught.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("plain", "plain"),
        ("100%%", "100%"),
        ("%%(a)s", "%(a)s"),
        ("%(a)s", "1"),
        ("%(A)s", "1"),
        ("x%(a)sy%(a)s%%", "x1y1%"),
        ("%(nested)s", "<1>"),
        ("%(two words)s", "2"),
        ("%(empty)s", ""),
    ],
)
def test_references_are_replaced(text: str, expected: str) -> None:
    items = {"a": "1", "nested": "<%(a)s>", "two words": "2", "empty": ""}
    assert interpolate(text, "k", items, "s") == expected


@pytest.mark.parametrize("text", ["50%", "%", "% (a)s", "%d", "%(a)", "%(a", "%()s", "a%%%"])
def test_any_other_percent_sign_is_a_syntax_fault(text: str) -> None:
    found = fault(text, {"a": "1"})
    assert (found.kind, found.reference) == ("syntax", None)


def test_a_missing_name_is_given_as_configparser_looks_it_up() -> None:
    found = fault("%(Data_Dir)s/x")
    assert (found.kind, found.reference) == ("missing", "data_dir")
    assert (
        found.message
        == str(found)
        == ("[s] k refers to %(data_dir)s, which neither [s] nor [DEFAULT] sets")
    )


def test_a_circle_is_too_deep() -> None:
    assert fault("%(a)s", {"a": "%(b)s", "b": "%(a)s"}).kind == "depth"


def chain(length: int) -> dict[str, str]:
    """k0 refers to k1, and so on; the last one is plain."""
    return {f"k{n}": f"%(k{n + 1})s" for n in range(length)} | {f"k{length}": "end"}


def test_a_chain_of_ten_names_is_followed() -> None:
    assert interpolate("%(k1)s", "k0", chain(10), "s") == "end"


def test_a_chain_of_eleven_names_is_too_deep() -> None:
    assert fault("%(k1)s", chain(11)).kind == "depth"


def test_a_value_that_multiplies_itself_is_refused_before_it_fills_memory() -> None:
    bomb = {f"k{n}": f"%(k{n + 1})s" * 30 for n in range(9)} | {"k9": "boom"}
    assert fault("%(k0)s", bomb).kind == "depth"


def test_a_value_that_multiplies_itself_to_nothing_is_refused_too() -> None:
    bomb = {f"k{n}": f"%(k{n + 1})s" * 30 for n in range(9)} | {"k9": ""}
    assert fault("%(k0)s", bomb).kind == "depth"


def test_a_long_plain_value_is_no_fault() -> None:
    text = "x" * 2_000_000
    assert interpolate(text + "%%", "k", {}, "s") == text + "%"


PIECES = ("%%", "x", "%(a)s", "%(b)s", "%(C)s", "%(d)s", "%", "%(", ")s", "%(none)s", "%(a b)s")
SOUND = st.lists(st.sampled_from(PIECES[:6]), max_size=3).map("".join)
ANY = st.lists(st.sampled_from(PIECES), max_size=4).map("".join)


@pytest.mark.parametrize("length", range(8, 13))
def test_a_chain_comes_out_as_from_configparser(length: int) -> None:
    assert_same_outcomes(chain(length))


@settings(
    max_examples=int(os.environ.get("PROFILECHECK_EXAMPLES", "200")),
    derandomize=True,
    database=None,
    deadline=None,
)
@given(st.fixed_dictionaries(dict.fromkeys("abcd", SOUND | ANY)))
def test_every_value_comes_out_as_from_configparser(texts: dict[str, str]) -> None:
    assert_same_outcomes(texts)


KINDS = {
    "syntax": configparser.InterpolationSyntaxError,
    "missing": configparser.InterpolationMissingOptionError,
    "depth": configparser.InterpolationDepthError,
}


def assert_same_outcomes(texts: Mapping[str, str]) -> None:
    parser = configparser.ConfigParser()
    parser.read_string("[s]\n" + "".join(f"{key} = {text}\n" for key, text in texts.items()))
    for key, text in texts.items():
        try:
            expected: object = parser.get("s", key)
        except configparser.InterpolationError as error:
            expected = (type(error), getattr(error, "reference", None))
        try:
            found: object = interpolate(text, key, texts, "s")
        except InterpolationFault as here:
            found = (KINDS[here.kind], here.reference)
        assert found == expected
