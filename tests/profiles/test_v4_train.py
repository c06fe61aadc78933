"""Relations between 4.0's training values, each in the arithmetic of its layer."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profilecheck.profiles.v4_train import (
    batch_size,
    epochs,
    exceeds,
    horizons_that_divide,
    least_timesteps,
    minibatches,
    multiples_near,
    remainder,
    segments,
)


def test_python_takes_fractions_as_they_are() -> None:
    assert remainder(8192, 64.0) == 0
    assert remainder(8192, 62.5) != 0
    assert remainder(187.5, 62.5) == 0


def test_a_horizon_of_zero_has_no_remainder() -> None:
    assert remainder(8192, 0) is None


def test_a_minibatch_may_be_the_whole_batch() -> None:
    assert not exceeds(262_144, 64, 4096)
    assert exceeds(262_145, 64, 4096)


@pytest.mark.parametrize(
    ("total", "gpus", "trained"), [(10_000_000, 1, 38), (10_000_000, 4, 9), (262_143, 1, 0)]
)
def test_epochs_are_those_of_one_process(total: int, gpus: int, trained: int) -> None:
    assert epochs(total, gpus, 4096, 64) == trained


@pytest.mark.parametrize("arguments", [(1e7, 0, 4096, 64), (1e7, 1, 0, 64), (math.inf, 1, 8, 8)])
def test_epochs_are_none_where_python_raises(arguments: tuple[float, int, int, int]) -> None:
    assert epochs(*arguments) is None


@given(st.integers(1, 16), st.integers(1, 10**5), st.integers(1, 1024))
def test_the_least_timesteps_train_one_epoch(gpus: int, agents: int, horizon: int) -> None:
    least = least_timesteps(gpus, agents, horizon)
    assert least is not None
    assert epochs(least, gpus, agents, horizon) == 1
    assert epochs(least - 1, gpus, agents, horizon) == 0


@pytest.mark.parametrize("arguments", [(1, 0, 64), (-1, 8, 64), (1, 1e308, 1e308)])
def test_there_may_be_no_least_timesteps(arguments: tuple[int, float, float]) -> None:
    assert least_timesteps(*arguments) is None


def test_a_batch_is_none_beyond_a_c_int() -> None:
    assert batch_size(2**15, 2**15) == 2**30
    assert batch_size(2**16, 2**15) is None


@pytest.mark.parametrize(
    ("ratio", "batch", "minibatch", "count"),
    [
        (1.0, 262_144, 8192, 32),
        (0.25, 262_144, 65_536, 1),
        (0.2499, 262_144, 65_536, 0),
        (-1.0, 262_144, 8192, -32),
        (0.0, 262_144, 8192, 0),
    ],
)
def test_minibatches_are_cut(ratio: float, batch: int, minibatch: int, count: int) -> None:
    assert minibatches(ratio, batch, minibatch) == count


def test_minibatches_are_counted_in_floats() -> None:
    # In doubles the ratio stays below one minibatch; as a float it is one.
    ratio = 1 - 2**-26
    assert int(ratio * 8192 / 8192) == 0
    assert minibatches(ratio, 8192, 8192) == 1


@given(st.floats(0.01, 64), st.integers(1, 2**31 - 1), st.integers(1, 2**31 - 1))
def test_minibatches_are_off_by_float_error_at_most(
    ratio: float, batch: int, minibatch: int
) -> None:
    exact = Fraction(ratio) * batch / minibatch
    count = minibatches(ratio, batch, minibatch)
    if count is None:
        assert exact > 2**30
    else:
        assert abs(count - exact) <= 1 + exact / 2**20


@pytest.mark.parametrize("arguments", [(1.0, 8192, 0), (math.nan, 8192, 64), (1e30, 2**30, 1)])
def test_minibatches_are_none_where_c_leaves_them_open(
    arguments: tuple[float, int, int],
) -> None:
    assert minibatches(*arguments) is None


def test_segments_of_a_minibatch() -> None:
    assert segments(8192, 64) == 128
    assert segments(8192, 0) is None


@given(st.integers(1, 10**6), st.integers(1, 2000))
def test_suggested_minibatches_are_multiples(minibatch: int, horizon: int) -> None:
    near = list(multiples_near(minibatch, horizon))
    assert near and all(n > 0 and n % horizon == 0 for n in near)


@given(st.integers(1, 10**6), st.integers(1, 2000))
def test_suggested_horizons_divide_and_use_the_fast_kernel(minibatch: int, horizon: int) -> None:
    assert all(minibatch % n == 0 and n % 8 == 0 for n in horizons_that_divide(minibatch, horizon))


def test_nothing_is_suggested_for_fractions() -> None:
    assert not list(multiples_near(8192, 62.5))
    assert not list(horizons_that_divide(81.5, 64))
