"""A launch line whose environment several INIs of a folder name: the loaders take whichever they meet first."""

from __future__ import annotations

from pathlib import Path

import pytest

from profilecheck.migrate.ledger import FileLedger
from tests.migrate.helpers import migrated, question
from tests.migrate.test_lines import INI, in_tree, written

COUNTS = "puffer train puffer_mine --vec.num-envs 4"
OTHER = INI.replace("[env]\nnum_envs = 16", "[env]\nnum_envs = 32")


def beside(folder: Path, text: str, other: str, **more: object) -> FileLedger:
    """The ledger of a script whose environment has a second INI."""
    (folder / "config" / "adam").mkdir(parents=True)
    (folder / "config" / "adam" / "mine.ini").write_text(other, encoding="utf-8")
    return in_tree(folder, text, **more)  # type: ignore[arg-type]


def test_which_is_meant_is_a_decision_that_names_both(tmp_path: Path) -> None:
    ledger = beside(tmp_path, COUNTS, OTHER)
    asked = question(ledger, "1:launch.ini")
    assert ledger.status == "blocked"
    assert "config/mine.ini and config/adam/mine.ini are both for puffer_mine" in asked.asks
    assert {one.answer: one.does for one in asked.choices} == {
        "config/mine.ini": "--vec.total-agents 64",
        "config/adam/mine.ini": "--vec.total-agents 128",
        "leave": "leave the line as it is, for you to write",
    }


@pytest.mark.parametrize(("answer", "total"), [("mine.ini", 64), ("adam/mine.ini", 128)])
def test_a_decided_one_lies_below_the_line(tmp_path: Path, answer: str, total: int) -> None:
    ledger = beside(tmp_path, COUNTS, OTHER, decide={"launch.ini": f"config/{answer}"})
    assert written(ledger) == f"puffer train mine --vec.total-agents {total}"


def test_upstreams_own_counts_take_no_place_of_theirs(tmp_path: Path) -> None:
    first, other = (one.replace("puffer_mine", "puffer_breakout") for one in (INI, OTHER))
    text = COUNTS.replace("mine", "breakout")
    ledger = beside(tmp_path, text, other, ini=first, agents=None)
    assert [one.key for one in ledger.open] == ["1:launch.ini"]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (COUNTS, "puffer train mine --vec.total-agents 64"),
        ("puffer train puffer_mine --train.seed 3", "puffer train mine --seed 3"),
    ],
)
def test_nothing_is_asked_where_the_line_comes_to_the_same(
    tmp_path: Path, text: str, after: str
) -> None:
    same_agents = INI.replace("minibatch_size = 1024", "minibatch_size = 2048")
    assert written(beside(tmp_path, text, same_agents)) == after


def test_a_total_that_is_decided_needs_none_of_them(tmp_path: Path) -> None:
    ledger = beside(tmp_path, COUNTS, OTHER, decide={"run.sh:1:vec.total_agents": "256"})
    assert written(ledger) == "puffer train mine --vec.total-agents 256"


def test_inis_that_are_migrated_already_are_asked_about_too(tmp_path: Path) -> None:
    first, other = (migrated(one, "config/mine.ini", agents=1).after for one in (INI, OTHER))
    assert first is not None and other is not None
    ledger = beside(tmp_path, COUNTS, other.decode(), ini=first.decode())
    does = {one.does for one in question(ledger, "1:launch.ini").choices}
    assert {"--vec.total-agents 64", "--vec.total-agents 128"} <= does
