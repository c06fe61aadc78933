"""Agents that cannot be counted: the question names what would tell them."""

from __future__ import annotations

from pathlib import Path

import pytest

import profilecheck
from profilecheck.migrate.ledger import Ledger
from profilecheck.migrate.run import obstacles
from tests.migrate.helpers import added, entry, errors, migrated, question, result

OCEAN = "[base]\npackage = ocean\nenv_name = puffer_{}\n[vec]\nnum_envs = 4\n"


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        (
            "[base]\nenv_name = puffer_squared\n[vec]\nnum_envs = 4\n",
            "a.ini",
            "[base] package is not set (with package = ocean it would be upstream's squared)",
        ),
        (
            OCEAN.format("squared").replace("= ocean", "= mine"),
            "a.ini",
            "[base] package = 'mine' (with package = ocean",
        ),
        (
            OCEAN.format("squared") + "[env]\nnum_envs = 2.0\n",
            "a.ini",
            "[env] num_envs = 2.0 is no whole number",
        ),
        (
            OCEAN.format("snake") + "[env]\nnum_snakes = 1.5\n",
            "a.ini",
            "[env] num_snakes = 1.5 is no whole number",
        ),
        (OCEAN.format("mine"), "a.ini", "mine is none of upstream's environments"),
        ("[vec]\nnum_envs = 4\n", "a.ini", "no [base] env_name names one of upstream's"),
        (
            "base: {package: ocean, env_name: puffer_squared}\nvec: {num_envs: 4}\n",
            "a.yaml",
            "[env] num_envs is not set",
        ),
    ],
)
def test_what_is_missing_is_named(text: str, name: str, told: str) -> None:
    asked = question(migrated(text, name), "vec.total_agents")
    assert told in asked.asks and "--agents-per-env" in asked.asks
    assert asked.asks.startswith("total_agents = vec.num_envs 4 x env.num_envs")


MOBA = OCEAN.format("moba")


@pytest.mark.parametrize(
    ("env", "total"),
    [
        ("", 80),
        ("[env]\nnum_envs = 3\n", 60),
        ("[env]\nnum_envs = 3\nscript_opponents = False\n", 120),
        ("[env]\nnum_envs = 3\nscript_opponents = no\n", 60),  # a text is true to Python
    ],
)
def test_mobas_agents_depend_on_who_plays_the_other_side(env: str, total: int) -> None:
    assert entry(migrated(MOBA + env), "vec", "num_envs").puts[0].value == total


def test_upstreams_moba_is_migrated_whole() -> None:
    text = MOBA.replace("num_envs = 4", "num_envs = 8") + "[env]\nnum_envs = 128\n"
    assert "\ntotal_agents = 5120\n" in result(text)
    assert added(migrated(text))["env.script_opponents"] == 1


@pytest.mark.parametrize("agents", [None, 6])
def test_a_default_ini_is_of_no_one_environment(agents: int | None) -> None:
    text = "[base]\npackage = ocean\nenv_name = None\n[vec]\nnum_envs = 8\n[train]\nbptt_horizon = 64\n"
    ledger = migrated(text, "default.ini", agents=agents)
    asked = question(ledger, "vec.total_agents")
    assert not asked.blocking
    assert [one.answer for one in asked.choices] == ["4096"]
    assert asked.meanwhile == "4096, 4.0's default"
    assert b"\ntotal_agents = 4096\n" in (ledger.after or b"")
    decided = migrated(text, "default.ini", decide={"vec.total_agents": "1024"})
    assert b"\ntotal_agents = 1024\n" in (decided.after or b"")


def test_a_count_for_all_files_is_told_where_there_are_several(tmp_path: Path) -> None:
    for name in ("reef", "pond"):
        text = (
            f"[base]\npackage = mine\nenv_name = {name}\n[vec]\nnum_envs = 8\n[env]\nnum_envs = 2\n"
        )
        (tmp_path / f"{name}.ini").write_text(text)
    files = profilecheck.migrate(str(tmp_path), agents_per_env=4).files
    for file in files:
        assert any("nothing but --agents-per-env 4" in note for note in file.parts[0].remarks)
    alone = profilecheck.migrate(str(tmp_path / "reef.ini"), agents_per_env=4).files[0]
    assert not any("--agents-per-env" in note for note in alone.parts[0].remarks)
    asked = profilecheck.migrate(str(tmp_path / "reef.ini")).files[0].questions[0].asks
    assert "Give the total itself; --agents-per-env N is for all files" in asked


def test_a_count_for_others_judges_no_environment_whose_agents_are_known() -> None:
    text = OCEAN.format("squared")
    assert "PC306" not in errors(migrated(text, "a.ini", agents=6))
    base = "[base]\nenv_name = None\n[vec]\nnum_envs = 8\n"
    assert "PC306" not in errors(migrated(base, "default.ini", agents=6))


