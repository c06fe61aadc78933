"""PC108: a swept parameter whose name is of another generation."""

from __future__ import annotations

import pytest

from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

NEW = "[base]\nenv_name = a\n[vec]\ntotal_agents = 4096\n"
OLD = "[base]\nenv_name = a\n[vec]\nnum_envs = 8\n"
RANGE = "distribution = uniform\nmin = 1\nmax = 8\nscale = auto\n"


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("train.bptt_horizon", "use [sweep.train.horizon]"),
        ("train.adam_beta1", "use [sweep.train.beta1]"),
        ("vec.num_envs", "use [sweep.vec.total_agents] (total_agents ="),
        ("train.batch_size", "remove it (always horizon x total_agents)"),
    ],
)
def test_names_of_3_0_under_4_0(name: str, instead: str) -> None:
    text = NEW + f"[sweep.{name}]\n" + RANGE
    found = finds(text, "PC108", at=(5, 1), severity="error", target="4.0")
    assert found.message.startswith(
        f"[sweep.{name}] sweeps a name of 3.0, which 4.0 does not read: "
    )
    assert instead in found.message


def test_a_name_of_4_0_under_3_0() -> None:
    found = finds(OLD + "[sweep.train.horizon]\n" + RANGE, "PC108", at=(5, 1))
    assert "use [sweep.train.bptt_horizon]" in found.message


def test_outside_ini_where_the_table_is_a_parameter_of_upstreams() -> None:
    text = "vec:\n  total_agents: 8\nsweep:\n  train:\n    bptt_horizon:\n      distribution: uniform\n"
    finds(text, "PC108", name="a.yaml", target="4.0")


def test_it_is_a_warning_in_a_fork() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] x)")
    text = NEW + "[sweep.train.bptt_horizon]\n" + RANGE
    finds(text, "PC108", severity="warning", target="4.0", surroundings=fork)


@pytest.mark.parametrize(
    "title",
    [
        "sweep.train.horizon",
        "sweep.vec.total_agents",
        "sweep.env.num_envs",
        "sweep.env.bptt_horizon",
        "sweep.train.bogus",
        "sweep.train.num_envs",
        "sweep.parameters.train.parameters.bptt_horizon",
        "sweep",
        "other.train.bptt_horizon",
    ],
)
def test_titles_that_are_right_or_of_other_rules_in_4_0(title: str) -> None:
    quiet(NEW + f"[{title}]\n" + RANGE, "PC108", target="4.0")


@pytest.mark.parametrize(
    "title", ["sweep.train.bptt_horizon", "sweep.policy.hidden_size", "sweep.rnn.hidden_size"]
)
def test_titles_that_are_right_in_3_0(title: str) -> None:
    quiet(OLD + f"[{title}]\n" + RANGE, "PC108")


def test_a_search_space_of_another_program() -> None:
    text = "vec:\n  total_agents: 8\nsweep:\n  train:\n    bptt_horizon:\n      choices: [8, 16]\n"
    quiet(text, "PC108", name="a.yaml", target="4.0")


def test_a_file_wholly_of_another_generation_has_one_finding() -> None:
    quiet(OLD + "[sweep.train.bptt_horizon]\n" + RANGE, "PC108", target="4.0")


def test_a_table_whose_new_title_stands_in_the_file() -> None:
    table = "[sweep.train.{}]\ndistribution = uniform\nmin = 1\nmax = 2\nscale = auto\n"
    text = "[base]\nenv_name = a\n[vec]\ntotal_agents = 8\n"
    text += table.format("horizon") + table.format("bptt_horizon")
    found = finds(text, "PC108", target="4.0")
    assert found.message.endswith("remove it; [sweep.train.horizon] stands in the file")


def test_a_name_of_the_forks_own() -> None:
    fork = Surroundings(fork="x", fork_names=frozenset({("train", "horizon")}))
    text = OLD + f"[sweep.train.horizon]\n{RANGE}"
    finds(text, "PC108")
    quiet(text, "PC108", surroundings=fork)
    quiet(text, "PC101", target=None, surroundings=fork)
