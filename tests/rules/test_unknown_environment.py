"""PC112: env_name and package as the real load_env of 3.0.0 takes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from profilecheck.profiles.v3_environments import ENVIRONMENTS, MADE, OCEAN, PACKAGES, refusal
from profilecheck.surroundings import Surroundings, look
from tests.rules.helpers import finds, quiet

TRUTH = Path(__file__).parents[2] / "fixtures" / "truth" / "environments_3.0.jsonl"
CASES = [json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()]


def config(env_name: str, package: str = "ocean") -> str:
    return f"[base]\npackage = {package}\nenv_name = {env_name}\n[vec]\nnum_envs = 8\n"


def test_the_table_refuses_what_the_real_env_creator_refuses() -> None:
    for case in CASES:
        if case["package"] == OCEAN:
            found = refusal(case["name"])
            assert (found is not None) == ("type" in case), case
            if found is not None:
                assert found[1].startswith(case["type"]), case
                assert case["message"] in found[1], case
        else:
            assert (case["package"] in PACKAGES) == ("type" not in case), case


def test_every_environment_with_known_agents_is_one_that_ocean_makes() -> None:
    assert ENVIRONMENTS.keys() <= MADE


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("breakout", "puffer_breakout"),
        ("puffer_breakou", "puffer_breakout"),
        ("puffer_Snake", "puffer_snake"),
    ],
)
def test_names_that_fail_for_certain(name: str, right: str) -> None:
    found = finds(config(name), "PC112", at=(3, 1), severity="error")
    assert found.message.endswith(f"write {right}")


def test_no_environment_of_ones_own_lacks_the_prefix() -> None:
    assert "puffer_my_env" in finds(config("my_env"), "PC112", severity="error").message


@pytest.mark.parametrize("name", ["puffer_bandit", "puffer_continuous", "puffer_memory"])
def test_names_of_the_source_that_the_table_lacks(name: str) -> None:
    assert "leaves" in finds(config(name), "PC112", severity="warning").message


@pytest.mark.parametrize("name", ["puffer_my_env", "puffer_breakout2", "puffer_snake_large"])
def test_a_name_that_may_be_ones_own_is_advice(name: str) -> None:
    assert "of your own" in finds(config(name), "PC112", severity="info").message


def test_one_of_several_names_fails_where_it_is_the_one_that_is_typed() -> None:
    finds(config("puffer_snake snake"), "PC112", severity="warning")
    finds(config("breakout snake"), "PC112", severity="error")
    quiet(config("puffer_snake puffer_breakout"), "PC112")


@pytest.mark.parametrize("package", ["Ocean", "3", "True", "oceans", "", "Atari", "[]", "{}"])
def test_packages_that_do_not_exist(package: str) -> None:
    finds(config("puffer_snake", package), "PC112", at=(2, 1), severity="error")


@pytest.mark.parametrize("package", ["orchard", "atari", "None", "mine", "doom", "box3"])
def test_packages_that_exist_or_may_be_ones_own(package: str) -> None:
    quiet(config("my_env", package), "PC112")


def test_quoted_names_are_another_rules() -> None:
    quiet(config("'puffer_snake'"), "PC112")


def test_only_what_the_launcher_reads() -> None:
    quiet(config("breakout"), "PC112", target="4.0")
    quiet(
        "base: {package: ocean, env_name: breakout}\nvec: {num_envs: 8}\n", "PC112", name="x.yaml"
    )
    quiet(config("breakout"), "PC112", name="default.ini")
    quiet(config("breakout"), "PC112", surroundings=Surroundings(own_environments=True))
    quiet(config("breakout"), "PC112", surroundings=Surroundings(fork="names of its own"))


@pytest.mark.parametrize("folder", ["pufferlib/ocean", "pufferlib/environments"])
def test_a_tree_with_environments_is_seen(tmp_path: Path, folder: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "configs").mkdir()
    assert not look(tmp_path / "configs" / "a.ini").own_environments
    (tmp_path / folder).mkdir(parents=True)
    assert look(tmp_path / "configs" / "a.ini").own_environments


def test_quiet_in_a_file_of_another_generation() -> None:
    quiet("[base]\nname = 1\nnccl_id = 1\npackage = 1\n", "PC112")