OWN = "[base]\nenv_name = reef\n[vec]\nnum_envs = 8\n[env]\nnum_envs = 512\n"


def test_a_total_that_was_decided_is_judged_by_the_declared_agents() -> None:
    ledger = migrated(OWN, agents=3, decide={"vec.total_agents": "8192"})
    assert errors(ledger) == ["PC306"]
    assert any("PC306" in told for told in obstacles(Ledger("3.0", "4.0", (ledger,))))


def test_buffers_are_chosen_that_the_declared_agents_fill() -> None:
    ledger = migrated(OWN, agents=3, decide={"vec.total_agents": "12285"})
    assert added(ledger)["vec.num_buffers"] == 1
    assert errors(ledger) == []


def test_a_total_for_one_file_of_several_is_of_other_environments(tmp_path: Path) -> None:
    for name in ("reef", "ferry"):
        (tmp_path / f"{name}.ini").write_text(OWN.replace("reef", name))
    one = (tmp_path / "reef.ini").as_posix()
    files = profilecheck.migrate(
        str(tmp_path), agents_per_env=3, decide={f"{one}:vec.total_agents": "8192"}
    ).files
    assert [errors(file) for file in files] == [[], []]


def test_no_total_is_offered_that_the_agents_do_not_fill() -> None:
    text = "[base]\nenv_name = reef\n[vec]\nnum_envs = 8\n[train]\nbatch_size = 1048576\n"
    offered = {
        agents: [
            one.answer
            for one in question(migrated(text, agents=agents), "train.batch_size").choices
        ]
        for agents in (3, 4)
    }
    assert offered[3] == ["drop"]
    assert "total_agents=16384" in offered[4]


def test_a_total_that_does_not_fit_upstreams_environment_is_told() -> None:
    text = "[base]\npackage = ocean\nenv_name = puffer_moba\n[vec]\nnum_envs = 100\n"
    told = " ".join(migrated(text, decide={"vec.total_agents": "8192"}).parts[0].remarks)
    assert "8192 that was decided is no multiple of the 5 agents of upstream's moba" in told
    fits = " ".join(migrated(text, decide={"vec.total_agents": "8190"}).parts[0].remarks)
    assert "no multiple" not in fits


SWEPT = "[base]\nenv_name = reef\n[vec]\n{}\n[sweep.vec.num_envs]\ndistribution = uniform_pow2\nmin = 1\nmax = 16\n"


def test_a_sweep_of_environments_beside_a_total_asks_what_it_takes() -> None:
    half = SWEPT.format("total_agents = 4096\nnum_workers = 4")
    ledger = migrated(half)
    asked = question(ledger, "sweep.vec.num_envs")
    assert (ledger.status, asked.open, asked.meanwhile) == ("changed", True, "it goes")
    assert not any("draws" in remark for remark in ledger.parts[0].remarks)
    after = result(half, decide={"sweep.vec.num_envs": "512"})
    assert "[sweep.vec.total_agents]\ndistribution = uniform_pow2\nmin = 512\nmax = 8192\n" in after
    gone = result(half, decide={"sweep.vec.num_envs": "drop"})
    assert "\n[sweep." not in gone and "# 3.0: max = 16" in gone


def test_nothing_is_told_of_draws_before_the_total_is_decided() -> None:
    ledger = migrated(SWEPT.format("num_envs = 8"))
    assert ledger.status == "blocked"
    assert [one.key for one in ledger.questions if one.blocking] == ["vec.total_agents"]
    assert not any("draws" in remark for remark in ledger.parts[0].remarks)


def test_the_answer_for_a_sweep_counts_before_the_decided_total() -> None:
    both = {"vec.total_agents": "4096", "sweep.vec.num_envs": "100"}
    assert "\nmin = 100\nmax = 1600\n" in result(SWEPT.format("num_envs = 8"), decide=both)


def test_what_serial_runs_is_told_in_words() -> None:
    """Serial makes as many environments as one batch holds, whatever [vec] num_envs says."""
    text = OCEAN.format("squared").replace(
        "num_envs = 4", "backend = Serial\nnum_envs = {}\nbatch_size = 1"
    )
    told = {envs: entry(migrated(text.format(envs)), "vec", "num_envs").reason for envs in (1, 4)}
    assert told[4].startswith(
        "1 environment (Serial runs one batch of vec.num_envs 4) x env.num_envs 1 x"
    )
    assert told[1].startswith("vec.num_envs 1 x env.num_envs 1 x")


def test_a_table_that_goes_says_why_once() -> None:
    text = SWEPT.format("num_envs = 7").replace("env_name = reef", "env_name = None")
    after = result(text, "default.ini")
    assert after.count("it sweeps environments, 4.0 agents: a default.ini is of no one") == 1
    assert "# 3.0: max = 16  -> dropped: it goes with its table\n" in after
