"""PC651 native-minibatch-by-horizon."""

from __future__ import annotations

import pytest

from tests.rules.helpers import finds, quiet, report


def ini(minibatch: object, horizon: object) -> str:
    return (
        f"[vec]\ntotal_agents = 4096\n[train]\nminibatch_size = {minibatch}\nhorizon = {horizon}\n"
    )


def test_a_remainder() -> None:
    found = finds(ini(8192, 48), "PC651", at=(4, 1), severity="error", target="4.0")
    assert "minibatch_size = 8192 is no multiple of horizon = 48" in found.message


def test_what_fits_is_suggested() -> None:
    found = finds(ini(8192, 48), "PC651", target="4.0")
    assert found.notes[-1].message == (
        "try minibatch_size = 8160 or 8208; or horizon = 16, 32 or 64"
    )


def test_a_fraction_counts_as_it_is() -> None:
    finds(ini(8192, 62.5), "PC651", target="4.0")


@pytest.mark.parametrize(("minibatch", "horizon", "line"), [(1000.5, 64, 4), (8192, 64.5, 5)])
def test_a_fraction_is_one_finding(minibatch: object, horizon: object, line: int) -> None:
    finds(ini(minibatch, horizon), "PC651", at=(line, 1), target="4.0")
    quiet(ini(minibatch, horizon), "PC303", target="4.0")


def test_what_is_ignored_hides_no_fraction() -> None:
    verdict = report(ini(1000.5, 64), target="4.0", ignore=("PC651",))
    assert "PC303" in [one.code for one in verdict.findings]


def test_a_file_that_gives_only_the_horizon() -> None:
    text = "[vec]\ntotal_agents = 4096\n[train]\nhorizon = 48\n"
    finds(text, "PC651", at=(4, 1), target="4.0")


def test_a_sweep_tries_for_ever() -> None:
    found = finds(ini(8192, 48), "PC651", target="4.0", mode="sweep")
    assert "for ever" in found.message


@pytest.mark.parametrize(("minibatch", "horizon"), [(8192, 64), (8192.0, 64), (8192, 1)])
def test_multiples(minibatch: object, horizon: object) -> None:
    quiet(ini(minibatch, horizon), "PC651", target="4.0")


@pytest.mark.parametrize(("minibatch", "horizon"), [(8192, 0), ("auto", 48), (8192, "auto")])
def test_what_fails_otherwise_is_reported_otherwise(minibatch: object, horizon: object) -> None:
    quiet(ini(minibatch, horizon), "PC651", target="4.0")


def test_eval_sets_the_horizon_itself() -> None:
    quiet(ini(8192, 48), "PC651", target="4.0", mode="eval")


def test_3_0_has_a_rule_of_its_own() -> None:
    quiet("[vec]\nnum_envs = 8\n[train]\nminibatch_size = 8192\nbptt_horizon = 48\n", "PC651")
