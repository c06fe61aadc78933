"""PC306 overlapping-agents."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def vec(agents: object, buffers: object) -> str:
    return f"[vec]\ntotal_agents = {agents}\nnum_buffers = {buffers}\n"


def test_environments_that_straddle_two_buffers() -> None:
    found = finds(
        vec(2048, 2), "PC306", at=(3, 1), severity="error", target="4.0", agents_per_env=5
    )
    assert "1 slot shared by two environments" in found.message
    assert "1 slot written past the end of the arrays" in found.message
    assert "must be a multiple of 2 x 5" in found.message


def test_what_fits_is_suggested() -> None:
    found = finds(vec(2048, 2), "PC306", target="4.0", agents_per_env=5)
    assert found.notes[-1].message == "try total_agents = 2040, 2050 or 2060"
    found = finds(vec(2000, 3), "PC306", target="4.0", agents_per_env=5)
    assert "num_buffers = 1, 2 or 4" in found.notes[-1].message


def test_agents_past_the_end_of_the_arrays() -> None:
    found = finds(vec(100, 1), "PC306", target="4.0", agents_per_env=64)
    assert "28 slots written past the end of the arrays" in found.message


def test_an_environment_larger_than_its_buffer() -> None:
    found = finds(vec(4096, 4), "PC306", target="4.0", agents_per_env=4096)
    assert "3072 slots used by an environment of another buffer" in found.message


@pytest.mark.parametrize(
    ("agents", "buffers", "each"), [(2560, 2, 5), (4096, 4.78896, 8), (4096, 1, 4096), (8, 2, 4)]
)
def test_exact_multiples(agents: object, buffers: object, each: int) -> None:
    quiet(vec(agents, buffers), "PC306", target="4.0", agents_per_env=each)


def for_env(name: str, env: str, agents: int, buffers: int) -> str:
    return f"[base]\nenv_name = {name}\n{vec(agents, buffers)}[env]\n{env}\n"


def test_no_count_of_agents_is_assumed() -> None:
    quiet(vec(2049, 2), "PC306", target="4.0")
    quiet(for_env("my_env", "num_agents = 300", 4096, 4), "PC306", target="4.0")


def test_the_agents_of_an_environment_of_upstreams_are_an_info() -> None:
    snake = for_env("snake", "num_agents = 300", 4096, 4)
    found = finds(snake, "PC306", at=(5, 1), severity="info", target="4.0")
    told = "as upstream's snake, whose environments have 300 agents (num_agents = 300): "
    assert found.message.startswith(told)
    assert "528 slots shared by two environments" in found.message
    assert found.message.endswith("--agents-per-env says yours")
    assert found.notes[-1].message == "try total_agents = 2400, 3600 or 4800"
    finds(snake, "PC306", severity="error", target="4.0", agents_per_env=300)
    quiet(snake, "PC306", target="4.0", agents_per_env=8)


@pytest.mark.parametrize(
    ("name", "env", "agents"),
    [
        ("rware", "num_agents = 6", 4096),
        ("target", "", 4100),
        ("drone", "num_drones = 48", 4096),
        ("moba", "script_opponents = 1", 4096),
    ],
)
def test_others_of_upstreams(name: str, env: str, agents: int) -> None:
    finds(for_env(name, env, agents, 2), "PC306", severity="info", target="4.0")


@pytest.mark.parametrize(
    ("name", "env"), [("tetris", ""), ("drone", "num_drones = 64"), ("snake", ""), ("drive", "")]
)
def test_upstreams_that_fit_and_those_whose_agents_are_not_known(name: str, env: str) -> None:
    quiet(for_env(name, env, 4096, 2), "PC306", target="4.0")


def test_one_agent_an_environment_is_no_danger() -> None:
    quiet(vec(2049, 2), "PC306", target="4.0", agents_per_env=1)


@pytest.mark.parametrize(("agents", "buffers"), [(4096, 0), (4096, "auto"), ("many", 3)])
def test_what_fails_otherwise_is_reported_otherwise(agents: object, buffers: object) -> None:
    quiet(vec(agents, buffers), "PC306", target="4.0", agents_per_env=5)


def test_3_0_packs_its_own_environments() -> None:
    quiet("[vec]\nnum_envs = 7\nnum_workers = 7\nbatch_size = 7\n", "PC306", agents_per_env=5)
