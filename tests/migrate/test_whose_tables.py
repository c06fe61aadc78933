"""Tables beside [vec] that another trainer may read: where they hold names of 3.0's, a person says whose they are."""

from __future__ import annotations

import json

import pytest

from tests.migrate.helpers import errors, migrated, question, result

KEY = "tables.read_by"
TOTAL = {"vec.total_agents": "64"}
SWEEP: dict[str, dict[str, object]] = {
    "train": {"update_epochs": {"distribution": "uniform", "min": 1, "max": 2}}
}
HELD: list[dict[str, object]] = [
    {"train": {"bptt_horizon": 16, "lr": 0.1}},
    {"train": {"update_epochs": 2}},
    {"rnn": {"hidden_size": 128}},
    {"sweep": SWEEP},
]
AFTER: list[dict[str, object]] = [
    {"train": {"horizon": 16, "lr": 0.1}},
    {"train": {"replay_ratio": 2}},
    {"policy": {"hidden_size": 128}},
    {"sweep": {"train": {"replay_ratio": SWEEP["train"]["update_epochs"]}}},
]


def text(beside: dict[str, object]) -> str:
    return json.dumps({"vec": {"num_envs": 64}, **beside})


@pytest.mark.parametrize("name", ["a.json", "a.yaml"])
@pytest.mark.parametrize(("held", "after"), list(zip(HELD, AFTER, strict=True)))
def test_both_answers_are_a_way_out(
    name: str, held: dict[str, object], after: dict[str, object]
) -> None:
    found = migrated(text(held), name, decide=TOTAL)
    assert question(found, KEY).open and errors(found)
    ours = migrated(text(held), name, decide={**TOTAL, KEY: "pufferlib"})
    assert ours.after is not None and not errors(ours)
    assert json.loads(ours.after).items() >= after.items()
    others = migrated(text(held), name, decide={**TOTAL, KEY: "other"})
    assert others.after is not None and not others.findings
    assert json.loads(others.after).items() >= held.items()


@pytest.mark.parametrize(
    "beside", [{"train": {"lr": 0.1, "batch_size": 4, "horizon": 2}}, {"env": {"num_envs": 2}}]
)
def test_names_of_any_trainer_are_no_question(beside: dict[str, object]) -> None:
    assert KEY not in [one.key for one in migrated(text(beside), "a.json", decide=TOTAL).questions]


def test_nor_are_tables_that_are_pufferlibs_for_sure() -> None:
    toml = "[vec]\nnum_envs = 64\n[train]\nbptt_horizon = 16\nupdate_epochs = 2\n"
    assert KEY not in [one.key for one in migrated(toml, "a.toml", decide=TOTAL).questions]
    assert "\nhorizon = 16\n" in result(toml, "a.toml", decide=TOTAL)


def test_an_answer_for_one_experiment_alone() -> None:
    both = json.dumps({name: json.loads(text(HELD[0])) for name in ("a", "b")})
    answers = {**TOTAL, f"a.{KEY}": "other", f"b.{KEY}": "pufferlib"}
    found = migrated(both, "a.json", decide=answers)
    assert found.after is not None and not errors(found)
    after = json.loads(found.after)
    assert "bptt_horizon" in after["a"]["train"] and "horizon" in after["b"]["train"]
