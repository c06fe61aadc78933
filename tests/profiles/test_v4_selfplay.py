"""What self-play refuses, and what it cannot be known to refuse."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from profilecheck.document import UNKNOWN
from profilecheck.profiles.base import Name
from profilecheck.profiles.v4_selfplay import Refusal, enabled, refusal

GOOD: Mapping[Name, object] = {
    ("selfplay", "enabled"): 1,
    ("vec", "total_agents"): 8192,
    ("vec", "num_buffers"): 2,
    ("vec", "num_frozen_banks"): 1,
    ("vec", "frozen_bank_pct"): 0.1,
}


def asked(agents_per_env: int | None = None, /, **changed: object) -> Refusal | None:
    values = {**GOOD, **{("vec", key): value for key, value in changed.items()}}
    values = {name: value for name, value in values.items() if value is not ...}
    return refusal(lambda s, k: values.get((s, k), UNKNOWN), frozenset(values), agents_per_env)


def test_a_good_config_is_not_refused() -> None:
    assert asked() is None
    assert asked(2) is None
    assert asked(num_frozen_banks=...) is None
    assert asked(num_buffers=2.9) is None


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"num_buffers": 3}, ("vec", "num_buffers")),
        ({"num_frozen_banks": 0}, ("vec", "num_frozen_banks")),
        ({"num_frozen_banks": 9}, ("vec", "num_frozen_banks")),
        ({"frozen_bank_pct": 0}, ("vec", "frozen_bank_pct")),
        ({"frozen_bank_pct": 0.0001}, ("vec", "frozen_bank_pct")),
        ({"frozen_bank_pct": 0.5}, ("vec", "frozen_bank_pct")),
        ({"frozen_bank_pct": ...}, ("selfplay", "enabled")),
    ],
)
def test_refusals(changed: dict[str, object], name: Name) -> None:
    found = asked(**changed)
    assert found is not None and found.name == name


def test_teams_need_an_even_number_of_agents() -> None:
    found = asked(3)
    assert found is not None and "two equal teams" in found.reason


def test_a_buffer_holds_whole_environments() -> None:
    found = asked(6)
    assert found is not None and "whole number" in found.reason


def test_several_banks_count_together_once_the_teams_are_known() -> None:
    assert asked(num_frozen_banks=6) is None
    found = asked(2, num_frozen_banks=6)
    assert found is not None and found.name == ("vec", "frozen_bank_pct")


def test_a_share_is_cut_to_whole_teams() -> None:
    assert asked(8, total_agents=64, frozen_bank_pct=0.1) is not None
    assert asked(2, total_agents=64, frozen_bank_pct=0.1) is None


@pytest.mark.parametrize("key", ["total_agents", "num_buffers", "frozen_bank_pct"])
@pytest.mark.parametrize("value", [UNKNOWN, "auto", None])
def test_what_is_not_known_is_not_refused(key: str, value: object) -> None:
    assert asked(**{key: value}) is None


@pytest.mark.parametrize(
    ("value", "on"), [(1, True), (True, True), (0, False), (False, False), (UNKNOWN, False)]
)
def test_enabled(value: object, on: bool) -> None:
    assert enabled(lambda *_: value) is on
