"""Launch lines with ``--env-name``: both generations run the environment behind the mode, whatever the flag says."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import entry, migrated, result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("train puffer_breakout --env-name puffer_pong --train.seed 1", "train breakout --seed 1"),
        ("eval puffer_breakout --env-name=puffer_pong --tag x", "eval breakout --tag x"),
        ("train puffer_breakout --env-name $ENV --train.seed 1", "train breakout --seed 1"),
        ("sweep $ENV --env-name puffer_pong --train.compile 0", "sweep ${ENV#puffer_}"),
        (
            "train puffer_breakout --env-name puffer_nmmo3 --vec.num-envs 8",
            "train breakout --vec.total-agents 8192",
        ),
    ],
)
def test_the_environment_behind_the_mode_stays(before: str, after: str) -> None:
    ledger = migrated(f"puffer {before}\n", "run.sh")
    assert ledger.after == f"puffer {after}\n".encode()
    assert entry(ledger, "base", "env_name")
    told = [one for part in ledger.parts for one in part.remarks if "whatever that flag" in one]
    assert len(told) == 1


def test_the_same_name_goes_without_a_note() -> None:
    ledger = migrated("puffer train puffer_pong --env-name puffer_pong --tag x\n", "run.sh")
    assert ledger.after == b"puffer train pong --tag x\n"
    assert not any(part.remarks for part in ledger.parts)


def test_a_flag_with_the_section_base_which_every_launcher_refuses_stays() -> None:
    before = "puffer train puffer_breakout --base.env-name puffer_pong --train.seed 1\n"
    after = "puffer train breakout --base.env-name puffer_pong --seed 1\n"
    assert result(before, "run.sh") == after
    assert [one.code for one in migrated(before, "run.sh").findings] == ["PC702"]
