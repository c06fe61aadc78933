"""The table of names: what every generation reads, and what became of it."""

from __future__ import annotations

import pytest

from profilecheck.profiles import profiles
from profilecheck.profiles.marks import SHARED, mark_of, mark_of_section
from profilecheck.profiles.names import (
    GENERATIONS,
    SECTIONS,
    change,
    changes,
    circulating,
    generations,
)
from profilecheck.profiles.revisions import is_whole_development, written_back

RELEASED = frozenset({"3.0", "4.0"})
DEVELOPMENT = {
    ("base", name)
    for name in ("package", "policy_name", "rnn_name", "name", "project", "nccl_id_path")
}
LATER = {("train", "anneal_ent_coef")}


@pytest.mark.parametrize(("old", "new"), [("3.0", "4.0"), ("4.0", "3.0")])
def test_every_name_of_one_that_the_other_does_not_read_has_a_row(old: str, new: str) -> None:
    other = profiles()[new]
    lost = {
        (section, name)
        for section, name in profiles()[old].all_names
        if other.section_kind(section) != "open" and other.spec(section, name) is None
    }
    unsaid = {name for name in lost if change(*name, new) is None}
    assert lost and not unsaid


@pytest.mark.parametrize("target", sorted(RELEASED))
def test_the_new_place_of_a_name_is_one_that_the_target_reads(target: str) -> None:
    profile = profiles()[target]
    for row in changes():
        if row.target == target:
            for section, name in row.to:
                known = profile.spec(section, name) or profile.section_kind(section) == "open"
                assert known, row


def test_no_row_is_given_twice() -> None:
    rows = [(row.section, row.name, row.target, row.generation) for row in changes()]
    assert len(rows) == len(set(rows))


def test_a_renamed_name_has_one_new_place_and_a_dropped_one_none() -> None:
    for row in changes():
        assert (row.kind == "dropped") == (not row.to), row
        if row.kind in ("renamed", "moved", "added", "kept-but-changed"):
            assert len(row.to) == 1, row


def test_what_is_added_or_kept_is_read_by_its_target_under_its_own_name() -> None:
    for row in changes():
        if row.kind in ("added", "kept-but-changed"):
            assert row.to == ((row.section, row.name),), row


def test_no_profile_reads_a_name_that_merely_circulates() -> None:
    known = {name for profile in profiles().values() for name in profile.all_names}
    assert circulating() and not known & set(circulating())


def test_a_name_is_gone_after_it_came() -> None:
    for row in changes():
        if row.removed_in:
            assert GENERATIONS.index(row.since) < GENERATIONS.index(row.removed_in), row


@pytest.mark.parametrize(
    ("section", "name", "of"),
    [
        ("vec", "num_envs", ("3.0",)),
        ("vec", "total_agents", ("4.0", "5.0")),
        ("vec", "num_policies", ("5.0",)),
        ("vec", "sync_traj", ("2.0",)),
        ("vec", "envs_per_worker", ("1.0",)),
        ("train", "horizon", ("4.0", "5.0")),
        ("train", "beta1", ("4.0",)),
        ("train", "learning_rate", ("3.0", "4.0", "5.0")),
        ("train", "env_batch_size", ("2.0",)),
        ("base", "vec", ("2.0",)),
        ("base", "nccl_id_path", ("4.0-dev",)),
        ("policy", "network", ("4.0-dev",)),
        ("train", "learing_rate", ()),
        ("vec", "horizon", ()),
    ],
)
def test_generations_that_read_a_name(section: str, name: str, of: tuple[str, ...]) -> None:
    assert generations(section, name) == of


@pytest.mark.parametrize(
    ("section", "name", "target", "kind", "to"),
    [
        ("train", "bptt_horizon", "4.0", "renamed", (("train", "horizon"),)),
        ("train", "horizon", "3.0", "renamed", (("train", "bptt_horizon"),)),
        ("train", "checkpoint_interval", "4.0", "moved", (("base", "checkpoint_interval"),)),
        ("train", "data_dir", "4.0", "split", (("base", "checkpoint_dir"), ("base", "log_dir"))),
        ("vec", "num_envs", "4.0", "merged", (("vec", "total_agents"),)),
        ("vec", "backend", "4.0", "dropped", ()),
        ("vec", "seed", "4.0", "moved", (("base", "seed"),)),
        ("train", "beta1", "5.0", "renamed", (("train", "momentum"),)),
    ],
)
def test_what_became_of_a_name(
    section: str, name: str, target: str, kind: str, to: tuple[tuple[str, str], ...]
) -> None:
    row = change(section, name, target)
    assert row is not None and (row.kind, row.to) == (kind, to)


