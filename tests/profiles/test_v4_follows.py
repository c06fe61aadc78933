"""What follows from a 4.0 config."""

from __future__ import annotations

from typing import Any

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.profiles import profiles
from profilecheck.profiles.follows import Given, Group

VALUES: dict[tuple[str, str], object] = {
    ("vec", "total_agents"): 2048,
    ("vec", "num_buffers"): 8,
    ("vec", "num_threads"): 16,
    ("train", "horizon"): 32,
    ("train", "minibatch_size"): 8192,
    ("train", "replay_ratio"): 2.25498,
    ("train", "total_timesteps"): 40_000_000,
    ("train", "gpus"): 1,
}


def parts(
    changes: dict[tuple[str, str], object] | None = None,
    *,
    agents_per_env: int | None = None,
    mode: str = "train",
) -> dict[str, Any]:
    given = Given({**VALUES, **(changes or {})}, True, mode, agents_per_env)
    found = profiles()["4.0"].follows(given)
    assert all(isinstance(part, Group) for part in found)
    return {
        part.name: {fact.name: fact.value for fact in part.facts}
        for part in found
        if isinstance(part, Group)
    }


def test_buffers_rollout_and_updates() -> None:
    made = parts()
    assert made["buffers"] == {
        "total_agents": 2048,
        "buffers": 8,
        "agents_per_buffer": 256,
        "threads_per_buffer": 2,
        "threads": 24,
    }
    assert made["rollout"] == {"horizon": 32, "segments": 2048, "batch_size": 65536}
    assert made["updates"] == {
        "minibatch_size": 8192,
        "minibatch_segments": 256,
        "minibatches": 18,
        "epochs": 610,
    }


def test_environments_need_the_agents_of_one() -> None:
    made = parts(agents_per_env=64)["buffers"]
    assert (made["environments"], made["environments_per_buffer"]) == (32, 4)


def test_fractions_are_cut_off_and_the_rest_is_told() -> None:
    made = parts({("vec", "total_agents"): 4096, ("vec", "num_buffers"): 5.2})["buffers"]
    assert (made["buffers"], made["agents_per_buffer"], made["unserved_agents"]) == (5, 819, 1)


def test_threads_that_no_buffer_uses_are_told() -> None:
    assert parts({("vec", "num_threads"): 15})["buffers"]["idle_threads"] == 7


def test_eval_takes_one_step_at_a_time_and_updates_nothing() -> None:
    made = parts(mode="eval")
    assert made["rollout"]["horizon"] == 1
    assert "updates" not in made


@pytest.mark.parametrize("value", [UNKNOWN, "8", None, 0, -1, float("nan"), 1e300, [1]])
@pytest.mark.parametrize("name", list(VALUES))
def test_survives_any_value(name: tuple[str, str], value: object) -> None:
    assert set(parts({name: value}, agents_per_env=4)) == {"buffers", "rollout", "updates"}


def test_agents_of_upstreams_environments_are_known_and_declared_ones_win() -> None:
    drone: dict[tuple[str, str], object] = {
        ("base", "env_name"): "drone",
        ("env", "num_drones"): 64,
    }
    assert parts(drone)["buffers"]["agents_per_environment"] == 64
    assert parts(drone, agents_per_env=32)["buffers"]["agents_per_environment"] == 32
    assert "environments" not in parts({("base", "env_name"): "mine"})["buffers"]


def test_an_environment_that_strays_alone_shares_nothing_and_leaves_nothing() -> None:
    given = Given(
        {**VALUES, ("vec", "total_agents"): 4096, ("vec", "num_buffers"): 4}, True, "train", 4096
    )
    told = [remark for part in profiles()["4.0"].follows(given) for remark in part.remarks]
    assert "3072 slots used by an environment of another buffer" in " ".join(told)
    assert not any(": 0 " in remark or ", 0 " in remark for remark in told)
