"""What a file means that no loader of PufferLib reads: what counts the agents, and whose tables are whose."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.migrate.helpers import added, entry, migrated, question

OWN_TRAIN = {"bptt_horizon": 64, "adam_eps": 1e-8, "vtrace_rho_clip": 1}


def ledger_of(table: dict[str, Any], **more: Any) -> Any:
    return migrated(json.dumps(table), "experiment.json", **more)


def total(table: dict[str, Any], **more: Any) -> object:
    """The total of agents that the result holds; None where the file is blocked."""
    ledger = ledger_of(table, **more)
    return None if ledger.after is None else json.loads(ledger.after)["vec"]["total_agents"]


def test_declared_agents_are_counted() -> None:
    assert total({"vec": {"num_envs": 8, "num_workers": 4}}, agents=3) == 24


def test_the_games_of_a_table_beside_are_counted() -> None:
    table = {"vec": {"num_envs": 8, "num_workers": 4}, "env": {"num_envs": 16}}
    assert total(table, agents=3) == 8 * 16 * 3
    ledger = ledger_of(table, agents=3)
    assert json.loads(ledger.after)["env"] == {"num_envs": 16}


def test_what_nothing_tells_is_asked_for() -> None:
    ledger = ledger_of({"vec": {"num_envs": 8, "num_workers": 4}})
    assert ledger.status == "blocked"
    assert "--agents-per-env" in question(ledger, "vec.total_agents").asks


def test_the_answer_is_the_total() -> None:
    assert (
        total({"vec": {"num_envs": 8, "num_workers": 4}}, decide={"vec.total_agents": "64"}) == 64
    )


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, None),
        ({"num_envs": 16}, None),
        ({"num_snakes": 4}, None),
        ({"num_envs": 16, "num_snakes": 4}, 8 * 16 * 4),
    ],
)
def test_upstreams_environment_is_counted_where_the_file_gives_its_counts(
    env: dict[str, int], expected: int | None
) -> None:
    table = {
        "vec": {"num_envs": 8, "num_workers": 4},
        "base": {"package": "ocean", "env_name": "puffer_snake"},
        "env": env,
    }
    assert total(table) == expected


def test_games_of_upstreams_that_stand_nowhere_are_asked_for() -> None:
    table = {
        "vec": {"num_envs": 8, "num_workers": 4},
        "base": {"package": "ocean", "env_name": "puffer_snake"},
    }
    ledger = ledger_of(table, agents=4)
    assert ledger.status == "blocked"
    assert "env.num_envs" in question(ledger, "vec.total_agents").asks


def test_environments_that_are_not_known_block_it() -> None:
    assert total({"vec": {"num_envs": "${n}", "num_workers": 4}}, agents=2) is None


def test_buffers_hold_whole_environments() -> None:
    ledger = ledger_of({"vec": {"num_envs": 3, "num_workers": 1}}, agents=2)
    assert added(ledger)["vec.num_buffers"] == 1


def test_without_environments_nothing_is_counted() -> None:
    ledger = ledger_of(
        {"vec": {"total_agents": 64, "num_workers": 2}, "base": {"env_name": "ferry"}}
    )
    assert json.loads(ledger.after)["vec"] == {"total_agents": 64}


def test_the_table_of_another_trainer_is_left_alone() -> None:
    train = {"learning_rate": 0.1, "anneal_lr": True, "batch_size": 64, "seed": 3}
    sweep = {"train": {"batch_size": {"values": [1, 2]}}}
    table = {"vec": {"num_envs": 8, "num_workers": 4, "seed": 1}, "train": train, "sweep": sweep}
    ledger = ledger_of(table, agents=2)
    made = json.loads(ledger.after)
    assert made["train"] == train and made["sweep"] == sweep
    assert made["vec"] == {"total_agents": 16, "num_buffers": 2, "num_threads": 16}
    assert not ledger.questions
    assert any("[train] and [sweep]" in remark for remark in ledger.parts[0].remarks)
    assert {one.section for one in ledger.entries} == {"vec", ""}
    assert ledger_of(made, agents=2).after is None


def test_the_seed_of_make_goes_to_base_only_where_pufferlibs_trainer_reads_that() -> None:
    vec = {"num_envs": 8, "num_workers": 4, "seed": 1}
    assert entry(ledger_of({"vec": vec}, agents=2), "vec", "seed").puts == ()
    own = ledger_of({"vec": vec, "train": OWN_TRAIN}, agents=2)
    assert json.loads(own.after)["base"] == {"seed": 1}


def test_pufferlibs_own_trainers_table_is_migrated() -> None:
    ledger = ledger_of({"vec": {"num_envs": 8}, "train": OWN_TRAIN}, agents=2)
    assert json.loads(ledger.after)["train"] == {"horizon": 64, "eps": 1e-8, "vtrace_rho_clip": 1}


def test_keyword_arguments_that_are_kept_for_make() -> None:
    text = "# profilecheck: target=3.0\nnum_envs: 8\nnum_workers: 4\nseed: 1\n"
    ledger = migrated(text, "make.yaml", agents=2, threads=64)
    assert ledger.after == (
        b"# profilecheck: target=4.0\ntotal_agents: 16\n"
        b"# 3.0: num_workers: 4  -> dropped: num_threads and num_buffers are nearest, and mean something else\n"
        b"# 3.0: seed: 1  -> dropped: 3.0's make never forwards it\n"
        b"num_buffers: 2\nnum_threads: 16\n"
    )


def test_a_table_that_is_called_vectorization() -> None:
    ledger = ledger_of({"vectorization": {"num_envs": 8, "num_workers": 4, "x": 1}}, agents=2)
    assert json.loads(ledger.after)["vectorization"]["total_agents"] == 16


def test_the_vec_of_a_sweep_follows_as_search_spaces() -> None:
    table = {
        "vec": {"num_envs": 8},
        "base": {"env_name": "ferry"},
        "sweep": {"vec": {"num_envs": {"min": 1, "max": 4}}},
    }
    ledger = ledger_of(table, agents=2)
    assert json.loads(ledger.after)["sweep"] == {"vec": {"total_agents": {"min": 2, "max": 8}}}
    assert len(ledger.parts) == 1, "the [vec] of a sweep is no experiment of its own"


def test_what_hydra_is_to_call_is_left_to_a_person() -> None:
    text = "vec:\n  _target_: pufferlib.vector.make\n  num_envs: 8\n  num_workers: 4\n"
    ledger = migrated(text, "hydra.yaml", agents=2)
    assert ledger.after is not None and b"_target_: pufferlib.vector.make\n" in ledger.after
    assert [(one.span.line, one.what) for one in ledger.ports] == [
        (2, "_target_: pufferlib.vector.make")
    ]


@pytest.mark.parametrize("prefix", ["", "vecenv."])
@pytest.mark.parametrize("name", ["a.yaml", "a.json", "a.toml"])
def test_a_call_that_hydra_makes_is_told_with_the_vec_that_it_comes_to(
    name: str, prefix: str
) -> None:
    """Outside of a table vec nothing is rewritten, and nothing but the call is told."""
    pairs = {"_target_": "pufferlib.vector.make", "num_envs": 8, "num_workers": 4}
    if name == "a.toml":
        text = "".join(f"{prefix}{key} = {json.dumps(value)}\n" for key, value in pairs.items())
        text += f"[{prefix}env_kwargs]\nnum_envs = 12\n"
    else:
        table = pairs | {"env_kwargs": {"num_envs": 12}}
        text = json.dumps({"vecenv": table} if prefix else table)
    found = migrated(text, name, agents=2)
    (port,) = found.ports
    assert (found.status, found.findings) == ("by-hand", ())
    assert "[vec] total_agents = 192, num_buffers = 2, num_threads = 16" in port.how
    assert "--agents-per-env" in migrated(text, name).ports[0].how


def test_what_waits_for_a_decision_is_not_said_to_be_unread() -> None:
    found = migrated("vec: {num_envs: 8, num_workers: 4}\n", "a.yaml")
    held = next(one for one in found.entries if one.key == "num_envs")
    assert (held.inert, "vec.total_agents is decided" in held.reason) == (False, True)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "env_name: puffer_breakout\nvec: {num_envs: 8, num_workers: 4}\n"),
        ("a.toml", "env_name = 'puffer_breakout'\n[vec]\nnum_envs = 8\n"),
        ("a.json", '{"env_name": "puffer_breakout", "vec": {"num_envs": 8}}'),
        ("b.json", '{"run": {"env_name": "puffer_breakout", "vec": {"num_envs": 8}}}'),
    ],
)
def test_an_environments_name_beside_vec_is_told(name: str, text: str) -> None:
    (part,) = migrated(text, name, agents=1).parts
    assert "env_name = 'puffer_breakout'" in str(part.remarks)
    assert "4.0 calls it breakout" in str(part.remarks)


def test_games_that_make_passes_on_are_counted() -> None:
    text = "vec: {num_envs: 64, num_workers: 4, env_kwargs: {num_envs: 3}}\n"
    assert "total_agents: 384," in str(migrated(text, "a.yaml", agents=2).after)
