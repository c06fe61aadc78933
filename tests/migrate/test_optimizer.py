"""What is said of [train] optimizer: 3.0 takes 'adam' and 'muon' as they are spelt, and nothing else."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import entry, migrated, question

BASE = "[base]\npackage = ocean\nenv_name = puffer_squared\n[vec]\nnum_envs = 2\n[train]\nlearning_rate = 0.01\n"


@pytest.mark.parametrize("value", ["muon", "'muon'"])
def test_muon_is_what_4_0_has(value: str) -> None:
    ledger = migrated(f"{BASE}optimizer = {value}\n")
    assert entry(ledger, "train", "optimizer").reason == "4.0 always trains with Muon"
    assert not {one.key for one in ledger.open} & {"train.optimizer", "train.learning_rate"}


@pytest.mark.parametrize("value", ["Muon", "MUON", '"Muon"', "muon  # as tuned"])
def test_muon_in_a_spelling_that_3_0_refuses(value: str) -> None:
    ledger = migrated(f"{BASE}optimizer = {value}\n")
    reason = entry(ledger, "train", "optimizer").reason
    assert reason.startswith("4.0 always trains with Muon; 3.0 refuses the spelling '")
    assert not {one.key for one in ledger.open} & {"train.optimizer", "train.learning_rate"}


def test_adam() -> None:
    ledger = migrated(f"{BASE}optimizer = adam\n")
    assert question(ledger, "train.optimizer").asks.startswith("3.0 trains with 'adam'; ")
    assert "was meant for adam;" in question(ledger, "train.learning_rate").asks


@pytest.mark.parametrize(("value", "meant"), [("Adam", "adam"), ("adamw", "'adamw'"), ("", "''")])
def test_an_optimizer_that_3_0_refuses(value: str, meant: str) -> None:
    ledger = migrated(f"{BASE}optimizer = {value}\n")
    asks = question(ledger, "train.optimizer").asks
    assert asks.startswith(f"3.0 refuses the optimizer '{value}': it has 'adam' and 'muon'; ")
    assert "trains with" not in asks
    assert f"was meant for {meant};" in question(ledger, "train.learning_rate").asks


def test_an_optimizer_in_a_variable() -> None:
    text = "puffer train puffer_breakout --train.optimizer $OPTIMIZER\n"
    asks = question(migrated(text, "run.sh"), "1:train.optimizer").asks
    assert asks.startswith("which optimizer 3.0 trains with is not known here; ")
