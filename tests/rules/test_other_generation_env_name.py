"""PC110: the prefix that 3.0 puts before the names of its environments."""

from __future__ import annotations

import pytest

from profilecheck.surroundings import Surroundings
from tests.rules.helpers import finds, quiet

VEC = "[vec]\ntotal_agents = 4096\n"


def test_the_prefix_under_4_0() -> None:
    text = "[base]\nenv_name = puffer_breakout\n" + VEC
    found = finds(text, "PC110", at=(2, 1), severity="info", target="4.0")
    assert "4.0 calls it breakout" in found.message


def test_one_of_several_names() -> None:
    finds("[base]\nenv_name = pong puffer_breakout\n" + VEC, "PC110", target="4.0")


@pytest.mark.parametrize("name", ["breakout", "pufferfish", "my_puffer_env", "None", "3", "['a']"])
def test_other_names(name: str) -> None:
    quiet(f"[base]\nenv_name = {name}\n" + VEC, "PC110", target="4.0")


def test_3_0_wants_the_prefix() -> None:
    quiet("[base]\nenv_name = puffer_breakout\n[vec]\nnum_envs = 8\n", "PC110")


def test_a_file_without_a_name() -> None:
    quiet("[base]\nlog_dir = x\n" + VEC, "PC110", target="4.0")


def test_a_fork_may_keep_it() -> None:
    fork = Surroundings(fork="default.ini has names of its own ([vec] x)")
    text = "[base]\nenv_name = puffer_breakout\n" + VEC
    quiet(text, "PC110", target="4.0", surroundings=fork)


def test_a_file_wholly_of_another_generation_has_one_finding() -> None:
    quiet("[base]\nenv_name = puffer_a\n[vec]\nnum_envs = 8\n", "PC110", target="4.0")


def test_tables_outside_ini() -> None:
    text = '[vec]\ntotal_agents = 8\n[base]\nenv_name = "puffer_a"\n'
    quiet(text, "PC110", name="a.toml", target="4.0")
