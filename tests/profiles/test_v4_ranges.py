"""Values with which 4.0 cannot work."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.profiles.base import Name
from profilecheck.profiles.v4_ranges import out_of_range

GOOD: Mapping[Name, object] = {
    ("vec", "total_agents"): 4096,
    ("vec", "num_buffers"): 2,
    ("vec", "num_threads"): 16,
    ("train", "horizon"): 64,
    ("train", "minibatch_size"): 8192,
    ("train", "total_timesteps"): 10_000_000,
    ("policy", "hidden_size"): 128,
    ("policy", "num_layers"): 4,
    ("base", "cudagraphs"): 10,
    ("base", "seed"): 73,
    ("base", "checkpoint_interval"): 200,
}


def faults(changed: Mapping[Name, object], mode: str = "train") -> list[Name]:
    values = {**GOOD, **changed}
    return [f.name for f in out_of_range(lambda s, k: values.get((s, k), UNKNOWN), mode)]


def test_the_defaults_are_in_range() -> None:
    for mode in ("train", "eval", "sweep"):
        assert faults({}, mode) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (("vec", "total_agents"), 0),
        (("vec", "total_agents"), -4096),
        (("vec", "num_buffers"), 0),
        (("vec", "num_buffers"), 0.5),
        (("vec", "num_buffers"), False),
        (("vec", "num_buffers"), -1),
        (("vec", "num_buffers"), 4097),
        (("train", "minibatch_size"), 0),
        (("policy", "hidden_size"), 0),
        (("policy", "num_layers"), -1),
        (("base", "checkpoint_interval"), 0),
        (("vec", "num_threads"), 2**31),
        (("train", "total_timesteps"), 1e20),
        (("base", "seed"), 1e10),
        (("train", "horizon"), float("inf")),
    ],
)
def test_each_is_found_once(name: Name, value: object) -> None:
    assert faults({name: value}) == [name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (("vec", "num_buffers"), 4096),
        (("vec", "num_threads"), 0),
        (("vec", "num_threads"), -1),
        (("policy", "num_layers"), 0),
        (("train", "total_timesteps"), 1e12),
        (("base", "cudagraphs"), -1),
        (("base", "seed"), -1),
        (("base", "checkpoint_interval"), -1),
        (("vec", "num_buffers"), "auto"),
        (("vec", "num_buffers"), UNKNOWN),
    ],
)
def test_what_works_or_is_not_known_is_left_alone(name: Name, value: object) -> None:
    assert faults({name: value}) == []


def test_a_batch_beyond_a_c_int_blames_the_agents() -> None:
    assert faults({("vec", "total_agents"): 2**20, ("train", "horizon"): 2**12}) == [
        ("vec", "total_agents")
    ]


@pytest.mark.parametrize(
    "changed",
    [
        {("train", "minibatch_size"): 0},
        {("vec", "total_agents"): 1},
        {("base", "checkpoint_interval"): 0},
    ],
)
def test_eval_meets_nothing_of_training(changed: Mapping[Name, object]) -> None:
    assert faults(changed, "eval") == []


def test_eval_needs_buffers_too() -> None:
    assert faults({("vec", "num_buffers"): 0}, "eval") == [("vec", "num_buffers")]
