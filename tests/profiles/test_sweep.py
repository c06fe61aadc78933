"""Ranges of swept parameters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.profiles import profiles
from profilecheck.profiles.sweep import (
    DIALECTS,
    DISTRIBUTIONS,
    POSITIVE,
    in_domain,
    range_fault,
    scale_words,
)


@pytest.mark.parametrize(
    ("distribution", "low", "high", "fault"),
    [
        ("uniform", 0, 1, None),
        ("uniform", -1.0, 0.0, None),
        ("uniform", 1, 1, ("empty", "max")),
        ("uniform", 1, 0, ("swapped", "max")),
        ("int_uniform", 1, 8, None),
        ("uniform_pow2", 0, 8, ("domain", "min")),
        ("log_normal", 1e-5, 0, ("domain", "max")),
        ("log_normal", -1, 1, ("domain", "min")),
        ("logit_normal", 0, 0.99, None),
        ("logit_normal", -3, 0.99, None),
        ("logit_normal", 0.8, 1, ("domain", "max")),
        ("uniform", "auto", 1, ("no-number", "min")),
        ("uniform", 0, None, ("no-number", "max")),
        ("normal", 0, 1, None),
        (None, 0, 1, None),
    ],
)
def test_ranges(
    distribution: object, low: object, high: object, fault: tuple[str, str] | None
) -> None:
    assert range_fault(distribution, {"min": low, "max": high}) == fault


def test_a_mean_has_to_lie_in_the_domain_and_not_in_the_range() -> None:
    assert range_fault("log_normal", {"min": 1, "max": 2, "mean": 0}) == ("domain", "mean")
    assert range_fault("log_normal", {"min": 1, "max": 2, "mean": 3}) is None


def test_half_a_range_is_not_judged() -> None:
    assert range_fault("uniform", {"min": 1}) is None


@given(st.sampled_from(DISTRIBUTIONS), st.floats(-10, 10))
def test_the_domain_is_where_the_logarithm_is(distribution: str, number: float) -> None:
    if distribution in POSITIVE:
        assert in_domain(distribution, number) == (number > 0)
    elif distribution == "logit_normal":
        assert in_domain(distribution, number) == (1 - number > 0)
    else:
        assert in_domain(distribution, number)


def test_time_is_a_word_of_log_normal_only() -> None:
    assert [d for d in DISTRIBUTIONS if "time" in scale_words(d)] == ["log_normal"]


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_dialects_agree_with_their_profile(name: str) -> None:
    profile, dialect = profiles()[name], DIALECTS[name]
    assert set(profile.tables["sweep"]) <= dialect.scalars
    required = {key for key, spec in profile.sweep_spec.items() if spec.default is not None}
    assert set(dialect.needs) == required
