"""Agents that cannot be counted: the question names what would tell them."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import added, entry, migrated, question, result

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
