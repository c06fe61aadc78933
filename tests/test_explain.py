"""The effective config with the layer of each value."""

from __future__ import annotations

from typing import Any

from profilecheck import choices
from profilecheck.document import Document
from profilecheck.explain import Effective, Explanation, explain
from profilecheck.options import Options
from profilecheck.sources.read import read
from profilecheck.surroundings import NOWHERE, Surroundings
from tests.cli.helpers import BAD, GOOD


def document(text: str, name: str) -> Document:
    made = read(text.encode(), name)
    assert made is not None
    return made


def explained(
    text: str,
    *,
    name: str = "a.ini",
    target: str | None = "3.0",
    surroundings: Surroundings = NOWHERE,
    **options: Any,
) -> list[Explanation]:
    made = Options(target=target, host=choices.host_of(64), **options)
    return explain(document(text, name), made, surroundings)


def only(text: str, **options: Any) -> Explanation:
    (one,) = explained(text, **options)
    return one


def value(one: Explanation, section: str, key: str) -> Effective:
    (found,) = [v for v in one.values if (v.section, v.key) == (section, key)]
    return found


def test_each_value_has_its_layer_and_line() -> None:
    one = only(GOOD, overrides=(choices.override("vec.seed=7"),))
    assert value(one, "vec", "num_envs") == Effective("vec", "num_envs", 8, "file", "this file", 4)
    assert value(one, "vec", "backend").layer == "defaults"
    assert value(one, "vec", "backend").source == "3.0 default.ini"
    assert value(one, "vec", "seed") == Effective("vec", "seed", 7, "override", "--set", None)


def test_a_default_ini_of_the_project_is_a_layer_of_its_own() -> None:
    own = document("[base]\nenv_name = x\n[vec]\nnum_workers = 2\n", "config/default.ini")
    one = only("[vec]\nnum_envs = 8\n", surroundings=Surroundings(default_ini=own))
    assert value(one, "vec", "num_workers") == Effective(
        "vec", "num_workers", 2, "project", "config/default.ini", 4
    )


def test_a_value_that_cannot_be_known_says_so() -> None:
    one = only('{"vec": {"num_envs": "${n}", "num_workers": 2}}', name="a.json")
    assert not value(one, "vec", "num_envs").known


def test_a_document_may_hold_several_experiments() -> None:
    text = "[a.vec]\nnum_envs = 2\n[b.vec]\nnum_envs = 4\n"
    assert [one.prefix for one in explained(text, name="a.toml")] == ["a", "b"]


def test_errors_of_the_config_are_told() -> None:
    assert [fault.finding.code for fault in only(BAD).errors] == ["PC203"]
    assert only(GOOD).errors == ()


def test_without_a_target_there_are_no_values() -> None:
    one = only("[base]\nenv_name = a\n", target=None)
    assert one.profile is None
    assert one.values == ()


def test_a_document_without_an_experiment_gives_none() -> None:
    assert explained("[other]\nx = 1\n") == []
