"""A thing that stands under its 3.0 name and under its 4.0 name: nothing is lost without a question."""

from __future__ import annotations

import json

import pytest

from tests.migrate.helpers import entry, migrated, question, result

BASE = "[base]\npackage = ocean\nenv_name = puffer_squared\n[vec]\nnum_envs = 256\n"
TABLES = "[sweep.train.{}]\ndistribution = uniform_pow2\nmin = {}\nmax = 64\n"
SWEPT = BASE + TABLES.format("bptt_horizon", 16) + TABLES.format("horizon", 8)
HORIZON = "sweep.train.horizon"


def test_swept_under_both_names_is_a_question() -> None:
    assert "nothing tells which is in force" in question(migrated(SWEPT), HORIZON).asks
    for target, kept in (("3.0", "bptt_horizon"), ("4.0", "horizon")):
        found = migrated(f"# profilecheck: target={target}\n{SWEPT}")
        assert question(found, HORIZON).meanwhile == f"sweep.train.{kept}"


@pytest.mark.parametrize(("kept", "least"), [("bptt_horizon", 16), ("horizon", 8)])
def test_the_swept_table_that_was_decided_stays(kept: str, least: int) -> None:
    after = result(SWEPT, decide={HORIZON: f"sweep.train.{kept}"})
    held = [line for line in after.splitlines() if line.startswith(("[sweep", "min", "max"))]
    assert held == ["[sweep.train.horizon]", f"min = {least}", "max = 64"]


def test_tables_that_say_the_same_are_no_question() -> None:
    same = BASE + TABLES.format("bptt_horizon", 16) + "mean = 32\n" + TABLES.format("horizon", 16)
    assert HORIZON not in [one.key for one in migrated(same).questions]


def test_two_names_of_3_0_that_come_to_one_table() -> None:
    text = BASE + TABLES.format("vec.num_envs", 2).replace("train.", "")
    text += TABLES.format("env.num_envs", 4).replace("train.", "")
    asked = question(migrated(text), "sweep.vec.total_agents")
    assert [one.answer for one in asked.choices] == ["sweep.vec.num_envs", "sweep.env.num_envs"]
    after = result(text, decide={asked.key: "sweep.env.num_envs"})
    assert after.count("\n[sweep.vec.total_agents]") == 1 and "\nmin = 1024\n" in after


TYPED = {
    "vec": {"num_envs": 64},
    "train": {"update_epochs": 1, "bptt_horizon": 16, "horizon": 32},
    "sweep": {
        "train": {
            "bptt_horizon": {"distribution": "uniform", "min": 1},
            "horizon": {"distribution": "uniform", "min": 2},
        }
    },
}


@pytest.mark.parametrize("name", ["a.json", "a.yaml"])
def test_in_typed_files_too(name: str) -> None:
    text = json.dumps(TYPED, indent=2 if name == "a.json" else None)
    decide = {HORIZON: HORIZON, "train.horizon": "16"}
    found = json.loads(result(text, name, agents=1, decide={"vec.total_agents": "64", **decide}))
    assert found["sweep"]["train"] == {"horizon": {"distribution": "uniform", "min": 2}}
    assert found["train"] == {"replay_ratio": 1, "horizon": 16}


def test_agents_that_cannot_be_counted_beside_a_total_are_a_question() -> None:
    text = "[base]\nenv_name = mine\n[vec]\nnum_envs = 4\ntotal_agents = 8192\n"
    asked = question(migrated(text), "vec.total_agents")
    assert (asked.meanwhile, asked.blocking, asked.free) == ("8192", False, True)
    assert "\ntotal_agents = 16384\n" in result(text, decide={"vec.total_agents": "16384"})


@pytest.mark.parametrize(
    ("answer", "left"), [("train.bptt_horizon", "${a}"), ("train.horizon", "${b}")]
)
def test_values_that_cannot_be_compared_are_a_question(answer: str, left: str) -> None:
    text = (
        "vec:\n  num_envs: 64\ntrain:\n  update_epochs: 1\n  bptt_horizon: ${a}\n  horizon: ${b}\n"
    )
    decide = {"vec.total_agents": "64", "train.horizon": answer}
    assert f"\n  horizon: {left}\n" in result(text, "a.yaml", decide=decide)


def test_of_one_setting_that_becomes_two_each_may_be_set_already() -> None:
    text = BASE.replace("[vec]", "log_dir = runs\n[vec]") + "[train]\ndata_dir = out\n"
    text = f"# profilecheck: target=3.0\n{text}"
    found = migrated(text)
    assert question(found, "base.log_dir").meanwhile == "out"
    assert len(entry(found, "train", "data_dir").puts) == 2
    kept = result(text, decide={"base.log_dir": "runs"})
    assert "\nlog_dir = runs\n" in kept and "\ncheckpoint_dir = out\n" in kept
