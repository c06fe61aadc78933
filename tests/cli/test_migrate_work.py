"""The work of a migration grows with the files and experiments, and not with their square."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

from profilecheck.migrate.ledger import Ledger
from profilecheck.migrate.told.asked import asked
from tests.migrate.helpers import migrated
from tests.migrate.samples import OPEN


def calls(work: Callable[[], object]) -> int:
    """How many functions of ours, and generators, a piece of work enters."""
    number = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal number
        number += event == "call" and "profilecheck" in frame.f_code.co_filename

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return number


def test_telling_files_that_each_ask_something_of_their_own() -> None:
    """Each option of each question once looked at all files for others that ask the same."""
    files = [
        migrated(OPEN.replace("131072", str(131072 + 64 * n)), f"{n:03}.ini") for n in range(40)
    ]

    def told(number: int) -> list[object]:
        found = asked(Ledger("3.0", "4.0", tuple(files[:number])))
        return [(one.options, one.labels, one.alone) for one in found]

    told(1)
    few, many = (calls(partial(told, number)) for number in (20, 40))
    assert many < 2.1 * few


def test_experiments_of_one_file() -> None:
    def text(number: int) -> str:
        experiment = (
            "run{}:\n  vec: {{num_envs: 8}}\n  train: {{bptt_horizon: 16, update_epochs: 1}}\n"
        )
        return "".join(experiment.format(n) for n in range(number))

    migrated(text(1), "a.yaml", agents=1)
    few, many = (calls(partial(migrated, text(n), "a.yaml", agents=1)) for n in (20, 40))
    assert many < 2.2 * few
