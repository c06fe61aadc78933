"""What follows from a 3.0 config is what the real package was seen to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.profiles import profiles
from profilecheck.profiles.follows import Agents, Given, Group, Quantity, Table

TRUTH = Path(__file__).parent.parent.parent / "fixtures" / "truth" / "shapes_3.0.jsonl"
SEEN = [json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()]
AGENTS = 3
"""Agents of one environment in what was recorded."""


def parts(
    vec: dict[str, object],
    train: dict[str, object] | None = None,
    *,
    agents_per_env: int | None = AGENTS,
    launched: bool = False,
    mode: str = "train",
) -> dict[str, Any]:
    """Each part by name: facts by name, or columns of numbers by name."""
    values: dict[tuple[str, str], object] = {("vec", key): value for key, value in vec.items()}
    values |= {("train", key): value for key, value in (train or {}).items()}
    found = profiles()["3.0"].follows(Given(values, launched, mode, agents_per_env))
    return {part.name: told(part) for part in found}


def told(part: Group | Table) -> dict[str, Any]:
    if isinstance(part, Group):
        return {fact.name: number(fact.value) for fact in part.facts}
    return {
        column: {
            name: number(cells[index]) for name, _, cells in part.rows if cells[index] is not None
        }
        for index, column in enumerate(part.columns)
    }


def number(value: Quantity) -> object:
    return value.value if isinstance(value, Agents) else value


def agree(case: dict[str, Any]) -> None:
    """Whether what is told of the keyword arguments is what was seen."""
    follows = parts(case["kwargs"])
    lengths = follows["leading_dimensions"]
    assert lengths == {call: case[call] for call in ("reset", "step", "recv")}
    facts, vecenv = follows["vectorization"], case["vecenv"]
    assert facts["agents"] == vecenv["num_agents"]
    assert vecenv["agents_per_batch"] in (facts["agents_per_batch"], None)
    assert vecenv["num_envs"] in (facts["agents_per_batch"], None)
    assert facts["workers"] == (vecenv["num_workers"] or 0)
    assert facts["workers_per_batch"] == (vecenv["workers_per_batch"] or 0)


@pytest.mark.parametrize("case", SEEN, ids=lambda case: json.dumps(case["kwargs"]))
def test_agrees_with_the_real_package(case: dict[str, Any]) -> None:
    agree(case)


def test_the_record_holds_every_backend() -> None:
    backends = {case["kwargs"]["backend"] for case in SEEN}
    assert backends == {"PufferEnv", "Serial", "Multiprocessing", "Ray"}


def test_batches_are_in_flight_where_a_batch_is_a_part() -> None:
    made = parts({"backend": "Multiprocessing", "num_envs": 8, "num_workers": 4, "batch_size": 2})
    assert made["vectorization"]["batches_in_flight"] == 4
    assert made["vectorization"]["environments_per_worker"] == 2


def test_ray_has_one_batch_whatever_its_size() -> None:
    made = parts({"backend": "Ray", "num_envs": 8, "batch_size": 2})
    assert made["vectorization"]["batches_in_flight"] == 1


def test_agents_that_are_not_known_are_told_as_a_multiple() -> None:
    given = Given({("vec", "backend"): "Serial", ("vec", "num_envs"): 4}, launched=False)
    group = profiles()["3.0"].follows(given)[0]
    assert isinstance(group, Group)
    facts = {fact.name: str(fact.value) for fact in group.facts}
    assert facts["agents_per_batch"] == "4 x agents per environment"


@pytest.mark.parametrize(
    "vec",
    [
        {"backend": "Serial", "num_envs": UNKNOWN},
        {"backend": "Multiprocessing", "num_envs": 8, "num_workers": 3},
        {"backend": "serial", "num_envs": 8},
    ],
)
def test_nothing_is_told_where_make_refuses_or_a_value_is_not_known(vec: dict[str, object]) -> None:
    assert parts(vec) == {"vectorization": {}}


TRAIN: dict[str, object] = {
    "batch_size": "auto",
    "bptt_horizon": 64,
    "minibatch_size": 65536,
    "max_minibatch_size": 32768,
    "update_epochs": 2,
    "total_timesteps": 10_000_000,
}
VEC: dict[str, object] = {"backend": "Serial", "num_envs": 4}


def test_training_is_told_where_the_trainer_reads_the_config() -> None:
    made = parts(VEC, TRAIN, agents_per_env=1024, launched=True)["training"]
    assert made == {
        "batch_size": 262144,
        "horizon": 64,
        "segments": 4096,
        "minibatch_size": 32768,
        "minibatch_segments": 512,
        "minibatches": 16,
        "accumulated": 2,
        "epochs": 38,
    }


def test_training_is_not_told_for_bare_keyword_arguments() -> None:
    assert "training" not in parts(VEC, TRAIN)


def test_training_tells_what_does_not_hang_on_the_agents() -> None:
    made = parts(VEC, TRAIN, agents_per_env=None, launched=True)["training"]
    assert made["horizon"] == 64
    assert made["minibatches"] is None


@pytest.mark.parametrize("value", [UNKNOWN, "many", None, 0, float("nan"), float("inf"), [1], -1])
@pytest.mark.parametrize("key", list(TRAIN))
def test_training_survives_any_value(key: str, value: object) -> None:
    made = parts(VEC, {**TRAIN, key: value}, launched=True)
    assert set(made["training"]) >= {"batch_size", "epochs"}


def test_eval_runs_one_serial_environment() -> None:
    made = parts({"backend": "Ray", "num_envs": 8}, TRAIN, launched=True, mode="eval")
    assert made["vectorization"]["backend"] == "Serial"
    assert made["vectorization"]["environments"] == 1
    assert "training" not in made


def breakout(base: dict[str, object], env: dict[str, object], **how: Any) -> object:
    values: dict[tuple[str, str], object] = {("vec", "backend"): "Serial", ("vec", "num_envs"): 4}
    values |= {("base", key): value for key, value in base.items()}
    values |= {("env", key): value for key, value in env.items()}
    found = profiles()["3.0"].follows(Given(values, **how))
    return told(found[0])["agents_per_batch"]


OCEAN: dict[str, object] = {"package": "ocean", "env_name": "puffer_breakout"}


def test_agents_of_upstreams_environments_are_known() -> None:
    assert breakout(OCEAN, {"num_envs": 1024}) == 4096
    assert breakout(OCEAN, {}) == 4
    assert breakout({**OCEAN, "env_name": "puffer_rware"}, {"num_envs": 2}) == 32
    assert breakout({**OCEAN, "env_name": "puffer_rware"}, {"num_envs": 2, "num_agents": 8}) == 64


def test_declared_agents_win() -> None:
    assert breakout(OCEAN, {"num_envs": 1024}, agents_per_env=3) == 12


@pytest.mark.parametrize(
    ("base", "env"),
    [
        ({}, {}),
        ({**OCEAN, "package": "mine"}, {}),
        ({**OCEAN, "env_name": "puffer_mine"}, {}),
        ({**OCEAN, "env_name": "puffer_breakout puffer_pong"}, {}),
        (OCEAN, {"num_envs": UNKNOWN}),
        (OCEAN, {"num_envs": "many"}),
        (OCEAN, {"num_envs": 0}),
    ],
)
def test_agents_of_other_environments_are_not(
    base: dict[str, object], env: dict[str, object]
) -> None:
    assert breakout(base, env) is None
