"""What Python values become in C."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.document import UNKNOWN
from profilecheck.profiles.v4_numbers import LONG, double, real, single, whole


@pytest.mark.parametrize(
    ("value", "cast"),
    [(3, 3.0), (4.5, 4.5), (True, 1.0), (False, 0.0), (-0.25, -0.25), (10**12, 1e12)],
)
def test_numbers_cast_to_a_double(value: object, cast: float) -> None:
    assert double(value) == cast


@pytest.mark.parametrize("value", ["3", "auto", None, [3], (3,), {}, b"3", 1j, {1}, 10**400])
def test_anything_else_does_not(value: object) -> None:
    assert double(value) is None
    assert whole(value) is None


def test_what_is_not_known_stays_so() -> None:
    assert double(UNKNOWN) is UNKNOWN
    assert whole(UNKNOWN) is None
    assert real(UNKNOWN) is None


@pytest.mark.parametrize(
    ("value", "cut"), [(4.78896, 4), (-4.9, -4), (0.99, 0), (True, 1), (2**31 - 1, 2**31 - 1)]
)
def test_a_c_int_cuts_towards_zero(value: object, cut: int) -> None:
    assert whole(value) == cut


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 1e20, math.inf, -math.inf, math.nan])
def test_a_c_int_is_not_defined_beyond_its_range(value: object) -> None:
    assert whole(value) is None


def test_a_c_long_holds_more() -> None:
    assert whole(10**12, LONG) == 10**12
    assert whole(1e19, LONG) is None


@given(st.floats(-1e30, 1e30))
def test_a_float_is_the_nearest_one(number: float) -> None:
    rounded = single(number)
    assert single(rounded) == rounded
    assert abs(rounded - number) <= abs(number) * 2**-24 + 2**-150
    assert struct.unpack("f", struct.pack("f", rounded))[0] == rounded


def test_a_float_overflows_to_infinity() -> None:
    assert single(1e300) == math.inf
    assert single(-1e300) == -math.inf


def test_python_calculates_with_values_as_they_are() -> None:
    assert real(4.5) == 4.5
    assert real(True) is True
    assert real("4") is None
    assert real(10**400) is None
