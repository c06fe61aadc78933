"""Upstream's environments: whose binding is known, and how many agents each has."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.profiles.known_agents import Switch
from profilecheck.profiles.v4_bindings import BINDINGS, binding, known_agents


def values(name: object, env: Mapping[str, object]) -> dict[tuple[str, str], object]:
    return {("base", "env_name"): name, **{("env", key): value for key, value in env.items()}}


@pytest.mark.parametrize(
    ("name", "env", "agents"),
    [
        ("breakout", {}, 1),
        ("target", {}, 8),
        ("drone", {"num_drones": 64}, 64),
        ("drone", {"num_drones": 64.7}, 64),
        ("moba", {"script_opponents": 1}, 5),
        ("moba", {"script_opponents": 0}, 10),
        ("moba", {"script_opponents": False}, 10),
    ],
)
def test_agents_of_known_environments(name: str, env: Mapping[str, object], agents: int) -> None:
    found = known_agents(values(name, env))
    assert found is not None
    assert (found.env_name, found.count) == (name, agents)


@pytest.mark.parametrize(
    ("name", "env"),
    [
        ("drive", {}),
        ("drone", {}),
        ("drone", {"num_drones": 0}),
        ("drone", {"num_drones": "64"}),
        ("moba", {}),
        ("my_env", {}),
        ("squared squared_continuous", {}),
        (None, {}),
        (UNKNOWN, {}),
    ],
)
def test_agents_are_not_guessed(name: object, env: Mapping[str, object]) -> None:
    assert known_agents(values(name, env)) is None


def test_a_config_for_several_environments_is_for_no_binding() -> None:
    assert binding("breakout pong") is None
    assert binding(" breakout ") is BINDINGS["breakout"]


@pytest.mark.parametrize("name", sorted(BINDINGS))
def test_a_key_that_holds_the_agents_is_one_that_the_binding_reads(name: str) -> None:
    known = BINDINGS[name]
    key = known.agents.key if isinstance(known.agents, Switch) else known.agents
    assert len(set(known.needs)) == len(known.needs)
    assert not isinstance(key, str) or key in known.needs