@pytest.mark.parametrize(
    ("section", "name", "target", "kind", "to"),
    [
        ("train", "num_envs", "4.0", "merged", (("vec", "total_agents"),)),
        ("train", "env_batch_size", "4.0", "dropped", ()),
        ("train", "momentum", "3.0", "renamed", (("train", "adam_beta1"),)),
        ("vec", "num_policies", "3.0", "dropped", ()),
        ("policy", "network", "3.0", "dropped", ()),
        ("train", "clip_vloss", "4.0", "dropped", ()),
    ],
)
def test_a_name_is_followed_through_the_generation_between(
    section: str, name: str, target: str, kind: str, to: tuple[tuple[str, str], ...]
) -> None:
    row = change(section, name, target)
    assert row is not None and (row.section, row.name, row.target) == (section, name, target)
    assert (row.kind, row.to) == (kind, to)


@pytest.mark.parametrize(
    ("section", "name"), [("train", "bogus"), ("vec", "horizon"), ("train", "gamma")]
)
def test_nothing_is_said_of_what_no_table_holds(section: str, name: str) -> None:
    assert change(section, name, "4.0") is None


def test_what_to_use_instead_is_told_with_its_section() -> None:
    moved = change("train", "checkpoint_interval", "4.0")
    gone = change("vec", "zero_copy", "4.0")
    assert moved is not None and moved.instead == "use [base] checkpoint_interval"
    assert gone is not None and gone.instead.startswith("nothing takes its place (")


@pytest.mark.parametrize(
    ("section", "name", "mark"),
    [
        ("vec", "backend", "3.0"),
        ("train", "bptt_horizon", "3.0"),
        ("base", "policy_name", "3.0"),
        ("train", "beta1", "4.0"),
        ("train", "momentum", "5.0"),
        ("vec", "total_agents", SHARED),
        ("train", "horizon", SHARED),
        ("base", "checkpoint_interval", SHARED),
    ],
)
def test_names_that_tell_a_generation(section: str, name: str, mark: str) -> None:
    assert mark_of(section, name) == mark


@pytest.mark.parametrize(
    ("section", "name"),
    [
        ("train", "gamma"),
        ("train", "env_batch_size"),
        ("base", "vec"),
        ("base", "nccl_id_path"),
        ("train", "min_lr_ratio"),
        ("env", "total_agents"),
        ("env", "num_envs"),
        ("policy", "hidden_size"),
        ("rnn", "hidden_size"),
        ("sweep.train.horizon", "min"),
        ("train", "bogus"),
    ],
)
def test_names_that_tell_nothing(section: str, name: str) -> None:
    assert mark_of(section, name) is None


@pytest.mark.parametrize(
    ("section", "mark"),
    [
        ("torch", SHARED),
        ("bot_eval", "5.0"),
        ("sweep.train.bptt_horizon", "3.0"),
        ("sweep.train.beta1", "4.0"),
        ("sweep.train.momentum", "5.0"),
        ("rnn", None),
        ("legacy", None),
        ("vec", None),
        ("sweep", None),
        ("sweep.env.num_envs", None),
        ("sweep.policy.hidden_size", None),
        ("sweep.train.gamma", None),
        ("sweep.parameters.train.parameters.batch_size", None),
    ],
)
def test_sections_that_tell_a_generation(section: str, mark: str | None) -> None:
    assert mark_of_section(section) == mark


def test_sections_are_of_known_generations() -> None:
    assert all(set(of) <= set(GENERATIONS) for of in SECTIONS.values())


def test_all_base_names_of_the_development_revision_are_its_own_default() -> None:
    assert is_whole_development(DEVELOPMENT | {("vec", "total_agents")})


@pytest.mark.parametrize("left_out", sorted(DEVELOPMENT))
def test_some_of_them_are_leftovers(left_out: tuple[str, str]) -> None:
    assert not is_whole_development(DEVELOPMENT - {left_out})


def test_a_leftover_beside_its_new_name_in_a_later_revision_was_written_back() -> None:
    names = LATER | {("train", "beta1"), ("train", "adam_beta1"), ("train", "compile")}
    assert written_back("train", "adam_beta1", names, profiles()["4.0"])
    assert written_back("train", "compile", names, profiles()["4.0"])


@pytest.mark.parametrize(
    ("section", "name", "names"),
    [
        ("train", "adam_beta1", {("train", "beta1")}),
        ("train", "adam_beta1", LATER),
        ("train", "vtrace", LATER),
        ("vec", "backend", LATER),
        ("train", "bogus", LATER),
    ],
)
def test_other_leftovers_were_not(section: str, name: str, names: set[tuple[str, str]]) -> None:
    assert not written_back(section, name, names, profiles()["4.0"])
