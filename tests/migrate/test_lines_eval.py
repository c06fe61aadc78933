"""Launch lines that evaluate: 3.0's eval runs one environment, whatever [vec] says; 4.0's runs the INI's total_agents."""

from __future__ import annotations

import pytest

from tests.migrate.helpers import migrated, result


@pytest.mark.parametrize(
    ("flags", "after"),
    [
        ("--vec.num-envs 8", ""),
        ("--vec.num-envs=$N --seed 3", " --seed 3"),
        ("--env.num-envs 4", ""),
        ("--vec.num-envs 8 --env.num-envs 4 --vec.backend Serial", ""),
        ("--vec.num-envs 8 --vec.total-agents 64", " --vec.total-agents 64"),
    ],
)
def test_counts_of_environments_are_dropped(flags: str, after: str) -> None:
    ledger = migrated(f"puffer eval puffer_breakout {flags}\n", "run.sh")
    assert ledger.after == f"puffer eval breakout{after}\n".encode()
    assert not ledger.questions
    told = [one for part in ledger.parts for one in part.remarks if "runs one environment" in one]
    assert len(told) == ("total-agents" not in flags)


@pytest.mark.parametrize("mode", ["train", "sweep", "$MODE"])
def test_other_modes_count_all_agents(mode: str) -> None:
    after = result(f"puffer {mode} puffer_breakout --vec.num-envs 8\n", "run.sh")
    assert after == f"puffer {mode} breakout --vec.total-agents 8192\n"


def test_an_ini_below_tells_nothing_more() -> None:
    ledger = migrated("puffer eval puffer_mine --vec.num-envs 8 --train.device cuda\n", "run.sh")
    assert ledger.status == "changed"
    assert b"num-envs" not in (ledger.after or b"")
