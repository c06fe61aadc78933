"""Changes offered for the trainer's faults: near, and good ones among them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from profilecheck.findings import Severity
from profilecheck.profiles import profiles
from profilecheck.profiles.v3_train import decide
from profilecheck.profiles.v3_train_mends import candidates
from profilecheck.profiles.v3_trainer import Trainer

V3 = profiles()["3.0"]
DEFAULTS: Mapping[str, object] = {
    key: V3.read(text) for key, text in V3.default_texts()["train"].items()
}


def good(agents: int | None, least: int, **changes: object) -> list[Mapping[str, object]]:
    """The candidates for the first fault of a section with which it passes."""
    train = {**DEFAULTS, **changes}
    fault = decide(train, agents, least)[0]
    offered = candidates(fault, Trainer(train, agents, least, "Serial", False))
    return [change for change in offered if passes({**train, **change}, agents, least)]


def passes(train: Mapping[str, object], agents: int | None, least: int) -> bool:
    return all(fault.severity is not Severity.ERROR for fault in decide(train, agents, least))


def test_a_smaller_minibatch_or_a_larger_batch() -> None:
    found = good(None, 2, batch_size=6144)
    assert found[0] == {"minibatch_size": 6144}
    assert {"batch_size": 8192} in found


def test_a_longer_horizon_where_the_batch_follows_it() -> None:
    assert {"bptt_horizon": 1024} in good(8, 8)


def test_multiples_of_the_horizon_on_both_sides() -> None:
    found = good(128, 8, minibatch_size=8000, bptt_horizon=256)
    assert found[:2] == [{"minibatch_size": 7936}, {"minibatch_size": 8192}]
    assert {"bptt_horizon": 250} in found


def test_a_horizon_that_gives_each_agent_its_row() -> None:
    found = good(24, 8, batch_size=12800, minibatch_size=64)
    assert {"batch_size": 12288} in found
    assert {"batch_size": "auto"} in found


@pytest.mark.parametrize(
    "changes",
    [
        {"bptt_horizon": "auto"},
        {"minibatch_size": 49152, "batch_size": 2**20},
        {"batch_size": 256, "minibatch_size": 256},
        {"batch_size": 100, "bptt_horizon": "auto", "minibatch_size": 64},
        {"optimizer": "adamw"},
        {"precision": "fp16"},
        {"torch_deterministic": 1},
        {"device": "gpu"},
        {"compile": True, "compile_mode": "fast"},
        {"batch_size": 16384.0},
        {"total_timesteps": 10},
        {"update_epochs": 0},
    ],
    ids=str,
)
def test_each_fault_has_a_change_that_mends_it(changes: Mapping[str, object]) -> None:
    assert good(128, 8, **changes)


@pytest.mark.parametrize("size", [2**61 - 1, 10**400, 2**200], ids=["prime", "huge", "power"])
def test_sizes_beyond_reason_do_not_take_long(size: int) -> None:
    good(128, 8, minibatch_size=size, max_minibatch_size=7)
