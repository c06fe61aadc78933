"""PC311 selfplay."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet


def ini(vec: str, enabled: str = "1") -> str:
    return f"[selfplay]\nenabled = {enabled}\n[vec]\ntotal_agents = 8192\n{vec}"


def test_banks_that_take_half_of_a_buffer() -> None:
    text = ini("num_buffers = 2\nnum_frozen_banks = 1\nfrozen_bank_pct = 0.5\n")
    found = finds(text, "PC311", at=(7, 1), severity="error", target="4.0")
    assert "1 bank of 2048 agents are half of a buffer's 4096" in found.message


def test_a_missing_share_blames_the_switch() -> None:
    found = finds(ini("num_buffers = 2\n"), "PC311", at=(2, 1), target="4.0")
    assert "[vec] lacks frozen_bank_pct" in found.message


def test_too_many_banks() -> None:
    finds(ini("num_frozen_banks = 9\nfrozen_bank_pct = 0.01\n"), "PC311", at=(5, 1), target="4.0")


def test_buffers_that_do_not_divide() -> None:
    finds(ini("num_buffers = 3\nfrozen_bank_pct = 0.1\n"), "PC311", at=(5, 1), target="4.0")


def test_environments_without_two_teams() -> None:
    text = ini("num_buffers = 2\nfrozen_bank_pct = 0.1\n").replace("8192", "8190")
    found = finds(text, "PC311", at=(4, 1), target="4.0", agents_per_env=3)
    assert "no two equal teams" in found.message


def test_a_config_like_upstreams() -> None:
    text = ini("num_buffers = 1\nnum_frozen_banks = 1\nfrozen_bank_pct = 0.1\n")
    quiet(text, "PC311", target="4.0")
    quiet(text, "PC311", target="4.0", agents_per_env=2)


@pytest.mark.parametrize("enabled", ["0", "False"])
def test_off(enabled: str) -> None:
    quiet(ini("num_buffers = 3\n", enabled), "PC311", target="4.0")


def test_eval_plays_no_pool() -> None:
    quiet(ini("num_buffers = 2\n"), "PC311", target="4.0", mode="eval")


def test_shares_without_self_play() -> None:
    quiet("[vec]\ntotal_agents = 8192\nfrozen_bank_pct = 0.9\n", "PC311", target="4.0")


def test_a_table_may_be_completed_elsewhere() -> None:
    text = "[vec]\ntotal_agents = 8192\nnum_buffers = 2\n[selfplay]\nenabled = 1\n"
    quiet(text, "PC311", name="c.toml", target="4.0")


def test_the_agents_of_an_environment_of_upstreams_are_an_info() -> None:
    text = f"[base]\nenv_name = target\n{ini('num_buffers = 2')}\nfrozen_bank_pct = 0.001\n"
    text = text.replace("8192", "1000")
    quiet(text.replace("target", "my_env").replace("0.001", "0.1"), "PC311", target="4.0")
    found = finds(text.replace("0.001", "0.1"), "PC311", severity="info", target="4.0")
    assert (
        "as upstream's target, whose environments have 8 agents: self-play refuses" in found.message
    )
